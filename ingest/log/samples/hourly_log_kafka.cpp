// Hours on Kafka; see sample_log_kafka.hpp. The topic is compacted: of an hour that came twice the
// newer stays.
#include "domain/codec/json_reader.hpp"
#include "domain/codec/json_writer.hpp"
#include "domain/log/log_error.hpp"
#include "ingest/log/kafka/kafka_parts.hpp"
#include "ingest/log/kafka/kafka_side_topic.hpp"
#include "ingest/log/samples/sample_log_kafka.hpp"

#include <array>

namespace dibs {

template <>
struct Fields<HourlyUsage::Figure> {
    using T = HourlyUsage::Figure;
    static constexpr auto list = std::tuple(field("mean", &T::mean), field("max", &T::max));
};
template <>
struct Fields<HourlyUsage> {
    using T = HourlyUsage;
    static constexpr auto list =
        std::tuple(field("gpu", &T::gpu), field("hour", &T::hour), field("samples", &T::samples),
                   field("utilization_percent", &T::utilization_percent),
                   field("memory_used_mib", &T::memory_used_mib),
                   field("temperature_c", &T::temperature_c), field("power_dw", &T::power_dw));
};

namespace {

class KafkaHourlyLog : public HourlyLog {
  public:
    KafkaHourlyLog(std::unique_ptr<kafka::SideTopic> topic, std::string source)
        : topic_(std::move(topic)), source_(std::move(source)) {}

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
        const auto first = topic_->offset_at(Instant{});
        if (!first) return tl::unexpected(first.error());
        JsonParser parser;
        return topic_->scan(*first, [&](const kafka::SideTopic::Record& record) {
            if (const auto hour = parse_json<HourlyUsage>(parser, record.value)) take(*hour);
            return true;
        });
    }

  private:
    void put(const HourlyUsage& hour) {
        const auto key = to_text(hour.gpu) + ' ' + to_text(hour.hour);
        const auto value = to_json(hour);
        const std::array<CloudEvent::Header, 6> headers{{{"ce_specversion", "1.0"},
                                                         {"ce_id", key},
                                                         {"ce_type", "dibs.gpu.hour.v1"},
                                                         {"ce_source", source_},
                                                         {"ce_time", to_text(hour.hour)},
                                                         {"content-type", "application/json"}}};
        topic_->put({.key = key, .value = value, .headers = headers, .note = 1});
    }

    std::unique_ptr<kafka::SideTopic> topic_;
    const std::string source_;
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
    return std::make_unique<KafkaHourlyLog>(std::move(*topic), settings.source);
}

}  // namespace dibs
