// The parts of kafka_log.cpp, each in its own .cpp file. Internal to the kafka_* files.
#pragma once

#include "ingest/log/kafka/kafka_client.hpp"

#include <memory>
#include <string>
#include <vector>

namespace dibs::kafka {

// Longest wait for one message before the deadline is checked again.
inline constexpr int poll_timeout_ms = 100;

LogResult<std::unique_ptr<LogCursor>> open_cursor(const KafkaSettings& settings, Offset after);
LogResult<std::unique_ptr<LogAppender>> open_appender(const KafkaSettings& settings);

struct TopicRule {
    std::string setting;
    std::string wanted;
    bool at_least = false;  // a number; a larger one is accepted
};
std::vector<TopicRule> rules_of_facts(const KafkaSettings& settings);

LogResult<void> make_topic(const KafkaSettings& settings, const std::vector<TopicRule>& rules);
// Checks for one partition, enough replicas, and every rule.
LogResult<void> verify_topic(const KafkaSettings& settings, const std::vector<TopicRule>& rules);
// Makes a topic that verify_topic refuses until it is finished; `refused` if a topic of that name
// exists.
LogResult<void> make_topic_to_fill(const KafkaSettings& settings, std::vector<TopicRule> rules);
LogResult<void> finish_topic(const KafkaSettings& settings, const std::vector<TopicRule>& rules);
// Asks a broker why the topic sends nothing: `gone` if there is no such topic.
LogError why_silent(rd_kafka_s* client, const KafkaSettings& settings);

}  // namespace dibs::kafka
