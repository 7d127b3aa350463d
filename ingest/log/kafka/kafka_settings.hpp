// The addresses of the brokers, and their use. One object is for the topic of the facts; others,
// with other topic names, are for the side topics. Filled from the configuration by the composition
// root.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace dibs {

struct KafkaSettings {
    std::string brokers;  // host:port, several separated by commas
    std::string topic = "dibs.events";
    int replication_factor = 1;   // at least; 3 for production
    int min_insync_replicas = 1;  // at least; 2 with three brokers
    std::string source{};         // of CloudEvents; empty: from the first record of the log
    std::chrono::milliseconds connect_timeout{5000};
    // For one read of a record or of the end, once the broker has answered: the caller has already
    // waited for message_timeout.
    std::chrono::milliseconds look_timeout{1000};
    std::chrono::milliseconds message_timeout{4000};
    // The time for which an end below a read offset does not prove that the log was cut.
    std::chrono::milliseconds end_may_trail{30'000};
    std::size_t queue_records = 10'000;  // unreported records that one appender holds
    // Properties of librdkafka set after ours: TLS, SASL.
    std::vector<std::pair<std::string, std::string>> properties{};
};

}  // namespace dibs
