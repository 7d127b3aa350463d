// When to connect to a host, when to give a silent one up, how long to wait after a failure. Pure:
// the clock and the random number are passed in. One `HostDue` per host, owned by the monitor.
#pragma once

#include "domain/kernel/time.hpp"

#include <chrono>
#include <cstdint>

namespace dibs::probe {

using SteadyTime = std::chrono::steady_clock::time_point;

struct DueRules {
    Duration period{1000};           // a frame is expected each
    Duration first_wait{2000};       // after one failure, before jitter
    Duration longest_wait{60'000};   // whatever failed how often
    Duration connect_limit{30'000};  // to the first frame of a new stream: login shells may be slow
    Duration steady_after{10'000};   // a stream this old clears the count of failures
};

// No frame for this long: the stream is dead. Three periods, at least 5 s.
[[nodiscard]] Duration silence_limit(const DueRules& rules);

// The wait after the n-th failure running (n from 1): doubles, between half and all of it by
// `random` in [0, 1). With the rules above 1 s to 60 s.
[[nodiscard]] Duration wait_after(int failures, double random, const DueRules& rules);

class HostDue {
  public:
    enum class Action { none, connect, give_up };

    explicit HostDue(DueRules rules = {}) : rules_(rules) {}

    // What has to be done now. A new host is due at once.
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
    SteadyTime since_{};   // waiting: until then; else: the last sign of life
    SteadyTime opened_{};  // of the current stream
    int failures_{0};
};

}  // namespace dibs::probe
