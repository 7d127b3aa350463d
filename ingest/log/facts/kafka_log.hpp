// The log on Apache Kafka: one topic with exactly one partition; each record is a CloudEvent
// (cloudevent.hpp). Many processes read and append; the fence decides which may.
//
// A record is acknowledged when it is in the memory of all replicas that min_insync_replicas
// demands. An appender is one idempotent producer. A cursor is one consumer that is assigned an
// offset and belongs to no group. A lost connection is no error for a cursor: it reports a gap and
// goes on.
//
// A foreign message is an entry too, so that a reader on its way to newest() passes it. Without a
// key it is an empty record. It does not parse and is ignored.
#pragma once

#include "domain/log/event_log.hpp"
#include "ingest/log/kafka/kafka_settings.hpp"

#include <memory>

namespace dibs {

// Makes the topic with Dibs' settings and waits until it is usable. Leaves an existing topic
// unchanged: open_kafka_log checks it.
LogResult<void> create_topic(const KafkaSettings& settings);

// Makes a topic for a log that is copied from another place, as a whole. open_kafka_log refuses the
// topic until it is finished. `refused` if a topic of that name exists.
LogResult<std::unique_ptr<EventLog>> begin_kafka_log(const KafkaSettings& settings);
LogResult<void> finish_kafka_log(const KafkaSettings& settings);

// `unavailable` (with the address) if no broker answers within connect_timeout. `refused` if the
// topic is absent or has other settings; the text has the topic, the setting, and the found and
// wanted value.
LogResult<std::unique_ptr<EventLog>> open_kafka_log(const KafkaSettings& settings);

// Opens without checking the topic, for brokers that cannot describe one (librdkafka's mock).
LogResult<std::unique_ptr<EventLog>> open_unverified_kafka_log(const KafkaSettings& settings);

}  // namespace dibs
