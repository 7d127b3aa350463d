// Produces without waiting for reports, and reads from an offset to the end of the partition, with
// a limit on how long the broker may say nothing.
#include "ingest/log/kafka/kafka_side_topic.hpp"

#include <algorithm>

#include <librdkafka/rdkafka.h>

namespace dibs::kafka {
namespace {

constexpr int poll_ms = 100;
constexpr std::chrono::seconds longest_silence{10};

void on_report(rd_kafka_t*, const rd_kafka_message_t* message, void* lost) {
    if (message->err == RD_KAFKA_RESP_ERR_NO_ERROR) return;
    *static_cast<std::uint64_t*>(lost) += reinterpret_cast<std::uint64_t>(message->_private);
}

std::string_view text(const void* bytes, std::size_t size) {
    return {static_cast<const char*>(bytes), size};
}

}  // namespace

LogResult<std::unique_ptr<SideTopic>> SideTopic::open(const KafkaSettings& settings) {
    std::unique_ptr<SideTopic> topic(new SideTopic(settings));
    if (auto connected = topic->connect(); !connected) return tl::unexpected(connected.error());
    return topic;
}

LogResult<void> SideTopic::connect() {
    auto conf = configure(
        settings_, {{"enable.idempotence", "true"},
                    {"linger.ms", "5"},
                    {"message.timeout.ms", std::to_string(settings_.message_timeout.count())},
                    {"queue.buffering.max.messages", std::to_string(settings_.queue_records)}});
    if (!conf) return tl::unexpected(conf.error());
    rd_kafka_conf_set_opaque(conf->get(), &lost_);
    rd_kafka_conf_set_dr_msg_cb(conf->get(), on_report);
    auto producer = make_producer(std::move(*conf));
    if (!producer) return tl::unexpected(producer.error());
    producer_ = std::move(*producer);
    topic_.reset(rd_kafka_topic_new(producer_.get(), settings_.topic.c_str(), nullptr));

    auto properties = consumer_properties();
    properties.emplace_back("enable.partition.eof", "true");
    auto reader_conf = configure(settings_, properties);
    if (!reader_conf) return tl::unexpected(reader_conf.error());
    auto reader = make_consumer(std::move(*reader_conf));
    if (!reader) return tl::unexpected(reader.error());
    reader_ = std::move(*reader);
    reader_topic_ = acquaint(reader_.get(), settings_.topic);
    return {};
}

SideTopic::~SideTopic() {
    if (producer_) rd_kafka_flush(producer_.get(), 1000);
}

void SideTopic::put(const Outgoing& message) {
    const int code = produce(producer_.get(), topic_.get(), message);
    if (code != RD_KAFKA_RESP_ERR_NO_ERROR) lost_ += message.note;
    rd_kafka_poll(producer_.get(), 0);
}

LogResult<void> SideTopic::flush() {
    const auto timeout = settings_.message_timeout + std::chrono::milliseconds{500};
    const auto code = rd_kafka_flush(producer_.get(), static_cast<int>(timeout.count()));
    if (code == RD_KAFKA_RESP_ERR_NO_ERROR) return {};
    return tl::unexpected(to_error(code, settings_, "storing"));
}

LogResult<std::int64_t> SideTopic::offset_at(Instant at) {
    const Partitions list(rd_kafka_topic_partition_list_new(1));
    auto* place = rd_kafka_topic_partition_list_add(list.get(), settings_.topic.c_str(), 0);
    place->offset = std::max<std::int64_t>(dibs::unix_ms(at), 0);
    const auto code = rd_kafka_offsets_for_times(
        reader_.get(), list.get(), static_cast<int>(settings_.connect_timeout.count()));
    if (code != RD_KAFKA_RESP_ERR_NO_ERROR) {
        return tl::unexpected(to_error(code, settings_, "looking for a time"));
    }
    return place->offset;
}

LogResult<void> SideTopic::scan(std::int64_t from, const std::function<bool(const Record&)>& take) {
    assign(reader_.get(), settings_.topic, from);
    auto done = read_on(take);
    settle(reader_.get());
    rd_kafka_assign(reader_.get(), nullptr);
    return done;
}

LogResult<void> SideTopic::read_on(const std::function<bool(const Record&)>& take) {
    Deadline deadline(longest_silence);
    while (!deadline.passed()) {
        const Message message(rd_kafka_consumer_poll(reader_.get(), poll_ms));
        if (!message) continue;
        if (message->err == RD_KAFKA_RESP_ERR__PARTITION_EOF) return {};
        if (message->err != RD_KAFKA_RESP_ERR_NO_ERROR) continue;
        deadline = Deadline(longest_silence);
        if (!take({text(message->key, message->key_len), text(message->payload, message->len),
                   rd_kafka_message_timestamp(message.get(), nullptr)})) {
            return {};
        }
    }
    return tl::unexpected(to_error(RD_KAFKA_RESP_ERR__TIMED_OUT, settings_, "reading"));
}

}  // namespace dibs::kafka
