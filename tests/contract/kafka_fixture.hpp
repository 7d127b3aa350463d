// The fixture of the tests of the log on Kafka: one broker for the whole program, and new topics on
// it.
#pragma once

#include "ingest/log/facts/kafka_log.hpp"
#include "tests/contract/log_contract.hpp"
#include "tests/support/kafka_broker.hpp"

#include <chrono>
#include <functional>
#include <memory>
#include <stdexcept>

namespace dibs::test {

inline const std::filesystem::path kafka_script = DIBS_SOURCE_DIR "/ops/dev/kafka";

// The timeout for events that take moments, for a busy machine too.
inline constexpr std::chrono::seconds long_enough{60};

inline KafkaSettings settings_for_tests() {
    return {.brokers = kafka_address(), .topic = fresh_topic_name()};
}

inline std::unique_ptr<EventLog> opened(const KafkaSettings& settings) {
    auto log = open_kafka_log(settings);
    if (!log) throw std::runtime_error(log.error().text);
    return std::move(*log);
}

inline std::unique_ptr<EventLog> fresh_log(const KafkaSettings& settings) {
    if (auto made = create_topic(settings); !made) throw std::runtime_error(made.error().text);
    return opened(settings);
}

inline const Pairs good_settings{{"cleanup.policy", "delete"},
                                 {"retention.ms", "-1"},
                                 {"retention.bytes", "-1"},
                                 {"unclean.leader.election.enable", "false"}};

// Deletes the topic and makes it again: the same name, without messages.
inline void replace_topic(const KafkaSettings& settings) {
    delete_topic(settings.brokers, settings.topic);
    make_topic(settings.brokers, settings.topic, 1, good_settings);
}

// Repeats `ask` until `wanted` accepts the answer. Returns the last answer when the time is over.
template <class Ask>
auto ask_until(const Ask& ask, const std::function<bool(const decltype(ask())&)>& wanted) {
    const auto deadline = std::chrono::steady_clock::now() + long_enough;
    auto answer = ask();
    while (!wanted(answer) && std::chrono::steady_clock::now() < deadline) answer = ask();
    return answer;
}

}  // namespace dibs::test
