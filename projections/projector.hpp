// Carries facts from the log into the tables that answer. Projects a batch and its checkpoint in
// one transaction, then publishes its position and passes the batch to its listeners. A listener or
// waiter that reads the tables finds at least what it was notified of. Read models that are behind
// are left to the rebuilder until it has swapped them in. Runs on its own thread from start() to
// stop(); callbacks run on it and must be short.
#pragma once

#include "projections/fact_reader.hpp"
#include "projections/read_model.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace dibs {

class Projector {
  public:
    using SteadyClock = std::chrono::steady_clock;
    using Batch = std::shared_ptr<const std::vector<Recorded>>;

    struct Settings {
        std::size_t batch = 8192;  // records in one transaction
        // one read of the log; also how late a deadline can expire
        std::chrono::milliseconds wait{50};
        std::chrono::milliseconds pause{500};  // after an error that may pass
    };
    struct Status {
        Position position = 0;
        bool caught_up = false;  // the tables have once held everything in the log
        // read part of the log, 0..1; none: its end is not known yet
        std::optional<double> share{};
        bool stopped = false;  // permanently: the log was cut, or holds records that cannot be read
        bool answers = true;   // also false while the log is gone: the tables may be wrong
        std::string error{};   // the current error; empty: none
    };

    Projector(EventLog& log, const Sealer& sealer, ReadModel& model)
        : Projector(log, sealer, model, Settings{}) {}
    Projector(EventLog& log, const Sealer& sealer, ReadModel& model, Settings settings);
    ~Projector();  // calls stop()

    void start();
    void stop();
    // Ends the pause after an error. New records need no call: the log's cursor wakes for them.
    void notify();

    // Before start(). The listener gets each batch after its commit, in order.
    void subscribe(std::function<void(const Batch&)> listener);
    // Before start(). Called once, before the listeners get the batch that caught up.
    void when_caught_up(std::function<void()> callback) { on_caught_up_ = std::move(callback); }
    // Before start(). Called on its thread soon after a rebuilt read model was swapped in.
    void when_swapped(std::function<void()> callback) { on_swapped_ = std::move(callback); }

    // Any thread, without a lock: called for each request.
    [[nodiscard]] bool caught_up() const { return caught_up_.load(std::memory_order_acquire); }
    [[nodiscard]] Position position() const { return position_.load(std::memory_order_acquire); }
    // Whether the tables hold everything that is in the log now. Reads the log's end.
    [[nodiscard]] bool holds_all() const;
    // Blocks; true once the tables hold the fact of this position. For tests and start-up.
    bool wait_for(Position position, SteadyClock::time_point deadline);
    // Calls back once: true when the position is reached, false when the deadline passed or at
    // stop. If it is reached already, calls back at once on this thread, else on the projector's.
    void when_reached(Position position, SteadyClock::time_point deadline,
                      std::function<void(bool reached)> callback);
    [[nodiscard]] Status status() const;
    // Time since the tables were last known to follow the log; none while they do.
    [[nodiscard]] std::optional<std::chrono::seconds> age() const;

    // Runs one step on the caller's thread, instead of start(). For tests. True if a batch was
    // committed.
    bool step();

  private:
    struct Waiter {
        SteadyClock::time_point deadline;
        std::function<void(bool)> callback;
    };
    void run();
    bool take(std::vector<Recorded> facts);
    bool commit(const std::vector<Recorded>& facts);
    void notify_of_swaps();
    void reached(Offset read);
    void fail(FactReader::Trouble trouble);
    void fail_and_reread(FactReader::Trouble trouble);
    void settle(SteadyClock::time_point now);
    void release_all();

    EventLog& log_;
    const Sealer& sealer_;
    ReadModel& model_;
    Settings settings_;
    std::unique_ptr<FactReader> reader_;
    // the newest record when reading began; used on the projector's thread
    std::optional<Offset> goal_;
    std::uint64_t swapped_ = 0;  // of which on_swapped_ was notified
    std::vector<std::function<void(const Batch&)>> listeners_;
    std::function<void()> on_caught_up_ = [] {};
    std::function<void()> on_swapped_ = [] {};
    std::atomic<Position> position_{0};
    std::atomic<Offset> read_up_to_{before_first};
    std::atomic<bool> caught_up_{false};
    std::atomic<bool> in_trouble_{false};
    std::atomic<bool> stopping_{false};

    mutable std::mutex mutex_;
    std::condition_variable woken_;
    std::multimap<Position, Waiter> waiters_;  // under mutex_
    Status status_;                            // under mutex_, except position and caught_up
    SteadyClock::time_point good_at_ = SteadyClock::now();  // under mutex_
    bool notified_ = false;                                 // under mutex_
    std::thread thread_;
};

}  // namespace dibs
