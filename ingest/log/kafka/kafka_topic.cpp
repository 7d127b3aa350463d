// The topic of the facts: created with the settings that keep a log permanently, and checked
// against them at each start. Used by the thread that opens the log.
#include "domain/log/log_error.hpp"
#include "ingest/log/kafka/kafka_parts.hpp"

#include <array>
#include <charconv>
#include <optional>
#include <thread>

#include <fmt/format.h>
#include <librdkafka/rdkafka.h>

namespace dibs::kafka {
namespace {

constexpr std::chrono::milliseconds create_timeout{15'000};

struct DestroyMetadata {
    void operator()(const rd_kafka_metadata_t* data) const { rd_kafka_metadata_destroy(data); }
};
using Metadata = std::unique_ptr<const rd_kafka_metadata_t, DestroyMetadata>;
struct DestroyNewTopic {
    void operator()(rd_kafka_NewTopic_t* topic) const { rd_kafka_NewTopic_destroy(topic); }
};
using NewTopic = std::unique_ptr<rd_kafka_NewTopic_t, DestroyNewTopic>;
struct DestroyResource {
    void operator()(rd_kafka_ConfigResource_t* r) const { rd_kafka_ConfigResource_destroy(r); }
};
using Resource = std::unique_ptr<rd_kafka_ConfigResource_t, DestroyResource>;
struct DestroyOptions {
    void operator()(rd_kafka_AdminOptions_t* o) const { rd_kafka_AdminOptions_destroy(o); }
};
using Options = std::unique_ptr<rd_kafka_AdminOptions_t, DestroyOptions>;

LogResult<Client> connect(const KafkaSettings& settings) {
    auto conf = configure(settings, {});
    if (!conf) return tl::unexpected(conf.error());
    return make_producer(std::move(*conf));
}

Options options_of(rd_kafka_t* client, rd_kafka_admin_op_t op, int timeout_ms) {
    Options options(rd_kafka_AdminOptions_new(client, op));
    std::array<char, 256> why{};
    rd_kafka_AdminOptions_set_request_timeout(options.get(), timeout_ms, why.data(), why.size());
    return options;
}

LogResult<Metadata> metadata_of(rd_kafka_t* client, const KafkaSettings& settings,
                                const Deadline& deadline) {
    const Topic topic(rd_kafka_topic_new(client, settings.topic.c_str(), nullptr));
    const rd_kafka_metadata_t* data = nullptr;
    const auto code = rd_kafka_metadata(client, 0, topic.get(), &data, deadline.left_ms());
    if (code != RD_KAFKA_RESP_ERR_NO_ERROR) {
        return tl::unexpected(to_error(code, settings, "asking for the topic"));
    }
    return Metadata(data);
}

tl::unexpected<LogError> refused(const KafkaSettings& settings, std::string_view setting,
                                 std::string_view found, std::string_view wanted) {
    return log_error(LogError::Kind::refused,
                     fmt::format("Kafka topic {} at {}: {} is {}, Dibs needs {}", settings.topic,
                                 settings.brokers, setting, found, wanted));
}

std::int64_t number_of(std::string_view text) {
    std::int64_t number = -1;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

LogResult<void> verify_partitions(const rd_kafka_metadata_topic_t& topic,
                                  const KafkaSettings& settings) {
    if (topic.err == RD_KAFKA_RESP_ERR_UNKNOWN_TOPIC_OR_PART) {
        return log_error(
            LogError::Kind::refused,
            fmt::format("Kafka topic {} at {}: does not exist", settings.topic, settings.brokers));
    }
    if (topic.err != RD_KAFKA_RESP_ERR_NO_ERROR) {
        return tl::unexpected(to_error(topic.err, settings, "asking for the topic"));
    }
    if (topic.partition_cnt != 1) {
        return refused(settings, "the number of partitions", std::to_string(topic.partition_cnt),
                       "exactly 1");
    }
    const auto replicas = topic.partitions[0].replica_cnt;
    if (replicas < settings.replication_factor) {
        return refused(settings, "the replication factor", std::to_string(replicas),
                       fmt::format("at least {}", settings.replication_factor));
    }
    return {};
}

// Returns the topic's settings as the broker describes them.
LogResult<Event> describe(rd_kafka_t* client, const KafkaSettings& settings,
                          const Deadline& deadline) {
    const Resource resource(
        rd_kafka_ConfigResource_new(RD_KAFKA_RESOURCE_TOPIC, settings.topic.c_str()));
    const auto options = options_of(client, RD_KAFKA_ADMIN_OP_DESCRIBECONFIGS, deadline.left_ms());
    const Queue queue(rd_kafka_queue_new(client));
    auto* asked = resource.get();
    rd_kafka_DescribeConfigs(client, &asked, 1, options.get(), queue.get());
    Event event(rd_kafka_queue_poll(queue.get(), deadline.left_ms() + 100));
    const std::string doing = "asking for the topic's settings";
    if (!event) return tl::unexpected(to_error(RD_KAFKA_RESP_ERR__TIMED_OUT, settings, doing));
    if (const auto code = rd_kafka_event_error(event.get())) {
        return tl::unexpected(to_error(code, settings, doing));
    }
    std::size_t count = 0;
    const auto* const* described = rd_kafka_DescribeConfigs_result_resources(
        rd_kafka_event_DescribeConfigs_result(event.get()), &count);
    const auto code =
        count == 1 ? rd_kafka_ConfigResource_error(described[0]) : RD_KAFKA_RESP_ERR__FAIL;
    if (code != RD_KAFKA_RESP_ERR_NO_ERROR) return tl::unexpected(to_error(code, settings, doing));
    return event;
}

std::optional<std::string> setting_of(rd_kafka_event_t* described, const std::string& name) {
    std::size_t count = 0;
    const auto* const* resources = rd_kafka_DescribeConfigs_result_resources(
        rd_kafka_event_DescribeConfigs_result(described), &count);
    const auto* const* entries = rd_kafka_ConfigResource_configs(resources[0], &count);
    for (std::size_t i = 0; i < count; ++i) {
        const char* value = rd_kafka_ConfigEntry_value(entries[i]);
        if (name == rd_kafka_ConfigEntry_name(entries[i]) && value != nullptr) return value;
    }
    return std::nullopt;
}

LogResult<void> create(rd_kafka_t* client, const KafkaSettings& settings,
                       const std::vector<TopicRule>& rules, const Deadline& deadline) {
    std::array<char, 512> why{};
    const NewTopic topic(rd_kafka_NewTopic_new(
        settings.topic.c_str(), 1, settings.replication_factor, why.data(), why.size()));
    if (!topic) return log_error(LogError::Kind::refused, why.data());
    for (const auto& rule : rules) {
        rd_kafka_NewTopic_set_config(topic.get(), rule.setting.c_str(), rule.wanted.c_str());
    }
    const auto options = options_of(client, RD_KAFKA_ADMIN_OP_CREATETOPICS, deadline.left_ms());
    const Queue queue(rd_kafka_queue_new(client));
    auto* asked = topic.get();
    rd_kafka_CreateTopics(client, &asked, 1, options.get(), queue.get());
    const Event event(rd_kafka_queue_poll(queue.get(), deadline.left_ms() + 100));
    const std::string doing = "making the topic";
    if (!event) return tl::unexpected(to_error(RD_KAFKA_RESP_ERR__TIMED_OUT, settings, doing));
    if (const auto code = rd_kafka_event_error(event.get())) {
        return tl::unexpected(to_error(code, settings, doing));
    }
    std::size_t count = 0;
    const auto* const* made = rd_kafka_CreateTopics_result_topics(
        rd_kafka_event_CreateTopics_result(event.get()), &count);
    const auto code = rd_kafka_topic_result_error(made[0]);
    if (code == RD_KAFKA_RESP_ERR_NO_ERROR || code == RD_KAFKA_RESP_ERR_TOPIC_ALREADY_EXISTS) {
        return {};
    }
    const char* detail = rd_kafka_topic_result_error_string(made[0]);
    auto error = to_error(code, settings, doing);
    if (detail != nullptr) error.text += fmt::format(" ({})", detail);
    return tl::unexpected(std::move(error));
}

// Replaces all of the topic's own settings.
LogResult<void> alter(rd_kafka_t* client, const KafkaSettings& settings,
                      const std::vector<TopicRule>& rules, const Deadline& deadline) {
    const Resource resource(
        rd_kafka_ConfigResource_new(RD_KAFKA_RESOURCE_TOPIC, settings.topic.c_str()));
    for (const auto& rule : rules) {
        rd_kafka_ConfigResource_set_config(resource.get(), rule.setting.c_str(),
                                           rule.wanted.c_str());
    }
    const auto options = options_of(client, RD_KAFKA_ADMIN_OP_ALTERCONFIGS, deadline.left_ms());
    const Queue queue(rd_kafka_queue_new(client));
    auto* asked = resource.get();
    rd_kafka_AlterConfigs(client, &asked, 1, options.get(), queue.get());
    const Event event(rd_kafka_queue_poll(queue.get(), deadline.left_ms() + 100));
    const std::string doing = "changing the topic's settings";
    if (!event) return tl::unexpected(to_error(RD_KAFKA_RESP_ERR__TIMED_OUT, settings, doing));
    auto code = rd_kafka_event_error(event.get());
    if (code == RD_KAFKA_RESP_ERR_NO_ERROR) {
        std::size_t count = 0;
        const auto* const* altered = rd_kafka_AlterConfigs_result_resources(
            rd_kafka_event_AlterConfigs_result(event.get()), &count);
        code = count == 1 ? rd_kafka_ConfigResource_error(altered[0]) : RD_KAFKA_RESP_ERR__FAIL;
    }
    if (code != RD_KAFKA_RESP_ERR_NO_ERROR) return tl::unexpected(to_error(code, settings, doing));
    return {};
}

LogResult<bool> is_there(const KafkaSettings& settings) {
    const auto client = connect(settings);
    if (!client) return tl::unexpected(client.error());
    const auto metadata = metadata_of(client->get(), settings, Deadline(settings.connect_timeout));
    if (!metadata) return tl::unexpected(metadata.error());
    return (*metadata)->topics[0].err != RD_KAFKA_RESP_ERR_UNKNOWN_TOPIC_OR_PART;
}

}  // namespace

LogResult<void> make_topic_to_fill(const KafkaSettings& settings, std::vector<TopicRule> rules) {
    const auto there = is_there(settings);
    if (!there) return tl::unexpected(there.error());
    if (*there) {
        return log_error(
            LogError::Kind::refused,
            fmt::format("Kafka topic {} at {} is there already", settings.topic, settings.brokers));
    }
    for (auto& rule : rules) {
        // Kafka's largest number: nothing expires, and yet the rule does not accept it.
        if (rule.setting == "retention.ms") rule.wanted = "9223372036854775807";
    }
    return make_topic(settings, rules);
}

LogResult<void> finish_topic(const KafkaSettings& settings, const std::vector<TopicRule>& rules) {
    const auto client = connect(settings);
    if (!client) return tl::unexpected(client.error());
    const Deadline deadline(create_timeout);
    auto done = alter(client->get(), settings, rules, deadline);
    if (!done) return done;
    // Other brokers learn of it a moment later.
    while (!(done = verify_topic(settings, rules)) && !deadline.passed()) {
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    return done;
}

std::vector<TopicRule> rules_of_facts(const KafkaSettings& settings) {
    return {{"cleanup.policy", "delete"},
            {"retention.ms", "-1"},
            {"retention.bytes", "-1"},
            {"unclean.leader.election.enable", "false"},
            {"min.insync.replicas", std::to_string(settings.min_insync_replicas), true}};
}

LogResult<void> make_topic(const KafkaSettings& settings, const std::vector<TopicRule>& rules) {
    const auto client = connect(settings);
    if (!client) return tl::unexpected(client.error());
    const Deadline reach(settings.connect_timeout);
    if (auto known = metadata_of(client->get(), settings, reach); !known) {
        return tl::unexpected(known.error());
    }
    const Deadline deadline(create_timeout);
    if (auto made = create(client->get(), settings, rules, deadline); !made) return made;
    // A new topic shows up, and gets its leader, a moment later.
    while (!deadline.passed()) {
        const auto metadata = metadata_of(client->get(), settings, deadline);
        if (!metadata) return tl::unexpected(metadata.error());
        const auto& topic = (*metadata)->topics[0];
        if (topic.partition_cnt > 0 && topic.partitions[0].leader >= 0) return {};
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    return tl::unexpected(
        to_error(RD_KAFKA_RESP_ERR_LEADER_NOT_AVAILABLE, settings, "waiting for the new topic"));
}

LogError why_silent(rd_kafka_t* client, const KafkaSettings& settings) {
    constexpr std::chrono::milliseconds patience{250};  // the caller has waited already
    const auto metadata = metadata_of(client, settings, Deadline(patience));
    if (!metadata) return metadata.error();
    const auto& topic = (*metadata)->topics[0];
    const auto said = [&](LogError::Kind kind, std::string_view what) {
        return LogError{
            kind, fmt::format("Kafka topic {} at {} {}", settings.topic, settings.brokers, what)};
    };
    if (says_gone(topic.err)) {
        return said(LogError::Kind::gone, "does not exist any more: it was deleted");
    }
    if (topic.partition_cnt == 0 || topic.partitions[0].leader < 0) {
        return said(LogError::Kind::unavailable, "has no broker that leads it at present");
    }
    return said(LogError::Kind::unavailable, "does not bring what is asked for in time");
}

LogResult<void> verify_topic(const KafkaSettings& settings, const std::vector<TopicRule>& rules) {
    const Deadline deadline(settings.connect_timeout);
    const auto client = connect(settings);
    if (!client) return tl::unexpected(client.error());
    const auto metadata = metadata_of(client->get(), settings, deadline);
    if (!metadata) return tl::unexpected(metadata.error());
    if (auto partitions = verify_partitions((*metadata)->topics[0], settings); !partitions) {
        return partitions;
    }
    const auto described = describe(client->get(), settings, deadline);
    if (!described) return tl::unexpected(described.error());
    for (const auto& rule : rules) {
        const auto found = setting_of(described->get(), rule.setting).value_or("not known");
        const bool kept =
            rule.at_least ? number_of(found) >= number_of(rule.wanted) : found == rule.wanted;
        if (kept) continue;
        return refused(settings, rule.setting, found,
                       (rule.at_least ? "at least " : "") + rule.wanted);
    }
    return {};
}

}  // namespace dibs::kafka
