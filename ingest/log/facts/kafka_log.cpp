// See kafka_log.hpp. The log object has two consumers of its own, one for single offsets and one
// for the end. Any thread may call it; one call runs at a time.
#include "ingest/log/facts/kafka_log.hpp"

#include "domain/log/log_error.hpp"
#include "domain/log/log_id.hpp"
#include "ingest/log/kafka/kafka_parts.hpp"
#include "ingest/log/kafka/missing_offsets.hpp"
#include "ingest/log/kafka/offset_look.hpp"

#include <algorithm>
#include <mutex>

#include <fmt/format.h>

namespace dibs {
namespace {

class KafkaLog : public EventLog {
  public:
    explicit KafkaLog(KafkaSettings settings) : settings_(std::move(settings)) {}

    LogResult<void> open() {
        if (auto opened = records_.open(); !opened) return opened;
        return end_.open();
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
        auto seen = records_.from(offset, true);
        if (!seen) return tl::unexpected(seen.error());
        if (!seen->newest || seen->newest->offset != offset) return not_there(offset);
        missing_.found(offset);
        has_read_ = true;
        remember_first();
        return std::move(seen->newest->record);
    }

    // The last offset before the end may be a mark of a foreign transaction, which no reader sees.
    // Then it searches further back.
    LogResult<Offset> newest() override {
        const std::lock_guard lock(mutex_);
        auto seen = end_.at_end();
        for (std::int64_t back = 1; seen && !seen->newest; back *= 2) {
            if (!seen->end) return unavailable("does not show its end");
            if (back >= *seen->end) return before_first;
            seen = records_.from(std::max<std::int64_t>(*seen->end - 2 * back, 0), false);
        }
        if (!seen) return tl::unexpected(seen.error());
        return seen->newest->offset;
    }

  private:
    // Right after a change of the leader, the end may be below offsets that were read before.
    LogResult<std::optional<std::string>> not_there(Offset offset) {
        const auto now = std::chrono::steady_clock::now();
        if (missing_.for_good(offset, now)) return std::nullopt;
        const auto first = records_.from(0, true);
        if (!first) return tl::unexpected(first.error());
        if (is_of_another_log(*first)) return std::nullopt;
        const bool knows_a_log = has_read_ || !source_.empty();
        if (first->end == 0 && knows_a_log) {
            return said(LogError::Kind::gone,
                        fmt::format("shows no record, and one was read at offset {}: it was "
                                    "deleted and made again, or a broker that begins to lead it is "
                                    "behind",
                                    offset));
        }
        return unavailable(fmt::format(
            "does not show what was read at offset {}; while another broker begins to "
            "lead that may be: it is asked again for {} s",
            offset, std::chrono::ceil<std::chrono::seconds>(settings_.end_may_trail).count()));
    }

    [[nodiscard]] tl::unexpected<LogError> said(LogError::Kind kind, std::string_view what) const {
        return log_error(
            kind, fmt::format("Kafka topic {} at {} {}", settings_.topic, settings_.brokers, what));
    }
    [[nodiscard]] tl::unexpected<LogError> unavailable(std::string_view what) const {
        return said(LogError::Kind::unavailable, what);
    }

    // Remembers the first record, which names the log, at a time when a known record was there.
    void remember_first() {
        if (!first_source_.empty()) return;
        if (const auto first = records_.from(0, true)) first_source_ = source_in(*first);
    }
    [[nodiscard]] bool is_of_another_log(const kafka::OffsetLook::Seen& first) const {
        const auto& known = first_source_.empty() ? source_ : first_source_;
        const auto found = source_in(first);
        return !known.empty() && !found.empty() && found != known;
    }
    // Empty: no log begins there.
    static std::string source_in(const kafka::OffsetLook::Seen& first) {
        const auto id = first.newest ? log_id_in(first.newest->record) : std::string();
        return id.empty() ? std::string() : cloud_event_source(id);
    }

    // Searches until the log has a first record, then remembers it. Empty before that: the log's
    // appender writes the first record.
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

    const KafkaSettings settings_;
    std::mutex mutex_;
    std::string source_ = settings_.source;
    std::string first_source_{};
    bool has_read_ = false;
    kafka::MissingOffsets missing_{settings_.end_may_trail};
    kafka::OffsetLook records_{settings_};
    kafka::OffsetLook end_{settings_};
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
