// See kafka_log.hpp. The log object has a consumer of its own, which looks at single offsets and at
// the end; it may be asked from any thread, one question at a time. Each question has our deadline:
// librdkafka's own query for the end of a partition waits for ever when no broker answers. Where
// nothing comes, a broker is asked for the topic itself: it may be gone.
#include "ingest/log/facts/kafka_log.hpp"

#include "domain/log/log_error.hpp"
#include "domain/log/log_id.hpp"
#include "ingest/log/kafka/kafka_parts.hpp"
#include "ingest/log/kafka/missing_offsets.hpp"

#include <mutex>

#include <fmt/format.h>
#include <librdkafka/rdkafka.h>

namespace dibs {
namespace {

using kafka::Client;
using kafka::Deadline;

constexpr int poll_ms = 100;

class KafkaLog : public EventLog {
  public:
    explicit KafkaLog(KafkaSettings settings) : settings_(std::move(settings)) {}

    LogResult<void> open() {
        auto properties = kafka::consumer_properties();
        properties.emplace_back("enable.partition.eof", "true");
        // One message is wanted. (Fewer queued.min.messages would do the same, but with those
        // reached librdkafka does not fetch for a second, whatever is asked next.)
        properties.emplace_back("fetch.message.max.bytes", "1");
        // It fetches only while a question is open, and the next one waits for the last fetch.
        properties.emplace_back("fetch.wait.max.ms", "5");
        auto conf = kafka::configure(settings_, properties);
        if (!conf) return tl::unexpected(conf.error());
        auto reader = kafka::make_consumer(std::move(*conf));
        if (!reader) return tl::unexpected(reader.error());
        reader_ = std::move(*reader);
        topic_ = kafka::acquaint(reader_.get(), settings_.topic);
        return {};
    }

    LogResult<std::unique_ptr<LogCursor>> open_cursor(Offset after) override {
        return kafka::open_cursor(settings_, after);
    }
    LogResult<std::unique_ptr<LogAppender>> open_appender() override {
        auto source = known_source();
        if (!source) return tl::unexpected(source.error());
        auto settings = settings_;
        settings.source = std::move(*source);
        return kafka::open_appender(settings);
    }

    LogResult<std::optional<std::string>> at(Offset offset) override {
        if (offset < 0) return std::nullopt;
        const std::lock_guard lock(mutex_);
        auto seen = look(offset, true);
        if (!seen) return tl::unexpected(seen.error());
        if (!seen->newest) return beyond_the_end(offset);
        missing_.found(seen->newest->offset);
        if (seen->newest->offset != offset) return std::nullopt;
        return std::move(seen->newest->record);
    }

    // What stands right before the end may be no record but the mark of a stranger's transaction,
    // which no reader ever sees: then look further back.
    LogResult<Offset> newest() override {
        const std::lock_guard lock(mutex_);
        for (std::int64_t back = 1;; back *= 2) {
            const auto seen = look(RD_KAFKA_OFFSET_TAIL(back), back == 1);
            if (!seen) return tl::unexpected(seen.error());
            if (seen->newest) return seen->newest->offset;
            if (back >= seen->end) return before_first;
        }
    }

  private:
    // Right after another broker began to lead, its end may lie below what was read before.
    LogResult<std::optional<std::string>> beyond_the_end(Offset offset) {
        const auto now = std::chrono::steady_clock::now();
        if (missing_.for_good(offset, now)) return std::nullopt;
        const auto other = is_another_log();
        if (!other) return tl::unexpected(other.error());
        if (*other) return std::nullopt;
        return log_error(
            LogError::Kind::unavailable,
            fmt::format("Kafka topic {} at {} ends before offset {}, which was read from it; while "
                        "another broker begins to lead that may be: it is asked again for {} s",
                        settings_.topic, settings_.brokers, offset,
                        std::chrono::ceil<std::chrono::seconds>(settings_.end_may_trail).count()));
    }

    // The first record names the log. Unknown as long as nothing was appended here.
    LogResult<bool> is_another_log() {
        if (source_.empty()) return false;
        const auto first = look(RD_KAFKA_OFFSET_BEGINNING, true);
        if (!first) return tl::unexpected(first.error());
        const auto id = first->newest ? log_id_in(first->newest->record) : std::string();
        return !id.empty() && cloud_event_source(id) != source_;
    }

