// Makes producers, consumers and their configuration, closes them, and translates librdkafka's
// codes and log lines. Consumers read partition 0 by assignment, never in a group.
#include "ingest/log/kafka/kafka_client.hpp"

#include "domain/log/log_error.hpp"
#include "ingest/log/kafka/closing.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <librdkafka/rdkafka.h>
#include <spdlog/spdlog.h>

namespace dibs::kafka {
namespace {

// Takes librdkafka's own lines, with syslog's levels; called on its threads.
void to_our_log(const rd_kafka_t*, int level, const char* facility, const char* text) {
    if (process_ends()) return;  // Dibs' logger may be destroyed before the calling thread ends
    spdlog::log(level <= 4 ? spdlog::level::warn : spdlog::level::debug, "kafka {}: {}", facility,
                text);
}

LogResult<Client> make(rd_kafka_type_t type, Conf conf) {
    if (too_many_closing()) {
        return log_error(LogError::Kind::unavailable,
                         "Connections to Kafka that were given up do not close: no more are made");
    }
    std::array<char, 512> why{};
    rd_kafka_t* client = rd_kafka_new(type, conf.get(), why.data(), why.size());
    if (client == nullptr) return log_error(LogError::Kind::refused, why.data());
    (void)conf.release();  // the client owns it now
    return Client(client);
}

}  // namespace

void Destroy::operator()(rd_kafka_t* client) const {
    close_apart(client);
}
void Destroy::operator()(rd_kafka_conf_t* conf) const {
    rd_kafka_conf_destroy(conf);
}
void Destroy::operator()(rd_kafka_headers_t* headers) const {
    rd_kafka_headers_destroy(headers);
}
void Destroy::operator()(rd_kafka_topic_t* topic) const {
    rd_kafka_topic_destroy(topic);
}
void Destroy::operator()(rd_kafka_queue_t* queue) const {
    rd_kafka_queue_destroy(queue);
}
void Destroy::operator()(rd_kafka_message_t* message) const {
    rd_kafka_message_destroy(message);
}
void Destroy::operator()(rd_kafka_event_t* event) const {
    rd_kafka_event_destroy(event);
}
void Destroy::operator()(rd_kafka_topic_partition_list_t* list) const {
    rd_kafka_topic_partition_list_destroy(list);
}

LogResult<Conf> configure(const KafkaSettings& settings, const Properties& special) {
    Properties all{{"bootstrap.servers", settings.brokers}, {"client.id", "dibs"},
                   {"allow.auto.create.topics", "false"},   {"socket.keepalive.enable", "true"},
                   {"socket.nagle.disable", "true"},        {"reconnect.backoff.ms", "50"},
                   {"reconnect.backoff.max.ms", "1000"}};
    all.insert(all.end(), special.begin(), special.end());
    all.insert(all.end(), settings.properties.begin(), settings.properties.end());
    Conf conf(rd_kafka_conf_new());
    rd_kafka_conf_set_log_cb(conf.get(), to_our_log);
    std::array<char, 512> why{};
    for (const auto& [name, value] : all) {
        if (rd_kafka_conf_set(conf.get(), name.c_str(), value.c_str(), why.data(), why.size()) !=
            RD_KAFKA_CONF_OK) {
            return log_error(LogError::Kind::refused,
                             fmt::format("Kafka property {}: {}", name, why.data()));
        }
    }
    return conf;
}

LogResult<Client> make_producer(Conf conf) {
    return make(RD_KAFKA_PRODUCER, std::move(conf));
}

LogResult<Client> make_consumer(Conf conf) {
    auto client = make(RD_KAFKA_CONSUMER, std::move(conf));
    if (client) rd_kafka_poll_set_consumer(client->get());
    return client;
}

Properties consumer_properties() {
    // assign() requires a group name; nothing ever joins or commits. An open transaction of another
    // program must not hold up the tail: read_uncommitted. A replay must find a second's worth in
    // the queue: librdkafka before 2.2 pauses that long when the queue is full.
    constexpr int version_with_backoff = 0x020200ff;
    Properties all{{"group.id", "dibs"},
                   {"enable.auto.commit", "false"},
                   {"enable.auto.offset.store", "false"},
                   {"auto.offset.reset", "error"},
                   {"isolation.level", "read_uncommitted"},
                   {"check.crcs", "true"},
                   {"fetch.min.bytes", "1"},
                   {"fetch.wait.max.ms", "100"},
                   {"fetch.error.backoff.ms", "100"},
                   {"queued.min.messages", "1000000"},
                   {"queued.max.messages.kbytes", "65536"}};
    if (rd_kafka_version() >= version_with_backoff)
        all.emplace_back("fetch.queue.backoff.ms", "10");
    return all;
}

LogResult<Client> make_reader_to_the_end(const KafkaSettings& settings, const Properties& special) {
    auto properties = consumer_properties();
    properties.emplace_back("enable.partition.eof", "true");
    properties.insert(properties.end(), special.begin(), special.end());
    auto conf = configure(settings, properties);
    if (!conf) return tl::unexpected(conf.error());
    return make_consumer(std::move(*conf));
}

Topic acquaint(rd_kafka_t* client, const std::string& topic) {
    constexpr int patience_ms = 500;
    Topic handle(rd_kafka_topic_new(client, topic.c_str(), nullptr));
    const rd_kafka_metadata_t* data = nullptr;
    if (rd_kafka_metadata(client, 0, handle.get(), &data, patience_ms) ==
        RD_KAFKA_RESP_ERR_NO_ERROR) {
        rd_kafka_metadata_destroy(data);
    }
    return handle;
}

void assign(rd_kafka_t* consumer, const std::string& topic, std::int64_t offset) {
    const Partitions list(rd_kafka_topic_partition_list_new(1));
    rd_kafka_topic_partition_list_add(list.get(), topic.c_str(), 0)->offset = offset;
    rd_kafka_assign(consumer, list.get());
}

void settle(rd_kafka_t* consumer) {
    for (int step = 0; step < 2; ++step) {
        rd_kafka_topic_partition_list_t* list = nullptr;
        if (rd_kafka_assignment(consumer, &list) == RD_KAFKA_RESP_ERR_NO_ERROR) {
            rd_kafka_topic_partition_list_destroy(list);
        }
    }
}

Headers new_headers() {
    constexpr std::size_t most_attributes = 8;
    return Headers(rd_kafka_headers_new(most_attributes));
}

void add(Headers& headers, const CloudEvent::Attribute& attribute) {
    const auto& [name, value] = attribute;
    rd_kafka_header_add(headers.get(), name.data(), static_cast<ssize_t>(name.size()), value.data(),
                        static_cast<ssize_t>(value.size()));
}

int produce(rd_kafka_s* client, rd_kafka_topic_s* topic, const Outgoing& message, Headers headers) {
    std::array<rd_kafka_vu_t, 8> parts{};
    parts[0].vtype = RD_KAFKA_VTYPE_RKT;
    parts[0].u.rkt = topic;
    parts[1].vtype = RD_KAFKA_VTYPE_PARTITION;
    parts[1].u.i32 = 0;
    parts[2].vtype = RD_KAFKA_VTYPE_VALUE;
    parts[2].u.mem = {const_cast<char*>(message.value.data()), message.value.size()};
    parts[3].vtype = RD_KAFKA_VTYPE_KEY;
    parts[3].u.mem = {const_cast<char*>(message.key.data()), message.key.size()};
    parts[4].vtype = RD_KAFKA_VTYPE_TIMESTAMP;
    parts[4].u.i64 = message.unix_ms;
    parts[5].vtype = RD_KAFKA_VTYPE_HEADERS;
    parts[5].u.headers = headers.get();
    parts[6].vtype = RD_KAFKA_VTYPE_OPAQUE;
    parts[6].u.ptr = message.note;
    parts[7].vtype = RD_KAFKA_VTYPE_MSGFLAGS;
    parts[7].u.i = RD_KAFKA_MSG_F_COPY;
    rd_kafka_error_t* error = rd_kafka_produceva(client, parts.data(), parts.size());
    if (error == nullptr) {
        (void)headers.release();  // the message owns them now
        return RD_KAFKA_RESP_ERR_NO_ERROR;
    }
    const auto code = rd_kafka_error_code(error);
    rd_kafka_error_destroy(error);
    return code;
}

// Leaves the headers unread: librdkafka would allocate each of them.
std::string record_of(const rd_kafka_message_t* message) {
    std::string record;
    if (message->key_len == 0) return record;
    record.reserve(message->key_len + message->len);
    record.append(static_cast<const char*>(message->key), message->key_len);
    if (message->len > 0) record.append(static_cast<const char*>(message->payload), message->len);
    return record;
}

bool is_lost(int code) {
    constexpr int log_truncation = -139;  // named in rdkafka.h since 2.1
    return code == RD_KAFKA_RESP_ERR__AUTO_OFFSET_RESET ||
           code == RD_KAFKA_RESP_ERR_OFFSET_OUT_OF_RANGE || code == log_truncation;
}

bool says_gone(int code) {
    return code == RD_KAFKA_RESP_ERR_UNKNOWN_TOPIC_OR_PART ||
           code == RD_KAFKA_RESP_ERR__UNKNOWN_TOPIC || code == RD_KAFKA_RESP_ERR__UNKNOWN_PARTITION;
}

LogError to_error(int code, const KafkaSettings& settings, const std::string& doing) {
    const auto error = static_cast<rd_kafka_resp_err_t>(code);
    auto text = fmt::format("Kafka topic {} at {}: {}: {}", settings.topic, settings.brokers, doing,
                            rd_kafka_err2str(error));
    switch (error) {
        case RD_KAFKA_RESP_ERR__TRANSPORT:
        case RD_KAFKA_RESP_ERR__TIMED_OUT:
        case RD_KAFKA_RESP_ERR__ALL_BROKERS_DOWN:
        case RD_KAFKA_RESP_ERR__RESOLVE:
            text = fmt::format("no Kafka broker answers at {} ({})", settings.brokers, doing);
            return {LogError::Kind::unavailable, std::move(text)};
        case RD_KAFKA_RESP_ERR__QUEUE_FULL:
            return {LogError::Kind::full, std::move(text)};
        case RD_KAFKA_RESP_ERR_TOPIC_AUTHORIZATION_FAILED:
        case RD_KAFKA_RESP_ERR_CLUSTER_AUTHORIZATION_FAILED:
        case RD_KAFKA_RESP_ERR_INVALID_REPLICATION_FACTOR:
        case RD_KAFKA_RESP_ERR_INVALID_CONFIG:
        case RD_KAFKA_RESP_ERR_POLICY_VIOLATION:
            return {LogError::Kind::refused, std::move(text)};
        case RD_KAFKA_RESP_ERR__FATAL:
            return {LogError::Kind::fatal, std::move(text)};
        default:
            return {LogError::Kind::unavailable, std::move(text)};
    }
}

LogError unreadable(const KafkaSettings& settings, Offset at) {
    return {LogError::Kind::unreadable,
            fmt::format("Kafka topic {} at {}: what is stored at offset {} does not fit its "
                        "checksum: nothing behind it can be read",
                        settings.topic, settings.brokers, at)};
}

int Deadline::left_ms() const {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        end_ - std::chrono::steady_clock::now());
    return static_cast<int>(std::max<std::int64_t>(left.count(), 1));
}

}  // namespace dibs::kafka
