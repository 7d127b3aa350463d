// The port to the event log: byte records in one total order, with many appenders and many readers.
// Three adapters implement this contract (memory, LMDB, Kafka); tests/contract runs one suite on
// all. The log guarantees little. An appended record may arrive late, twice, after another writer's
// records, or not at all. A suffix may be lost. Readers decide which records are facts (fence.hpp).
//
// Offsets order the records of one log and are otherwise opaque: they may have gaps. Never compute
// with them outside an adapter. share_read below is an estimate for people.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <tl/expected.hpp>

namespace dibs {

using Offset = std::int64_t;
inline constexpr Offset before_first = -1;

// The share of the records up to `end` that was read, 0..1.
[[nodiscard]] inline double share_read(Offset read, Offset end) {
    if (read >= end) return 1;
    return static_cast<double>(read - before_first) / static_cast<double>(end - before_first);
}

struct LogEntry {
    Offset offset{};
    std::string record;

    friend bool operator==(const LogEntry&, const LogEntry&) = default;
};

struct LogError {
    enum class Kind {
        unavailable,  // only the connection or the deadline failed: try again
        full,         // no room on disk or in the queue; nothing was appended
        fatal,        // this appender is unusable: make a new one
        lost,         // the log is not the one read so far, or was cut: stop
        gone,         // there is no log now: nothing read from it is certain until it is back
        // The bytes do not fit their checksum: reading cannot continue until they are replaced.
        unreadable,
        refused,  // the log's configuration does not fit Dibs; `text` names the setting
        damaged,  // the log holds other bytes than were appended: stop
        broken,   // this process cannot use the log any more, a new process may: exit
    };
    Kind kind{};
    std::string text;
};

template <class T>
using LogResult = tl::expected<T, LogError>;

// A retry does not help: the node answers no more requests.
[[nodiscard]] inline bool is_final(const LogError& error) {
    using Kind = LogError::Kind;
    return error.kind == Kind::lost || error.kind == Kind::damaged || error.kind == Kind::broken;
}

// Reads forward. One thread at a time uses it.
class LogCursor {
  public:
    virtual ~LogCursor() = default;

    struct Batch {
        std::vector<LogEntry> entries;
        // True if reading may have been interrupted since the last call (reconnect, leader change,
        // error). The reader then verifies its anchors before it trusts the following entries.
        bool gap = false;
    };
    // The next entries, at most `max`. Waits up to `wait` for the first one; empty on time-out.
    virtual LogResult<Batch> next(std::size_t max, std::chrono::milliseconds wait) = 0;

    // Continues right after `after` (before_first: from the oldest record).
    virtual void seek(Offset after) = 0;
};

// Appends records. One thread owns and uses it. Its records reach the log in the order given, or
// not at all. After an error of kind `fatal`, the caller makes a new one.
class LogAppender {
  public:
    virtual ~LogAppender() = default;

    // Queues all records, or none (kinds full, fatal). Does not wait.
    virtual LogResult<void> append(std::vector<std::string> records) = 0;

    // Waits until every queued record is durable: replicated (delivery reports) or on disk. Returns
    // an error otherwise. `unavailable` after the deadline means that the outcome is unknown.
    virtual LogResult<void> flush(std::chrono::milliseconds deadline) = 0;
};

class EventLog {
  public:
    virtual ~EventLog() = default;

    virtual LogResult<std::unique_ptr<LogCursor>> open_cursor(Offset after) = 0;
    virtual LogResult<std::unique_ptr<LogAppender>> open_appender() = 0;

    // The record at an offset that was read before, to verify an anchor. Nothing if it is no longer
    // there. Returns `unavailable` while that is uncertain: a replicated log may seem to end early
    // during a change of leader.
    virtual LogResult<std::optional<std::string>> at(Offset offset) = 0;

    // The offset of the newest record, before_first when empty.
    virtual LogResult<Offset> newest() = 0;

    // True if a lock ensures that only this process appends. Then each record continues the one
    // before it, and a record that the reading rule would ignore is damage.
    [[nodiscard]] virtual bool has_one_writer() const { return false; }
    // Reports a reader's final error. If the log belongs to this process, every later call by any
    // caller returns the first such error. Returns that error.
    virtual LogError condemn(LogError error) { return error; }
};

}  // namespace dibs
