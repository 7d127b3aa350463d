// How far the steps against one violation are: when they began, the steps taken, and their
// outcomes. `evolve` keeps it with the functions here. Which step is next follows from the states
// of a whole group and the rules (violation_steps). Pure.
#pragma once

#include "domain/kernel/time.hpp"
#include "domain/rules/enforcement.hpp"

#include <optional>
#include <vector>

namespace dibs::violation {

struct Acted;
struct Escalated;

// The outcome of a step, from its reactor (ops/react).
enum class Outcome {
    done,
    dry_run,    // all was checked and no signal sent
    no_target,  // no terminal, no address, or the process has ended
    failed,
    skipped,     // a mail at a site that sends none: a setting, not a failure
    not_needed,  // the violation ended or was excused before the step
    not_told,    // a held stop: its people were not notified before
};

// A step and its outcome. A stop waits until its people were notified.
struct Taken {
    enforcement::Step step;
    Instant at;
    std::optional<Outcome> outcome{};  // none: in progress
    std::optional<Instant> acted_at{};
    // The time of the stop in the notification; none: it announced no stop.
    std::optional<Instant> stops_at{};
};

struct StepState {
    Instant since{};             // the delays of its steps count from then
    std::vector<Taken> taken{};  // in order of time
};

// The minimum time from a notification to the stop.
inline constexpr Duration least_notice = std::chrono::seconds{enforcement::least_notice_s};

// --- changes, by the events of this violation

void record_step(StepState& state, const Escalated& step);
// Ignores the outcome of a step that was not taken, or that is done.
void record_outcome(StepState& state, const Acted& acted);
// The state of a new member of a group: it inherits all steps but a stop, which applies to each
// process separately.
[[nodiscard]] StepState inherit_steps(const StepState& group, Instant since);

// --- questions

// True if the outcome is of this step, taken then. An old record names no time.
[[nodiscard]] bool is_outcome_of(const Acted& acted, const enforcement::Step& step, Instant at);

// The last one, if the step was taken more than once. Null if it never was.
[[nodiscard]] const Taken* find_taken(const StepState& state, const enforcement::Step& step);
// Finds the taken step for a step of the present rules (`steps`). A step whose time the rules have
// changed since is still the same step, in order of time, so no person is notified twice. A stop is
// not: its time was announced.
[[nodiscard]] const Taken* find_taken_by_rules(const StepState& state,
                                               const enforcement::Steps& steps,
                                               const enforcement::Step& step);

[[nodiscard]] bool is_held(const StepState& state, const enforcement::Step& stop);
// True if the stop was only a dry run and the rules now stop processes: it is taken once more.
[[nodiscard]] bool was_dry_run(const StepState& state, const enforcement::Step& stop,
                               enforcement::StopMode mode);

// The earliest stop after the notification: a minute later, and not before the announced time.
// Nothing if no notification announced a stop. People who were notified before a stop was planned
// (a higher protection of the booking, or changed rules) are notified again. A dry run stops no
// process, and is not announced.
[[nodiscard]] std::optional<Instant> warned_until(const StepState& state,
                                                  enforcement::StopMode mode);

}  // namespace dibs::violation
