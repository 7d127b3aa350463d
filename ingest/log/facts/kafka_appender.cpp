// One idempotent producer. The owner's thread hands records over and waits in flush(); a thread of
// ours polls for delivery reports, so that they arrive while nobody waits. After one record failed
// nothing more goes out through this producer: what follows a hole is worthless.
#include "domain/log/log_error.hpp"
#include "ingest/log/kafka/kafka_parts.hpp"

#include <array>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>

#include <fmt/format.h>
#include <librdkafka/rdkafka.h>

namespace dibs::kafka {
namespace {

constexpr int poll_ms = 50;

class KafkaAppender : public LogAppender {
  public:
    explicit KafkaAppender(const KafkaSettings& settings) : settings_(settings) {}
    ~KafkaAppender() override;

    LogResult<void> start();
    LogResult<void> append(std::vector<std::string> records) override;
    LogResult<void> flush(std::chrono::milliseconds deadline) override;

  private:
    static void on_report(rd_kafka_t*, const rd_kafka_message_t* message, void* self);
    void reported(const rd_kafka_message_t& message);
    LogResult<void> reserve(std::size_t count, std::size_t bytes);
    LogError failure(int code) const;
    void give_up(LogError error);

    const KafkaSettings settings_;
    std::mutex mutex_;  // over the four below
    std::condition_variable changed_;
    std::size_t outstanding_ = 0;
    std::size_t outstanding_bytes_ = 0;
    std::optional<LogError> failed_;
    Client client_;  // destroyed after topic_ and after the thread has ended
    Topic topic_;
    std::jthread poller_;
};

LogResult<void> KafkaAppender::start() {
    auto conf = configure(
        settings_, {{"enable.idempotence", "true"},
                    {"acks", "all"},
                    {"linger.ms", "0"},
                    {"message.timeout.ms", std::to_string(settings_.message_timeout.count())},
                    {"message.max.bytes", "1000000"},
                    // Twice our own bounds, so that ours are the ones met.
                    {"queue.buffering.max.messages", std::to_string(settings_.queue_records * 2)},
                    {"queue.buffering.max.kbytes", std::to_string(max_pending_bytes / 512)}});
    if (!conf) return tl::unexpected(conf.error());
    rd_kafka_conf_set_opaque(conf->get(), this);
    rd_kafka_conf_set_dr_msg_cb(conf->get(), on_report);
    auto client = make_producer(std::move(*conf));
    if (!client) return tl::unexpected(client.error());
    client_ = std::move(*client);
    topic_.reset(rd_kafka_topic_new(client_.get(), settings_.topic.c_str(), nullptr));
    poller_ = std::jthread([client = client_.get()](const std::stop_token& stop) {
        while (!stop.stop_requested()) rd_kafka_poll(client, poll_ms);
    });
    return {};
}

KafkaAppender::~KafkaAppender() {
    // What was never flushed is dropped where it has not left yet.
    if (client_) rd_kafka_purge(client_.get(), RD_KAFKA_PURGE_F_QUEUE);
    poller_ = {};  // joins; the callbacks use this object
}

LogResult<void> KafkaAppender::append(std::vector<std::string> records) {
    const auto bytes = checked_bytes(records);
    if (!bytes) return tl::unexpected(bytes.error());
    std::vector<CloudEvent> events;
    for (const auto& record : records) {
        auto event = to_cloud_event(record, settings_.source);
        if (!event) return log_error(LogError::Kind::fatal, "these bytes are not a record");
        events.push_back(std::move(*event));
    }
    if (auto room = reserve(records.size(), *bytes); !room) return room;
    for (std::size_t i = 0; i < events.size(); ++i) {
        const int code = produce(client_.get(), topic_.get(),
                                 {.key = {},
                                  .value = events[i].value,
                                  .headers = events[i].headers,
                                  .note = records[i].size()});
        if (code == RD_KAFKA_RESP_ERR_NO_ERROR) continue;
        std::size_t rest_bytes = 0;
        for (auto j = i; j < records.size(); ++j) rest_bytes += records[j].size();
        auto error = failure(code);
        error.kind = LogError::Kind::fatal;  // part of the batch may be on its way
        const std::lock_guard lock(mutex_);
        outstanding_ -= records.size() - i;
        outstanding_bytes_ -= rest_bytes;
        give_up(error);
        return tl::unexpected(error);
    }
    return {};
}

LogResult<void> KafkaAppender::reserve(std::size_t count, std::size_t bytes) {
    const std::lock_guard lock(mutex_);
    if (failed_) {
        return log_error(LogError::Kind::fatal,
                         "an earlier record was not delivered: " + failed_->text);
    }
    if (outstanding_ + count > settings_.queue_records ||
        outstanding_bytes_ + bytes > max_pending_bytes) {
        return log_error(LogError::Kind::full,
                         fmt::format("Kafka topic {} at {}: {} records wait for delivery, there is "
                                     "no room for {} more",
                                     settings_.topic, settings_.brokers, outstanding_, count));
    }
    outstanding_ += count;
    outstanding_bytes_ += bytes;
    return {};
}

void KafkaAppender::on_report(rd_kafka_t*, const rd_kafka_message_t* message, void* self) {
    static_cast<KafkaAppender*>(self)->reported(*message);
}

void KafkaAppender::reported(const rd_kafka_message_t& message) {
    {
        const std::lock_guard lock(mutex_);
        --outstanding_;
        outstanding_bytes_ -= reinterpret_cast<std::size_t>(message._private);
        if (message.err != RD_KAFKA_RESP_ERR_NO_ERROR) give_up(failure(message.err));
    }
    changed_.notify_all();
}

// Under the lock. The first failure is the one to tell.
void KafkaAppender::give_up(LogError error) {
    if (failed_) return;
    failed_ = std::move(error);
    rd_kafka_purge(client_.get(), RD_KAFKA_PURGE_F_QUEUE | RD_KAFKA_PURGE_F_NON_BLOCKING);
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

LogResult<void> KafkaAppender::flush(std::chrono::milliseconds deadline) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, deadline, [this] { return failed_ || outstanding_ == 0; });
    if (failed_) return tl::unexpected(*failed_);
    if (outstanding_ == 0) return {};
    return log_error(
        LogError::Kind::unavailable,
        fmt::format("Kafka topic {} at {}: {} records not reported within {} ms", settings_.topic,
                    settings_.brokers, outstanding_, deadline.count()));
}

}  // namespace

LogResult<std::unique_ptr<LogAppender>> open_appender(const KafkaSettings& settings) {
    auto appender = std::make_unique<KafkaAppender>(settings);
    if (auto started = appender->start(); !started) return tl::unexpected(started.error());
    return appender;
}

}  // namespace dibs::kafka
