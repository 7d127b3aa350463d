// One reading of the log for all reactors that are at its end. One Tail reads and verifies each new
// record, and the newest batches, up to a number of bytes, stay in memory for the other reactors. A
// reader whose position is not among them reads with a Tail of its own until it is. So a slow
// reader delays no other reader, and memory is bounded.
//
// There is no thread: the first reader that needs more records reads for all, on its own thread,
// and the others wait for it. The first reader at the end of the log gives its Tail. An error ends
// the sharing. Each reader then continues with a Tail of its own, which judges loss and damage from
// its own position, until one of them is at the end again.
#pragma once

#include "domain/log/checkpoint.hpp"
#include "domain/log/event_log.hpp"
#include "domain/log/tail.hpp"

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace dibs {

// Each reactor's thread calls read_after and share, any thread the others. It outlives its readers.
class SharedTail {
  public:
    // `most_bytes`: of the kept batches; the newest one is kept even if it is larger.
    explicit SharedTail(EventLog& log, std::size_t most_bytes = std::size_t{4} << 20)
        : log_(log), most_bytes_(most_bytes) {}

    // The accepted records of one read.
    struct Batch {
        std::vector<Accepted> records;
        Checkpoint after;  // right after them
        std::size_t bytes = 0;
    };
    struct Found {
        // Contains the records after the position, if there are any. Null: the position is not
        // among the kept batches, or belongs to another log.
        std::shared_ptr<const Batch> batch;
        bool at_end = false;  // the log had nothing more after it
    };
    // The kept batch after this position. If there is none yet, reads on, or waits for the reader
    // that does: up to `wait`.
    [[nodiscard]] Found read_after(const Checkpoint& position, std::chrono::milliseconds wait);

    // Takes this Tail, which is at the end of the log, to read for all. False: there is one.
    [[nodiscard]] bool share(Tail& tail);

    [[nodiscard]] EventLog& log() const { return log_; }
    [[nodiscard]] std::size_t kept_bytes() const;

  private:
    [[nodiscard]] Found find(const Checkpoint& position) const;
    [[nodiscard]] bool is_newest(const Checkpoint& position) const;
    void read_on(std::unique_lock<std::mutex>& lock, std::chrono::milliseconds wait);
    void keep(std::shared_ptr<const Batch> batch);

    EventLog& log_;
    const std::size_t most_bytes_;
    // Of the reader that has set `reading_`, without the lock.
    std::optional<Tail> tail_;

    mutable std::mutex mutex_;  // guards the members below
    std::condition_variable progress_;
    bool reading_ = false;
    bool at_end_ = false;
    std::deque<std::shared_ptr<const Batch>> kept_;  // empty: nothing is shared
    std::size_t kept_bytes_ = 0;
};

// The position of one reactor, which owns and uses it on one thread.
class ReactorReader {
  public:
    ReactorReader(SharedTail& shared, Checkpoint from)
        : shared_(shared), checkpoint_(std::move(from)) {}

    // Calls `take` for the next accepted records of whole commands, in order, including claims.
    // Waits up to `wait` for the first one. Returns their number. Errors are those of a Tail.
    LogResult<std::size_t> next(std::chrono::milliseconds wait,
                                const std::function<void(const Accepted&)>& take);

    // Right after the records that were taken.
    [[nodiscard]] const Checkpoint& checkpoint() const { return checkpoint_; }
    // True if the log had nothing more after them.
    [[nodiscard]] bool is_at_end() const { return at_end_; }

  private:
    LogResult<std::size_t> read_alone(std::chrono::milliseconds wait,
                                      const std::function<void(const Accepted&)>& take);

    SharedTail& shared_;
    Checkpoint checkpoint_;
    std::optional<Tail> own_tail_;  // while it reads alone
    bool at_end_ = false;
};

}  // namespace dibs
