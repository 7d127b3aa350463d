// How soon Dibs acts: the time from the sample that showed a violation to the result of the first
// step, minus the delay that the rules ask for. For /metrics, since the start. Does not count a
// violation that continues an earlier one, or that reopens after an excuse. Any thread.
#pragma once

#include "domain/violation/first_action.hpp"
#include "ingest/clock.hpp"
#include "projections/questions/snapshot.hpp"

#include <mutex>
#include <optional>

namespace dibs::steps {

// The start of that time; none: not the first step. It is the record time of the process, which
// equals its sample's time. If a booking, a rule or a newly known name made it a violation, it is
// the time of the opening.
[[nodiscard]] std::optional<Instant> called_for_at(const Snapshot& tables,
                                                   const violation::Escalated& step);

class FirstActionClock {
  public:
    explicit FirstActionClock(Clock clock) : clock_(std::move(clock)) {}

    void came(enforcement::Action action, violation::Outcome outcome, Instant called_for);
    [[nodiscard]] violation::FirstActions times() const;

  private:
    Clock clock_;
    mutable std::mutex mutex_;
    violation::FirstActions times_;
};

}  // namespace dibs::steps
