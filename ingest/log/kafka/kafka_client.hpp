// librdkafka's handles, closed in the right order by their owners, its configuration, and what its
// errors mean to a log. Internal to the kafka_* files; rdkafka.h stays in their .cpp files.
#pragma once

#include "domain/log/cloudevent.hpp"
#include "domain/log/event_log.hpp"
#include "ingest/log/kafka/kafka_settings.hpp"

#include <chrono>
#include <memory>
#include <span>
#include <string>
#include <string_view>

struct rd_kafka_s;
struct rd_kafka_conf_s;
struct rd_kafka_headers_s;
struct rd_kafka_topic_s;
struct rd_kafka_queue_s;
struct rd_kafka_message_s;
struct rd_kafka_op_s;
struct rd_kafka_topic_partition_list_s;

namespace dibs::kafka {

struct Destroy {
    void operator()(rd_kafka_s* client) const;  // close_apart
    void operator()(rd_kafka_conf_s* conf) const;
    void operator()(rd_kafka_headers_s* headers) const;
    void operator()(rd_kafka_topic_s* topic) const;
    void operator()(rd_kafka_queue_s* queue) const;
    void operator()(rd_kafka_message_s* message) const;
    void operator()(rd_kafka_op_s* event) const;
    void operator()(rd_kafka_topic_partition_list_s* list) const;
};
using Client = std::unique_ptr<rd_kafka_s, Destroy>;
using Conf = std::unique_ptr<rd_kafka_conf_s, Destroy>;
using Headers = std::unique_ptr<rd_kafka_headers_s, Destroy>;
using Topic = std::unique_ptr<rd_kafka_topic_s, Destroy>;
using Queue = std::unique_ptr<rd_kafka_queue_s, Destroy>;
using Message = std::unique_ptr<rd_kafka_message_s, Destroy>;
using Event = std::unique_ptr<rd_kafka_op_s, Destroy>;
using Partitions = std::unique_ptr<rd_kafka_topic_partition_list_s, Destroy>;

// Brokers, reconnection and logging, then `special`, then settings.properties. `refused` names a
// property that librdkafka does not take.
using Properties = std::vector<std::pair<std::string, std::string>>;
LogResult<Conf> configure(const KafkaSettings& settings, const Properties& special);
LogResult<Client> make_producer(Conf conf);
LogResult<Client> make_consumer(Conf conf);
// What a consumer of the facts is: assigned, in no group, reading all there is.
Properties consumer_properties();
// One that is told of the end, too; `special` as for configure().
LogResult<Client> make_reader_to_the_end(const KafkaSettings& settings, const Properties& special);

// Learns who leads the partition, so that the first fetch need not wait for librdkafka's timers
// (half a second). The handle keeps the topic known; hold it as long as the client. Gives up soon:
// without a broker everything goes on as usual, only later.
Topic acquaint(rd_kafka_s* client, const std::string& topic);

// The whole topic as one partition, from `offset` on (librdkafka's special offsets included).
void assign(rd_kafka_s* consumer, const std::string& topic, std::int64_t offset);

// Call before whatever follows an assign() soon: another one, or the end. librdkafka's main thread
// stops a fetcher in two steps; told twice to stop it, it ends the process with an assertion (2.0).
// It answers questions in turn, so two answers are two steps. Not right behind assign(): there it
// makes the first fetch wait for a second.
void settle(rd_kafka_s* consumer);

// A message for the topic's only partition; librdkafka copies it.
struct Outgoing {
    std::string_view key;  // none if empty
    std::string_view value;
    std::int64_t unix_ms = 0;  // 0: now
    void* note = nullptr;      // comes back with the delivery report
};
// An rd_kafka_resp_err_t: what kept it from being queued. librdkafka has the headers afterwards.
[[nodiscard]] int produce(rd_kafka_s* client, rd_kafka_topic_s* topic, const Outgoing& message,
                          Headers headers);

[[nodiscard]] Headers new_headers();
void add(Headers& headers, const CloudEvent::Attribute& attribute);

// The record a message carries: its key and value. Empty without a key; what a stranger made with
// one parses as no record.
std::string record_of(const rd_kafka_message_s* message);

// `code` is an rd_kafka_resp_err_t.
[[nodiscard]] bool is_lost(int code);
[[nodiscard]] bool says_gone(int code);  // the topic does not exist
LogError to_error(int code, const KafkaSettings& settings, const std::string& doing);
// What is stored there does not fit its checksum.
LogError unreadable(const KafkaSettings& settings, Offset at);

// Counts down over several steps; never below 1 ms, which librdkafka takes for "at once".
class Deadline {
  public:
    explicit Deadline(std::chrono::milliseconds from_now)
        : end_(std::chrono::steady_clock::now() + from_now) {}
    [[nodiscard]] int left_ms() const;
    [[nodiscard]] bool passed() const { return std::chrono::steady_clock::now() >= end_; }

  private:
    std::chrono::steady_clock::time_point end_;
};

}  // namespace dibs::kafka
