// librdkafka's handles, closed in the right order by their owners, its configuration, and the
// meaning of its errors for a log. Internal to the kafka_* files; only their .cpp files include
// rdkafka.h.
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

// Sets brokers, reconnection and logging, then `special`, then settings.properties. `refused` names
// a property that librdkafka rejects.
using Properties = std::vector<std::pair<std::string, std::string>>;
LogResult<Conf> configure(const KafkaSettings& settings, const Properties& special);
LogResult<Client> make_producer(Conf conf);
LogResult<Client> make_consumer(Conf conf);
// The properties of a consumer of the facts: assigned, in no group, reading everything.
Properties consumer_properties();
// Makes a consumer that is notified at the end of the partition; `special` as for configure().
LogResult<Client> make_reader_to_the_end(const KafkaSettings& settings, const Properties& special);

// Learns the partition's leader, so that the first fetch need not wait for librdkafka's timers
// (half a second). The handle keeps the topic known; hold it as long as the client. Gives up soon:
// without a broker everything works as usual, only later.
Topic acquaint(rd_kafka_s* client, const std::string& topic);

// Assigns the whole topic as one partition, from `offset` on (librdkafka's special offsets
// included).
void assign(rd_kafka_s* consumer, const std::string& topic, std::int64_t offset);

// Call it before anything that soon follows an assign(): another one, or the end. librdkafka's main
// thread stops a fetcher in two steps. If it must stop it twice, it ends the process with an
// assertion (2.0). It answers requests in turn, so two answers mean two steps. Do not call it right
// behind assign(): there it delays the first fetch by a second.
void settle(rd_kafka_s* consumer);

// A message for the topic's only partition; librdkafka copies it.
struct Outgoing {
    std::string_view key;  // empty: none
    std::string_view value;
    std::int64_t unix_ms = 0;  // 0: now
    void* note = nullptr;      // returned with the delivery report
};
// Returns an rd_kafka_resp_err_t: the reason why the message was not queued. librdkafka owns the
// headers afterwards.
[[nodiscard]] int produce(rd_kafka_s* client, rd_kafka_topic_s* topic, const Outgoing& message,
                          Headers headers);

[[nodiscard]] Headers new_headers();
void add(Headers& headers, const CloudEvent::Attribute& attribute);

// Returns the record of a message: its key and value. Empty without a key; a foreign message with a
// key does not parse as a record.
std::string record_of(const rd_kafka_message_s* message);

// `code` is an rd_kafka_resp_err_t.
[[nodiscard]] bool is_lost(int code);
[[nodiscard]] bool says_gone(int code);  // the topic does not exist
LogError to_error(int code, const KafkaSettings& settings, const std::string& doing);
// The stored data does not fit its checksum.
LogError unreadable(const KafkaSettings& settings, Offset at);

// Counts down over several steps; never below 1 ms, because librdkafka reads 0 as "at once".
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
