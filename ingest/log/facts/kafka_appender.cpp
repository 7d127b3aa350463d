// One idempotent producer. Everything but librdkafka's own threads runs on the owner's thread.
// append() and flush() take delivery reports, because the owner waits there anyway. After one
// failed record this producer sends nothing more: records behind a hole are worthless.
#include "domain/log/log_error.hpp"
#include "domain/log/log_id.hpp"
#include "ingest/log/kafka/kafka_parts.hpp"

#include <array>
#include <map>
#include <optional>

#include <fmt/format.h>
#include <librdkafka/rdkafka.h>

namespace dibs::kafka {
namespace {

constexpr std::size_t most_spare = 1000;  // lists of headers

class KafkaAppender : public LogAppender {
  public:
    explicit KafkaAppender(const KafkaSettings& settings)
        : settings_(settings), source_(settings.source) {}
    LogResult<void> start();
    LogResult<void> append(std::vector<std::string> records) override;
    LogResult<void> flush(std::chrono::milliseconds deadline) override;

  private:
    // The headers that all CloudEvents of one type share. Headers are most of the cost of a
    // message. So headers from delivery reports are reused, and only the record's own attributes
    // are set again.
    struct EventType {
        std::vector<SharedAttribute> shared;
        std::vector<Headers> spare;
        Headers headers();
    };

    static void on_report(rd_kafka_t*, const rd_kafka_message_t* message, void* self);
    void reported(const rd_kafka_message_t& message);
    LogResult<void> room_for(std::size_t count, std::size_t bytes) const;
    LogResult<void> send(const std::string& record);
    EventType& type_named(std::string_view name, const std::string& record);
    LogError failure(int code) const;
    tl::unexpected<LogError> give_up(LogError error);

