// The log on Apache Kafka: one topic with exactly one partition, every record a CloudEvent
// (cloudevent.hpp). Many processes read and append; who may is the fence's business, not ours.
//
// A record is acknowledged when it is in the memory of all replicas that min_insync_replicas
// demands. An appender is one idempotent producer; a cursor is one consumer that is assigned an
// offset and belongs to no group. Losing a connection is no error to a cursor: it reports a gap and
// goes on. A message that is no record of Dibs comes as an entry with an empty record, so that a
// reader on its way to newest() passes it; it parses as nothing and is ignored.
#pragma once

#include "domain/log/event_log.hpp"

#include <chrono>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace dibs {

struct KafkaSettings {
    std::string brokers;  // host:port, several separated by commas
    std::string topic = "dibs.events";
    int replication_factor = 1;   // at least; 3 for anything that matters
    int min_insync_replicas = 1;  // at least; 2 with three brokers
    std::string source = "/dibs";
    std::chrono::milliseconds connect_timeout{5000};
    // For one look at a record or at the end, once the broker has answered: whoever waits for the
    // writer has waited for message_timeout already.
    std::chrono::milliseconds look_timeout{1000};
    std::chrono::milliseconds message_timeout{4000};
    std::size_t queue_records = 10'000;  // what one appender holds that is not yet reported
    // Properties of librdkafka set after ours: TLS, SASL.
    std::vector<std::pair<std::string, std::string>> properties{};
};

// Makes the topic as Dibs needs it and waits until it can be used. One that exists is left as it
// is: open_kafka_log judges it.
LogResult<void> create_topic(const KafkaSettings& settings);

// `unavailable` (naming the address) when no broker answers within connect_timeout; `refused` when
// the topic is absent or set up otherwise: the text has topic, setting, found and wanted value.
LogResult<std::unique_ptr<EventLog>> open_kafka_log(const KafkaSettings& settings);

// The same without looking at the topic: for brokers that cannot describe one (librdkafka's mock).
LogResult<std::unique_ptr<EventLog>> open_unverified_kafka_log(const KafkaSettings& settings);

}  // namespace dibs
