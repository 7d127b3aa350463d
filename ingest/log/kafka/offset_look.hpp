// A consumer for single questions: the record at one offset, or at the end. Every question has a
// deadline: librdkafka's own query for the end of a partition waits without limit when no broker
// answers. If nothing comes, it asks a broker for the topic itself, because it may be gone. Used
// under the lock of the log.
//
// One object reads offsets or the end, never both. librdkafka 2.0 looks up the end with a request
// of its own, and repeats it after a late answer. It does so even if an offset was assigned
// meanwhile, and then continues at the end. That happens during a change of the leader.
#pragma once

#include "ingest/log/kafka/kafka_client.hpp"

#include <chrono>
#include <cstdint>
#include <optional>

namespace dibs::kafka {

class OffsetLook {
  public:
    struct Seen {
        std::optional<LogEntry> newest;   // newest record read
        std::optional<std::int64_t> end;  // of the partition, if it was reached
    };

    explicit OffsetLook(const KafkaSettings& settings) : settings_(settings) {}
    LogResult<void> open();

    // Reads from the offset on: the first message only, or all up to the end. Returns neither field
    // if the broker has no such offset.
    LogResult<Seen> from(std::int64_t offset, bool first_only);
    // Reads the last message; sets only `end` if it is not a record.
    LogResult<Seen> at_end();

  private:
    struct Gone {
        LogError said;
        std::chrono::steady_clock::time_point until;
    };

    LogResult<Seen> read(bool first_only);
    LogError silence();

    const KafkaSettings settings_;
    bool known_ = false;  // the broker has answered once
    std::optional<Gone> gone_;
    Client client_;
    Topic topic_;
};

}  // namespace dibs::kafka
