// Where the brokers are and how Dibs uses them: one for the topic of the facts and, with another
// topic's name, for those beside it. Filled from the configuration by the composition root.
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
    int replication_factor = 1;   // at least; 3 for anything that matters
    int min_insync_replicas = 1;  // at least; 2 with three brokers
    std::string source{};         // of CloudEvents; empty: as the first record of the log says
    std::chrono::milliseconds connect_timeout{5000};
    // For one look at a record or at the end, once the broker has answered: whoever waits for the
    // writer has waited for message_timeout already.
    std::chrono::milliseconds look_timeout{1000};
    std::chrono::milliseconds message_timeout{4000};
    // For so long an end below what was read is no proof that the log was cut.
    std::chrono::milliseconds end_may_trail{30'000};
    std::size_t queue_records = 10'000;  // what one appender holds that is not yet reported
    // Properties of librdkafka set after ours: TLS, SASL.
    std::vector<std::pair<std::string, std::string>> properties{};
};

}  // namespace dibs
