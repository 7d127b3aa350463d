// Hours on Kafka (sample_log_kafka.hpp). The topic is compacted: of two records for one hour the
// newer stays. Owned and used by one thread.
#include "domain/codec/json_reader.hpp"
#include "domain/codec/json_writer.hpp"
#include "domain/log/log_error.hpp"
#include "domain/usage/use_fields.hpp"
#include "ingest/log/kafka/kafka_parts.hpp"
#include "ingest/log/kafka/kafka_side_topic.hpp"
#include "ingest/log/samples/sample_log_kafka.hpp"

#include <array>

namespace dibs {
namespace {

// The form of a message: names and thousandths of units, readable by other programs.
struct MetricText {
    std::string name;
    std::uint32_t count = 0;
    std::int64_t sum_milli = 0;
    std::int64_t max_milli = 0;
    std::int64_t min_milli = 0;
};
struct HourText {
    std::string subject;
    Instant hour;
    std::uint32_t samples = 0;
    std::vector<MetricText> metrics;
    std::vector<Use> uses;
    std::vector<HeldTime> held;
    std::optional<std::vector<Spread>> spreads{};  // absent in hours from before spreads
};

}  // namespace

template <>
struct Fields<MetricText> {
    using T = MetricText;
    static constexpr auto list = field_list(
        field("name", &T::name), field("count", &T::count), field("sum_milli", &T::sum_milli),
        field("max_milli", &T::max_milli), field("min_milli", &T::min_milli));
};
template <>
struct Fields<HourText> {
    using T = HourText;
    static constexpr auto list =
        field_list(field("subject_id", &T::subject), field("hour", &T::hour),
                   field("samples", &T::samples), field("metrics", &T::metrics),
                   field("uses", &T::uses), field("held", &T::held), field("spreads", &T::spreads));
};

namespace {

HourText text_of(const HourlyUsage& usage) {
    HourText text{to_text(usage.of), usage.hour, usage.bucket.samples, {}, usage.uses, usage.held};
    if (!usage.spreads.empty()) text.spreads = usage.spreads;
    const auto known = metrics_of(usage.of.kind);
    for (Column i = 0; i < known.size(); ++i) {
        const auto& m = usage.bucket.measures[i];
        if (m.count == 0) continue;
        text.metrics.push_back({std::string(known[i].name), m.count, m.sum * known[i].milli,
                                std::int64_t{m.max} * known[i].milli,
                                std::int64_t{m.min} * known[i].milli});
    }
    return text;
}

// Returns nothing for an unknown subject; skips metrics that this program does not know.
std::optional<HourlyUsage> usage_of(const HourText& text) {
    const auto subject = parse_subject(text.subject);
    if (!subject) return std::nullopt;
    HourlyUsage usage{*subject, text.hour, {}, text.uses, text.held, {}};
    if (text.spreads) usage.spreads = *text.spreads;
    usage.bucket.samples = text.samples;
    for (const auto& m : text.metrics) {
        const auto column = find_column(subject->kind, m.name);
        if (!column) continue;
        const auto milli = metrics_of(subject->kind)[*column].milli;
        usage.bucket.measures[*column] = {m.sum_milli / milli, m.count,
                                          static_cast<std::int32_t>(m.max_milli / milli),
                                          static_cast<std::int32_t>(m.min_milli / milli)};
    }
    return usage;
}

class KafkaHourlyLog : public HourlyLog {
  public:
    KafkaHourlyLog(std::unique_ptr<kafka::SideTopic> topic, const KafkaSettings& settings)
        : topic_(std::move(topic)), settings_(settings) {}

    LogResult<void> append(std::span<const HourlyUsage> hours) override {
        const auto lost_before = topic_->lost();
        for (const auto& hour : hours) put(hour);
        auto stored = topic_->flush();
        if (stored && topic_->lost() > lost_before) {
            return log_error(LogError::Kind::unavailable, "Kafka did not take the hours");
        }
        return stored;
    }

    LogResult<void> for_each(const std::function<void(const HourlyUsage&)>& take) override {
        auto reader = kafka::SideReader::open(settings_, Instant{});
        if (!reader) return tl::unexpected(reader.error());
        JsonParser parser;
        return (*reader)->to_end([&](const kafka::SideReader::Record& record) {
            const auto text = parse_json<HourText>(parser, record.value);
            const auto usage = text ? usage_of(*text) : std::nullopt;
            if (usage) take(*usage);
        });
    }

  private:
    void put(const HourlyUsage& usage) {
        const auto key = to_text(usage.of) + ' ' + to_text(usage.hour);
        const auto value = to_json(text_of(usage));
        const auto time = to_text(usage.hour);
        const std::array<CloudEvent::Attribute, 6> headers{{{"ce_specversion", "1.0"},
                                                            {"ce_id", key},
                                                            {"ce_type", "dibs.usage.hour.v1"},
                                                            {"ce_source", settings_.source},
                                                            {"ce_time", time},
                                                            {"content-type", "application/json"}}};
        topic_->put({.key = key, .value = value}, headers, 1);
    }

    std::unique_ptr<kafka::SideTopic> topic_;
    const KafkaSettings settings_;
};

}  // namespace

LogResult<void> create_hourly_topic(const KafkaSettings& settings) {
    return kafka::make_topic(settings, {{"cleanup.policy", "compact"}});
}

LogResult<std::unique_ptr<HourlyLog>> open_kafka_hourly_log(const KafkaSettings& settings) {
    auto verified = kafka::verify_topic(settings, {{"cleanup.policy", "compact"}});
    if (!verified) return tl::unexpected(verified.error());
    auto topic = kafka::SideTopic::open(settings);
    if (!topic) return tl::unexpected(topic.error());
    return std::make_unique<KafkaHourlyLog>(std::move(*topic), settings);
}

}  // namespace dibs
