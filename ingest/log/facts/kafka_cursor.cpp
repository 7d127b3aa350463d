// One consumer, assigned the partition from an offset on. librdkafka fetches ahead on its threads;
// everything here runs on the caller's thread.
//
// A possible interruption reports a gap: an error, a lost connection, a new leader, or a pause of
// the caller above a second. The statistics show the leader, a second late at most.
#include "domain/log/log_error.hpp"
#include "ingest/log/kafka/kafka_parts.hpp"

#include <algorithm>
#include <charconv>
#include <string_view>
#include <utility>

#include <librdkafka/rdkafka.h>

namespace dibs::kafka {
namespace {

using SteadyClock = std::chrono::steady_clock;
constexpr std::chrono::seconds late{1};
constexpr std::size_t max_messages = 1000;  // in one batch, so that a batch stays small

// Returns the leader of partition 0 in librdkafka's statistics; -1: none. It needs only that
// number, so it searches the JSON without parsing it.
int leader_in(std::string_view statistics) {
    constexpr std::string_view partition = "\"partition\":0,";
    constexpr std::string_view leader = "\"leader\":";
    const auto at = statistics.find(partition);
    if (at == std::string_view::npos) return -1;
    const auto from = statistics.find(leader, at);
    if (from == std::string_view::npos) return -1;
    const char* begin = statistics.data() + from + leader.size();
    int number = -1;
    std::from_chars(begin, statistics.data() + statistics.size(), number);
    return number;
}

class KafkaCursor : public LogCursor {
  public:
    KafkaCursor(const KafkaSettings& settings, Offset after) : settings_(settings), after_(after) {}

    LogResult<void> start() {
        auto properties = consumer_properties();
        properties.emplace_back("statistics.interval.ms", "1000");
        auto conf = configure(settings_, properties);
        if (!conf) return tl::unexpected(conf.error());
        rd_kafka_conf_set_opaque(conf->get(), this);
        rd_kafka_conf_set_error_cb(conf->get(), on_error);
        rd_kafka_conf_set_stats_cb(conf->get(), on_statistics);
        auto client = make_consumer(std::move(*conf));
        if (!client) return tl::unexpected(client.error());
        client_ = std::move(*client);
        queue_.reset(rd_kafka_queue_get_consumer(client_.get()));
        topic_ = acquaint(client_.get(), settings_.topic);
        seek(after_);
        return {};
    }

    LogResult<Batch> next(std::size_t max, std::chrono::milliseconds wait) override {
        if (SteadyClock::now() - last_call_ > late) gap_ = true;
        const auto begin = SteadyClock::now();
        if (failed_) return tl::unexpected(take_failure());
        Batch batch;
        LogResult<void> taken = take_ready(max, batch);
        if (taken && batch.entries.empty() && max > 0 && wait.count() > 0) {
            const Message first(
                rd_kafka_consumer_poll(client_.get(), static_cast<int>(wait.count())));
            if (first) taken = take(*first, batch);
            if (taken && first) taken = take_ready(max - batch.entries.size(), batch);
        }
        last_call_ = SteadyClock::now();
        if (last_call_ - begin > wait + late) gap_ = true;  // the process was stopped in between
        if (!taken) {
            if (batch.entries.empty()) return tl::unexpected(taken.error());
            failed_ = taken.error();  // returned after the entries before it
        }
        batch.gap = std::exchange(gap_, false);
        return batch;
    }

    void seek(Offset after) override {
        after_ = after;
        failed_.reset();
        settle(client_.get());
        assign(client_.get(), settings_.topic, after + 1);
        last_call_ = SteadyClock::now();
    }

  private:
    // A log that was cut stays so until a seek; any other error may pass.
    LogError take_failure() {
        auto error = *failed_;
        if (error.kind != LogError::Kind::lost) failed_.reset();
        return error;
    }

    // Takes the messages that librdkafka has already fetched.
    LogResult<void> take_ready(std::size_t max, Batch& batch) {
        std::vector<rd_kafka_message_t*> raw(std::min(max, max_messages));
        if (raw.empty()) return {};
        const auto count = rd_kafka_consume_batch_queue(queue_.get(), 0, raw.data(), raw.size());
        std::vector<Message> messages;
        for (ssize_t i = 0; i < count; ++i) messages.emplace_back(raw[static_cast<std::size_t>(i)]);
        for (const auto& message : messages) {
            if (auto taken = take(*message, batch); !taken) return taken;
        }
        return {};
    }

    LogResult<void> take(const rd_kafka_message_t& message, Batch& batch) {
        if (message.err == RD_KAFKA_RESP_ERR_NO_ERROR) {
            after_ = message.offset;
            batch.entries.push_back({message.offset, record_of(&message)});
            return {};
        }
        gap_ = true;
        if (is_lost(message.err)) return lost();
        if (message.err == RD_KAFKA_RESP_ERR__BAD_MSG) return unreadable(message.offset);
        if (message.err == RD_KAFKA_RESP_ERR__FATAL ||
            message.err == RD_KAFKA_RESP_ERR_TOPIC_AUTHORIZATION_FAILED) {
            return tl::unexpected(to_error(message.err, settings_, "reading"));
        }
        return {};
    }

    tl::unexpected<LogError> lost() const {
        return log_error(LogError::Kind::lost,
                         "Kafka topic " + settings_.topic + " at " + settings_.brokers +
                             ": no longer goes on behind offset " + std::to_string(after_) +
                             ": it was cut or replaced");
    }

    // librdkafka continues behind the message that it skipped. Readers must not see that: it looks
    // like a hole, and records behind a hole are ignored. Another broker's copy may be good, so the
    // error is not final.
    tl::unexpected<LogError> unreadable(Offset at) {
        seek(after_);
        return tl::unexpected(kafka::unreadable(settings_, at));
    }

    static void on_error(rd_kafka_t*, int, const char*, void* self) {
        static_cast<KafkaCursor*>(self)->gap_ = true;
    }

    static int on_statistics(rd_kafka_t*, char* json, std::size_t size, void* self) {
        auto& cursor = *static_cast<KafkaCursor*>(self);
        const int leader = leader_in({json, size});
        if (leader < 0) return 0;
        if (cursor.leader_ >= 0 && leader != cursor.leader_) cursor.gap_ = true;
        cursor.leader_ = leader;
        return 0;  // librdkafka frees the text
    }

    const KafkaSettings settings_;
    Offset after_;
    bool gap_ = false;
    std::optional<LogError> failed_;  // returned by the next call
    int leader_ = -1;
    SteadyClock::time_point last_call_;
    Client client_;
    Queue queue_;
    Topic topic_;
};

}  // namespace

LogResult<std::unique_ptr<LogCursor>> open_cursor(const KafkaSettings& settings, Offset after) {
    auto cursor = std::make_unique<KafkaCursor>(settings, after);
    if (auto started = cursor->start(); !started) return tl::unexpected(started.error());
    return cursor;
}

}  // namespace dibs::kafka