    // Looked for until the log has a birth, then known. Empty before: its appender writes the
    // birth.
    LogResult<std::string> known_source() {
        {
            const std::lock_guard lock(mutex_);
            if (!source_.empty()) return source_;
        }
        const auto id = read_log_id(*this);
        if (!id) return tl::unexpected(id.error());
        if (id->empty()) return std::string();
        const std::lock_guard lock(mutex_);
        return source_ = cloud_event_source(*id);
    }

    struct Seen {
        std::optional<LogEntry> newest;  // of those looked at
        std::int64_t end = 0;            // where the partition ends, if it was reached
    };

    // Looks at what there is from `offset` on: the first message only, or all up to the end.
    LogResult<Seen> look(std::int64_t offset, bool first_only) {
        // Who waited for the lock meanwhile need not wait for the same silence.
        if (gone_ && std::chrono::steady_clock::now() < gone_->until) {
            return tl::unexpected(gone_->said);
        }
        kafka::assign(reader_.get(), settings_.topic, offset);
        auto seen = read(first_only);
        rd_kafka_assign(reader_.get(), nullptr);  // or it would go on fetching
        return seen;
    }

    LogResult<Seen> read(bool first_only) {
        const Deadline deadline(known_ ? settings_.look_timeout : settings_.connect_timeout);
        Seen seen;
        while (!deadline.passed()) {
            const kafka::Message message(rd_kafka_consumer_poll(reader_.get(), poll_ms));
            if (!message) continue;
            known_ = known_ || message->err == RD_KAFKA_RESP_ERR_NO_ERROR ||
                     message->err == RD_KAFKA_RESP_ERR__PARTITION_EOF;
            if (message->err == RD_KAFKA_RESP_ERR_NO_ERROR) {
                seen.newest = LogEntry{message->offset, kafka::record_of(message.get())};
                if (first_only) return seen;
            } else if (message->err == RD_KAFKA_RESP_ERR__PARTITION_EOF) {
                seen.end = message->offset;
                return seen;
            } else if (kafka::is_lost(message->err)) {
                return seen;
            } else if (message->err == RD_KAFKA_RESP_ERR__BAD_MSG) {
                return tl::unexpected(kafka::unreadable(settings_, message->offset));
            } else if (kafka::says_gone(message->err)) {
                break;
            }
        }
        auto why = kafka::why_silent(reader_.get(), settings_);
        if (why.kind == LogError::Kind::gone) {
            gone_ = Gone{why, std::chrono::steady_clock::now() + settings_.look_timeout};
        }
        return tl::unexpected(std::move(why));
    }

    struct Gone {
        LogError said;
        std::chrono::steady_clock::time_point until;
    };

    const KafkaSettings settings_;
    std::mutex mutex_;
    std::string source_ = settings_.source;
    bool known_ = false;  // the broker has answered once
    std::optional<Gone> gone_;
    kafka::MissingOffsets missing_{settings_.end_may_trail};
    Client reader_;
    kafka::Topic topic_;
};

}  // namespace

LogResult<void> create_topic(const KafkaSettings& settings) {
    return kafka::make_topic(settings, kafka::rules_of_facts(settings));
}

LogResult<std::unique_ptr<EventLog>> begin_kafka_log(const KafkaSettings& settings) {
    auto made = kafka::make_topic_to_fill(settings, kafka::rules_of_facts(settings));
    if (!made) return tl::unexpected(made.error());
    return open_unverified_kafka_log(settings);
}

LogResult<void> finish_kafka_log(const KafkaSettings& settings) {
    return kafka::finish_topic(settings, kafka::rules_of_facts(settings));
}

LogResult<std::unique_ptr<EventLog>> open_kafka_log(const KafkaSettings& settings) {
    auto verified = kafka::verify_topic(settings, kafka::rules_of_facts(settings));
    if (!verified) return tl::unexpected(verified.error());
    return open_unverified_kafka_log(settings);
}

LogResult<std::unique_ptr<EventLog>> open_unverified_kafka_log(const KafkaSettings& settings) {
    auto log = std::make_unique<KafkaLog>(settings);
    if (auto opened = log->open(); !opened) return tl::unexpected(opened.error());
    return log;
}

}  // namespace dibs
