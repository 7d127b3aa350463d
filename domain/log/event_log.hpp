// The log as the rest of Dibs sees it: byte records in one total order, appended by many, read by
// many. Three adapters keep this contract (memory, LMDB, Kafka; tests/contract runs one suite on
// all). The log promises little: an appended record may arrive late, twice, behind a stranger's, or
// not at all, and a suffix may be lost. What is a fact is decided by its readers (fence.hpp).
//
// Offsets order the records of one log and are opaque otherwise: they may have holes. Never
// compute with them outside an adapter; share_read below is an estimate for people.
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

// How much of the records up to `end` was read, 0..1.
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
        unavailable,  // nothing is wrong but the connection or the deadline: try again
        full,         // no room on disk or in the queue; nothing was appended
        fatal,        // this appender must be abandoned and made anew
        lost,         // the log is not the one read so far, or was cut: stop
        gone,         // there is no log now: nothing read from it is certain till it is back
        unreadable,   // bytes that do not fit their checksum: nothing behind them till others come
        refused,      // the log is not set up as Dibs needs it; `text` names the setting
        damaged,      // it holds other bytes than were appended: stop
        broken,       // this process cannot use it any more, a new one may: end
    };
    Kind kind{};
    std::string text;
};

template <class T>
using LogResult = tl::expected<T, LogError>;

// Trying again does not help: nothing is answered from here on.
[[nodiscard]] inline bool is_final(const LogError& error) {
    using Kind = LogError::Kind;
    return error.kind == Kind::lost || error.kind == Kind::damaged || error.kind == Kind::broken;
}

// Reads forward. Owned and used by one thread.
class LogCursor {
  public:
    virtual ~LogCursor() = default;

    struct Batch {
        std::vector<LogEntry> entries;
        // Reading may have been interrupted since the last call (reconnect, leader change, error):
        // the reader verifies its anchors before it trusts what follows.
        bool gap = false;
    };
    // The next entries, at most `max`, waiting up to `wait` for the first one; empty on time-out.
    virtual LogResult<Batch> next(std::size_t max, std::chrono::milliseconds wait) = 0;

    // Continues right behind `after` (before_first: from the oldest record).
    virtual void seek(Offset after) = 0;
};

// Appends. Owned and used by one thread. Its records reach the log in the order given, or not at
// all; after an error of kind `fatal` a new one is made.
class LogAppender {
  public:
    virtual ~LogAppender() = default;

    // Hands all records over, or none (kinds full, fatal). Does not wait.
    virtual LogResult<void> append(std::vector<std::string> records) = 0;

    // Waits until every record handed over is replicated (delivery reports; on disk), or says why
    // not. `unavailable` after the deadline means: the outcome is unknown.
    virtual LogResult<void> flush(std::chrono::milliseconds deadline) = 0;
};

class EventLog {
  public:
    virtual ~EventLog() = default;

    virtual LogResult<std::unique_ptr<LogCursor>> open_cursor(Offset after) = 0;
    virtual LogResult<std::unique_ptr<LogAppender>> open_appender() = 0;

    // The record at an offset once read, to verify an anchor; nothing if it is no longer there.
    // `unavailable` as long as that is in doubt: a log of many machines may seem to end early while
    // one takes over from another.
    virtual LogResult<std::optional<std::string>> at(Offset offset) = 0;

    // The offset of the newest record, before_first when empty.
    virtual LogResult<Offset> newest() = 0;

    // Whether a lock sees to it that this process alone appends: then each record continues the one
    // before it, and what the reading rule would ignore is damage.
    [[nodiscard]] virtual bool has_one_writer() const { return false; }
    // A reader found that it cannot go on for good. Where the log is this process's own, every call
    // gets the first such error from then on, whoever makes it. Returns that.
    virtual LogError condemn(LogError error) { return error; }
};

}  // namespace dibs
