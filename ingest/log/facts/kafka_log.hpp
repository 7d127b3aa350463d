// The log on Apache Kafka: one topic with exactly one partition, every record a CloudEvent
// (cloudevent.hpp). Many processes read and append; who may is the fence's business, not ours.
//
// A record is acknowledged when it is in the memory of all replicas that min_insync_replicas
// demands. An appender is one idempotent producer; a cursor is one consumer that is assigned an
// offset and belongs to no group. Losing a connection is no error to a cursor: it reports a gap and
// goes on. A message that is no record of Dibs comes as an entry too, so that a reader on its way
// to newest() passes it: without a key as an empty record. It parses as nothing and is ignored.
#pragma once

#include "domain/log/event_log.hpp"
#include "ingest/log/kafka/kafka_settings.hpp"

#include <memory>

namespace dibs {

// Makes the topic as Dibs needs it and waits until it can be used. One that exists is left as it
// is: open_kafka_log judges it.
LogResult<void> create_topic(const KafkaSettings& settings);

// For a log that is copied from elsewhere, whole or not at all: a new topic that open_kafka_log
// refuses until it is finished. `refused` if there is one of that name.
LogResult<std::unique_ptr<EventLog>> begin_kafka_log(const KafkaSettings& settings);
LogResult<void> finish_kafka_log(const KafkaSettings& settings);

// `unavailable` (naming the address) when no broker answers within connect_timeout; `refused` when
// the topic is absent or set up otherwise: the text has topic, setting, found and wanted value.
LogResult<std::unique_ptr<EventLog>> open_kafka_log(const KafkaSettings& settings);

// The same without looking at the topic: for brokers that cannot describe one (librdkafka's mock).
LogResult<std::unique_ptr<EventLog>> open_unverified_kafka_log(const KafkaSettings& settings);

}  // namespace dibs
