// The writer as its health, its metrics and the answers of the API show it. A copy, for any thread.
#pragma once

#include "domain/kernel/ids.hpp"
#include "domain/kernel/time.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace dibs {

enum class WriterRole { starting, claiming, writing, standby, stopped };

struct WriterStatus {
    WriterRole role = WriterRole::starting;
    std::string problem{};            // why it takes no commands; empty if it does
    bool needs_admin = false;         // the log or the clock needs an admin first
    bool must_end = false;            // this process can use the log no more; a new one may
    std::optional<double> reading{};  // share of the log that was folded, while it folds
    std::uint64_t epoch = 0;
    Position position = 0;
    // The stamp of the newest record; none in an empty log. A stamp ahead of the clock is used
    // for every decision until the clock reaches it.
    std::optional<Instant> newest_at{};
    std::uint64_t commands = 0, refused = 0, deposed = 0, ignored_records = 0;
    std::uint64_t failures = 0;   // commands and ticks that an error in Dibs prevented
    std::size_t due_skipped = 0;  // aggregates skipped by the tick because of such an error
    Position snapshot = 0;        // position of the newest world snapshot; 0: none
    bool read_whole = false;      // read from the first record, not only behind the snapshot
    std::size_t queued = 0;
};

}  // namespace dibs
