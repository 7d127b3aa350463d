// lmdb -> <data>/log; kafka://… -> the topic dibs.events, or the one named behind a slash.
#include "ops/log_setup.hpp"

#include "domain/log/record.hpp"
#include "ingest/fresh_id.hpp"
#include "ingest/log/facts/kafka_log.hpp"
#include "ingest/log/facts/lmdb_log.hpp"
#include "ingest/log/samples/sample_log_kafka.hpp"
#include "ingest/log/samples/sample_log_lmdb.hpp"

namespace dibs {
namespace {

constexpr std::string_view kafka_scheme = "kafka://";
constexpr std::chrono::seconds patience{10};

bool on_kafka(const Config& config) {
    return config.log.starts_with(kafka_scheme);
}

KafkaSettings kafka_settings(const Config& config) {
    KafkaSettings settings;
    settings.brokers = config.log.substr(kafka_scheme.size());
    if (const auto slash = settings.brokers.find('/'); slash != std::string::npos) {
        const auto topic = settings.brokers.substr(slash + 1);
        if (!topic.empty()) settings.topic = topic;
        settings.brokers.resize(slash);
    }
    settings.replication_factor = static_cast<int>(config.kafka_replication);
    settings.min_insync_replicas = static_cast<int>(config.kafka_min_insync);
    return settings;
}

// dibs.events has dibs.samples and dibs.hours beside it; any other name gets them as endings.
std::string topic_beside(const std::string& facts, const std::string& kind) {
    static const std::string usual = "events";
    const bool ends = facts.ends_with('.' + usual);
    return (ends ? facts.substr(0, facts.size() - usual.size()) : facts + '.') + kind;
}

KafkaSettings hourly_settings(const Config& config) {
    auto settings = kafka_settings(config);
    settings.topic = topic_beside(settings.topic, "hours");
    return settings;
}

KafkaSampleSettings sample_settings(const Config& config) {
    KafkaSampleSettings settings;
    settings.kafka = kafka_settings(config);
    settings.kafka.topic = topic_beside(settings.kafka.topic, "samples");
    settings.retention = std::chrono::hours{config.samples_kept_h};
    return settings;
}

}  // namespace

LogResult<std::unique_ptr<EventLog>> open_log(const Config& config) {
    if (on_kafka(config)) return open_kafka_log(kafka_settings(config));
    return open_lmdb_log({config.data_directory / "log"});
}

LogResult<std::unique_ptr<SampleLog>> open_samples(const Config& config) {
    if (on_kafka(config)) return open_kafka_sample_log(sample_settings(config));
    return open_lmdb_sample_log({config.data_directory / "samples"});
}

LogResult<std::unique_ptr<HourlyLog>> open_hours(const Config& config) {
    if (on_kafka(config)) return open_kafka_hourly_log(hourly_settings(config));
    return open_lmdb_hourly_log({config.data_directory / "hours"});
}

LogResult<std::string> create_log(const Config& config, const Clock& clock) {
    if (on_kafka(config)) {
        auto made = create_topic(kafka_settings(config));
        if (made) made = create_sample_topic(sample_settings(config));
        if (made) made = create_hourly_topic(hourly_settings(config));
        if (!made) return tl::unexpected(made.error());
    }
    auto log = open_log(config);
    if (!log) return tl::unexpected(log.error());
    const auto newest = (*log)->newest();
    if (!newest) return tl::unexpected(newest.error());
    if (*newest != before_first) {
        const auto place = on_kafka(config) ? config.log : config.data_directory.string();
        return tl::unexpected(
            LogError{LogError::Kind::refused, place + " has a log already; it was left as it is."});
    }
    const Instant now = clock();
    const std::string id = to_base32(fresh_uuid(now));
    auto appender = (*log)->open_appender();
    if (!appender) return tl::unexpected(appender.error());
    auto done = (*appender)->append({encode_record(FenceFields{0, 1, false, {}}, now, created_type,
                                                   Origin{}, R"({"id":")" + id + R"("})")});
    if (done) done = (*appender)->flush(patience);
    if (!done) return tl::unexpected(done.error());
    return id;
}

}  // namespace dibs
