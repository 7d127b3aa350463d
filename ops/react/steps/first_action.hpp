// How soon Dibs acts: the time from the sample that showed a violation to what came of the first
// step against it, without what the rules let pass before that step. For /metrics, since the start.
// A violation that goes on where an earlier one ended, or begins anew after an excuse, is not
// counted. Any thread.
#pragma once

#include "domain/violation/first_action.hpp"
#include "ingest/clock.hpp"
#include "projections/questions/snapshot.hpp"

#include <mutex>
#include <optional>

namespace dibs::steps {

// From when on that is counted; none: it is not the first step. That is when the process was
// recorded, which its sample is at once; where a booking that began, a rule or a name that became
// known made it a violation, when it was opened.
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
