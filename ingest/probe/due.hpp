// Decides when to connect to a host, when to give up a silent one, and how long to wait after a
// failure. Pure: the clock and the random number are passed in. One `HostDue` per host, owned by
// the monitor.
#pragma once

#include "domain/kernel/time.hpp"

#include <chrono>
#include <cstdint>

namespace dibs::probe {

using SteadyTime = std::chrono::steady_clock::time_point;

struct DueRules {
    Duration period{1000};           // the expected interval between frames
    Duration first_wait{2000};       // after one failure, before jitter
    Duration longest_wait{60'000};   // after any number of failures
    Duration connect_limit{30'000};  // to the first frame of an open stream: login shells are slow
    Duration steady_after{10'000};   // a stream this old clears the count of failures
};

// A stream without a frame for this long is dead. Three periods, at least 5 s.
[[nodiscard]] Duration silence_limit(const DueRules& rules);

// Returns the wait after the n-th consecutive failure (n from 1). The wait doubles; `random` in [0,
// 1) chooses between half and all of it. With the rules above 1 s to 60 s.
[[nodiscard]] Duration wait_after(int failures, double random, const DueRules& rules);

class HostDue {
  public:
    enum class Action { none, connect, give_up };

    explicit HostDue(DueRules rules = {}) : rules_(rules) {}

    // Returns the action that is due now. A new host is due at once.
    [[nodiscard]] Action check(SteadyTime now) const;

    void connecting(SteadyTime now);
    void opened(SteadyTime now);
    void frame(SteadyTime now);
    void failed(SteadyTime now, double random);
    void ended_as_planned(SteadyTime now);  // reconnects at once, counts as no failure

    [[nodiscard]] int failures() const { return failures_; }
    [[nodiscard]] SteadyTime next_attempt() const { return since_; }

  private:
    enum class State { waiting, connecting, opened, streaming };

    DueRules rules_;
    State state_{State::waiting};
    SteadyTime since_{};   // waiting: the next attempt; else: the last sign of life
    SteadyTime opened_{};  // of the current stream
    int failures_{0};
};

}  // namespace dibs::probe
