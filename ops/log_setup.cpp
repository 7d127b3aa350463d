// lmdb -> <data>/log; kafka://… -> the topic dibs.events, or the one named behind a slash.
#include "ops/log_setup.hpp"

#include "domain/codec/json_reader.hpp"
#include "domain/codec/json_writer.hpp"
#include "domain/log/cloudevent.hpp"
#include "domain/log/record.hpp"
#include "ingest/fresh_id.hpp"
#include "ingest/log/facts/kafka_log.hpp"
#include "ingest/log/facts/lmdb_log.hpp"
#include "ingest/log/samples/sample_log_kafka.hpp"
#include "ingest/log/samples/sample_log_lmdb.hpp"
#include "ingest/writer.hpp"
#include "projections/read_model.hpp"
#include "projections/store/checkpoint_row.hpp"

namespace dibs {
namespace {

constexpr std::string_view kafka_scheme = "kafka://";
constexpr std::chrono::seconds log_timeout{10};

bool on_kafka(const Config& config) {
    return config.log.starts_with(kafka_scheme);
}

std::filesystem::path keys_file(const Config& config) {
    return config.keys.empty() ? config.data_directory / "keys" : config.keys;
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

// dibs.events has dibs.samples and dibs.hours beside it; any other name gets them as suffixes.
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

// Creates the missing topics beside the topic of the facts.
LogResult<void> make_side_topics(const Config& config) {
    auto made = create_sample_topic(sample_settings(config));
    if (made) made = create_hourly_topic(hourly_settings(config));
    return made;
}

struct LogCreated {  // the body of the log's first record
    std::string id;
    std::optional<std::string> keys{};  // Keys::check(); the oldest logs have none
};

}  // namespace

template <>
struct Fields<LogCreated> {
    static constexpr auto list =
        field_list(field("id", &LogCreated::id), field("keys", &LogCreated::keys));
};

namespace {

// Returns the keys check of the log's first record; empty while there is no record.
LogResult<std::string> keys_check_of(EventLog& log) {
    auto cursor = log.open_cursor(before_first);
    if (!cursor) return tl::unexpected(cursor.error());
    const auto deadline = std::chrono::steady_clock::now() + log_timeout;
    const auto newest = log.newest();
    if (!newest) return tl::unexpected(newest.error());
    while (*newest != before_first && std::chrono::steady_clock::now() < deadline) {
        const auto batch = (*cursor)->next(1, std::chrono::milliseconds{100});
        if (!batch) return tl::unexpected(batch.error());
        if (batch->entries.empty()) continue;
        const auto record = parse_record(batch->entries.front().record);
        if (!record || record->type != created_type) return std::string();
        JsonParser parser;
        const auto created = parse_json<LogCreated>(parser, record->body);
        if (created) return created->keys.value_or("");
        return tl::unexpected(
            LogError{LogError::Kind::refused, "The log's first record: " + created.error().detail});
    }
    return std::string();
}

// The keys of a new log: those in the file, if another log of this installation had them.
LogResult<std::unique_ptr<Keys>> new_keys(const Config& config) {
    const auto file = keys_file(config);
    if (std::filesystem::create_directories(file.parent_path())) {  // missing with a log on Kafka
        std::filesystem::permissions(file.parent_path(), std::filesystem::perms::owner_all);
    }
    auto keys = std::filesystem::exists(file) ? Keys::open(file) : Keys::create(file);
    if (keys) return std::move(*keys);
    return tl::unexpected(LogError{LogError::Kind::refused, keys.error()});
}

// The log position that the tables know; 0 if there are no tables.
Position known_to_tables(const Config& config) {
    const auto tables = config.data_directory / "tables";
    if (!std::filesystem::exists(tables)) return 0;
    const auto model = ReadModel::open({tables});
    return model ? projections::stored_position((*model)->facts().read()) : 0;
}

}  // namespace

LogResult<std::unique_ptr<EventLog>> open_log(const Config& config) {
    if (on_kafka(config)) return open_kafka_log(kafka_settings(config));
    return open_lmdb_log({config.data_directory / "log"});
}

LogResult<std::unique_ptr<SampleLog>> open_samples(const Config& config,
                                                   const std::string& log_id) {
    if (on_kafka(config)) {
        auto settings = sample_settings(config);
        settings.kafka.source = cloud_event_source(log_id);
        return open_kafka_sample_log(settings);
    }
    return open_lmdb_sample_log({config.data_directory / "samples"});
}

LogResult<std::unique_ptr<HourlyLog>> open_hours(const Config& config, const std::string& log_id) {
    if (on_kafka(config)) {
        auto settings = hourly_settings(config);
        settings.source = cloud_event_source(log_id);
        return open_kafka_hourly_log(settings);
    }
    return open_lmdb_hourly_log({config.data_directory / "hours"});
}

LogResult<std::unique_ptr<Keys>> open_keys(const Config& config, EventLog& log, Position known) {
    const auto refused = [](std::string why) {
        return tl::unexpected(LogError{LogError::Kind::refused, std::move(why)});
    };
    const auto newest = log.newest();
    if (!newest) return tl::unexpected(newest.error());
    if (*newest == before_first) {
        return refused(no_log_text(known));
    }
    auto keys = Keys::open(keys_file(config));
    if (!keys) {
        return refused(keys.error() + ". What is sealed in the log cannot be read without it.");
    }
    const auto check = keys_check_of(log);
    if (!check) return tl::unexpected(check.error());
    if (!check->empty() && *check != (*keys)->check()) {
        return refused("the key file " + keys_file(config).string() +
                       " is not the one that this log was made with.");
    }
    return std::move(*keys);
}

LogResult<std::string> create_log(const Config& config, const Clock& clock) {
    if (on_kafka(config)) {
        auto made = create_topic(kafka_settings(config));
        if (made) made = make_side_topics(config);
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
    if (const auto known = known_to_tables(config); known > 0 && !on_kafka(config)) {
        return tl::unexpected(LogError{
            LogError::Kind::refused, no_log_text(known) + " If that is what you want, remove " +
                                         (config.data_directory / "tables").string() + " first."});
    }
    const auto keys = new_keys(config);
    if (!keys) return tl::unexpected(keys.error());
    const Instant now = clock();
    const std::string id = to_base32(fresh_uuid(now));
    auto appender = (*log)->open_appender();
    if (!appender) return tl::unexpected(appender.error());
    auto done = (*appender)->append(
        {encode_record(FenceFields{0, 1, false, {}}, now, created_type, Origin{}, "",
                       to_json(LogCreated{id, (*keys)->check()}))});
    if (done) done = (*appender)->flush(log_timeout);
    if (!done) return tl::unexpected(done.error());
    return id;
}

log_tools::LogPlace log_place_of(const Config& config) {
    return {.data = config.data_directory,
            .keys = keys_file(config),
            .kafka = on_kafka(config) ? config.log : std::string(),
            .open = [config] { return open_log(config); },
            .open_keys = [config](EventLog& log,
                                  Position known) { return open_keys(config, log, known); },
            .begin = [config] { return begin_kafka_log(kafka_settings(config)); },
            .finish = [config]() -> LogResult<void> {
                if (auto made = make_side_topics(config); !made) return made;
                return finish_kafka_log(kafka_settings(config));
            }};
}

}  // namespace dibs