    const KafkaSettings settings_;
    std::size_t outstanding_ = 0;
    std::size_t outstanding_bytes_ = 0;
    std::optional<LogError> failed_;
    std::string source_;  // empty: the next record is the log's first and has its id
    std::map<std::string, EventType, std::less<>> types_;
    std::pair<const std::string, EventType>* last_type_ = nullptr;  // type of the last record
    Client client_;                                                 // destroyed after topic_
    Topic topic_;
};

LogResult<void> KafkaAppender::start() {
    auto conf = configure(
        settings_, {{"enable.idempotence", "true"},
                    {"acks", "all"},
                    // A batch leaves as a whole at flush(). Without lingering, the first records
                    // would each be a request of their own, and librdkafka's thread spins while a
                    // record waits behind requests under way.
                    {"linger.ms", "5"},
                    {"message.timeout.ms", std::to_string(settings_.message_timeout.count())},
                    {"message.max.bytes", "1000000"},
                    // Twice our own limits, so that our limits apply first.
                    {"queue.buffering.max.messages", std::to_string(settings_.queue_records * 2)},
                    {"queue.buffering.max.kbytes", std::to_string(max_pending_bytes / 512)}});
    if (!conf) return tl::unexpected(conf.error());
    rd_kafka_conf_set_opaque(conf->get(), this);
    rd_kafka_conf_set_dr_msg_cb(conf->get(), on_report);
    auto client = make_producer(std::move(*conf));
    if (!client) return tl::unexpected(client.error());
    client_ = std::move(*client);
    topic_.reset(rd_kafka_topic_new(client_.get(), settings_.topic.c_str(), nullptr));
    return {};
}

LogResult<void> KafkaAppender::append(std::vector<std::string> records) {
    const auto bytes = checked_bytes(records);
    if (!bytes) return tl::unexpected(bytes.error());
    rd_kafka_poll(client_.get(), 0);
    if (auto room = room_for(records.size(), *bytes); !room) return room;
    for (const auto& record : records) {
        if (auto sent = send(record); !sent) return sent;
    }
    return {};
}

// A failure is fatal: part of the batch may have left already.
LogResult<void> KafkaAppender::send(const std::string& record) {
    const auto event = to_cloud_event(record);
    if (!event) return give_up({LogError::Kind::fatal, "these bytes are not a record"});
    auto& type = type_named(event->type, record);
    auto headers = type.headers();
    for (const auto& attribute : event->own()) add(headers, attribute);
    const int code =
        produce(client_.get(), topic_.get(),
                {.key = event->key, .value = event->value, .note = &type}, std::move(headers));
    if (code != RD_KAFKA_RESP_ERR_NO_ERROR) {
        return give_up({LogError::Kind::fatal, failure(code).text});
    }
    ++outstanding_;
    outstanding_bytes_ += record.size();
    return {};
}

KafkaAppender::EventType& KafkaAppender::type_named(std::string_view name,
                                                    const std::string& record) {
    if (last_type_ != nullptr && last_type_->first == name) return last_type_->second;
    auto found = types_.find(name);
    if (found == types_.end()) {
        if (source_.empty()) source_ = cloud_event_source(log_id_in(record));
        found = types_.emplace(name, EventType{shared_attributes(name, source_), {}}).first;
    }
    last_type_ = &*found;
    return found->second;
}

Headers KafkaAppender::EventType::headers() {
    if (spare.empty()) {
        auto made = new_headers();
        for (const auto& [name, value] : shared) add(made, {name, value});
        return made;
    }
    auto again = std::move(spare.back());
    spare.pop_back();
    for (const auto* name : CloudEvent::own_names) rd_kafka_header_remove(again.get(), name);
    return again;
}

LogResult<void> KafkaAppender::room_for(std::size_t count, std::size_t bytes) const {
    if (failed_) {
        return log_error(LogError::Kind::fatal,
                         "an earlier record was not delivered: " + failed_->text);
    }
    if (outstanding_ + count <= settings_.queue_records &&
        outstanding_bytes_ + bytes <= max_pending_bytes) {
        return {};
    }
    return log_error(LogError::Kind::full,
                     fmt::format("Kafka topic {} at {}: {} records wait for delivery, there is "
                                 "no room for {} more",
                                 settings_.topic, settings_.brokers, outstanding_, count));
}

void KafkaAppender::on_report(rd_kafka_t*, const rd_kafka_message_t* message, void* self) {
    static_cast<KafkaAppender*>(self)->reported(*message);
}

void KafkaAppender::reported(const rd_kafka_message_t& message) {
    --outstanding_;
    outstanding_bytes_ -= message.key_len + message.len;
    auto& spare = static_cast<EventType*>(message._private)->spare;
    rd_kafka_headers_t* headers = nullptr;
    if (spare.size() < most_spare &&
        rd_kafka_message_detach_headers(const_cast<rd_kafka_message_t*>(&message), &headers) ==
            RD_KAFKA_RESP_ERR_NO_ERROR) {
        spare.emplace_back(headers);
    }
    if (message.err != RD_KAFKA_RESP_ERR_NO_ERROR) (void)give_up(failure(message.err));
}

// The first failure is the one reported.
tl::unexpected<LogError> KafkaAppender::give_up(LogError error) {
    if (!failed_) {
        failed_ = std::move(error);
        rd_kafka_purge(client_.get(), RD_KAFKA_PURGE_F_QUEUE | RD_KAFKA_PURGE_F_NON_BLOCKING);
        rd_kafka_yield(client_.get());  // ends a flush
    }
    return tl::unexpected(*failed_);
}

LogError KafkaAppender::failure(int code) const {
    std::array<char, 512> why{};
    const auto fatal = rd_kafka_fatal_error(client_.get(), why.data(), why.size());
    if (fatal != RD_KAFKA_RESP_ERR_NO_ERROR) {
        auto error = to_error(fatal, settings_, fmt::format("appending ({})", why.data()));
        error.kind = LogError::Kind::fatal;
        return error;
    }
    auto error = to_error(code, settings_, "appending");
    switch (code) {
        case RD_KAFKA_RESP_ERR__MSG_TIMED_OUT:
            error.text = fmt::format("no Kafka broker at {} took a record within {} ms",
                                     settings_.brokers, settings_.message_timeout.count());
            break;
        case RD_KAFKA_RESP_ERR_NOT_ENOUGH_REPLICAS:
        case RD_KAFKA_RESP_ERR_NOT_ENOUGH_REPLICAS_AFTER_APPEND:
            break;
        default:
            error.kind = LogError::Kind::fatal;
    }
    return error;
}

LogResult<void> KafkaAppender::flush(std::chrono::milliseconds patience) {
    if (!failed_) rd_kafka_flush(client_.get(), static_cast<int>(patience.count()));
    if (failed_) return tl::unexpected(*failed_);
    if (outstanding_ == 0) return {};
    return log_error(
        LogError::Kind::unavailable,
        fmt::format("Kafka topic {} at {}: {} records not reported within {} ms", settings_.topic,
                    settings_.brokers, outstanding_, patience.count()));
}

}  // namespace

LogResult<std::unique_ptr<LogAppender>> open_appender(const KafkaSettings& settings) {
    auto appender = std::make_unique<KafkaAppender>(settings);
    if (auto started = appender->start(); !started) return tl::unexpected(started.error());
    return appender;
}

}  // namespace dibs::kafka
