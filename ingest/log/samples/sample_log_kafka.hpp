// Samples on Kafka: a topic of their own, kept as long as `retention`. One message for each subject
// and append(). Key = the subject's id, value = a block (sample_log_block.hpp), time = that of its
// first sample, CloudEvents headers (type dibs.samples.v2). Losses are allowed and counted. A
// broker refuses messages more than an hour ahead of its clock. Each follower has a consumer of its
// own.
//
// Kafka itself deletes expired messages; expire() does nothing.
//
// Hours have a compacted topic, kept permanently: one message for each subject and hour. Key =
// "<subject's id> <hour>", value = JSON (type dibs.usage.hour.v1; sums and greatest in thousandths
// of units).
#pragma once

#include "ingest/log/kafka/kafka_settings.hpp"
#include "ingest/log/samples/sample_log.hpp"

#include <chrono>
#include <memory>

namespace dibs {

struct KafkaSampleSettings {
    KafkaSettings kafka{.brokers = {}, .topic = "dibs.samples"};
    std::chrono::hours retention{24 * 14};
};

// Leaves an existing topic unchanged.
LogResult<void> create_sample_topic(const KafkaSampleSettings& settings);
// `refused` if the topic is absent or has more than one partition, `unavailable` without a broker.
LogResult<std::unique_ptr<SampleLog>> open_kafka_sample_log(const KafkaSampleSettings& settings);

// The same for the hours.
LogResult<void> create_hourly_topic(const KafkaSettings& settings);
LogResult<std::unique_ptr<HourlyLog>> open_kafka_hourly_log(const KafkaSettings& settings);

}  // namespace dibs
