// A consumer of single looks: what stands at one offset, or at the end. Every look has a deadline:
// librdkafka's own query for the end of a partition waits for ever when no broker answers. Where
// nothing comes, a broker is asked for the topic itself: it may be gone. Used under the lock of the
// log.
//
// One looks at offsets or at the end, never at both. librdkafka 2.0 looks the end up by a question
// of its own, and an answer that comes too late makes it ask again: also when an offset was
// assigned meanwhile, and then it goes on at the end instead. That happens while another broker
// begins to lead.
#pragma once

#include "ingest/log/kafka/kafka_client.hpp"

#include <chrono>
#include <cstdint>
#include <optional>

namespace dibs::kafka {

class OffsetLook {
  public:
    struct Seen {
        std::optional<LogEntry> newest;   // of those looked at
        std::optional<std::int64_t> end;  // of the partition, if it was reached
    };

    explicit OffsetLook(const KafkaSettings& settings) : settings_(settings) {}
    LogResult<void> open();

    // What there is from the offset on: the first message only, or all up to the end. Neither if
    // the broker has no such offset.
    LogResult<Seen> from(std::int64_t offset, bool first_only);
    // The last message; only the end if something else stands there.
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
