// The step's own fact says which rules it was decided by; the basis has those of now.
#include "domain/violation/called_for.hpp"

#include "domain/violation/violation_steps.hpp"

#include <algorithm>

namespace dibs::violation {
namespace {

using enforcement::StopMode;

bool is_ordered(const Escalated& step, const StepBasis& now) {
    if (now.rules.stopping() == StopMode::dry_run && ends_processes(step)) return false;
    const auto action = step.step.action;
    const auto steps = now.rules.steps();
    return enforcement::needed_for(action) <= protection_by(now.rules, now.asked) &&
           std::any_of(steps.begin(), steps.end(),
                       [&](const enforcement::Step& one) { return one.action == action; });
}

}  // namespace

bool ends_processes(const Escalated& step) {
    return step.step.action == enforcement::Action::stop &&
           step.stop_mode.value_or(StopMode::dry_run) != StopMode::dry_run;
}

bool still_called_for(const Escalated& step, const StepBasis& now) {
    const bool is_this_round = now.steps_since.value_or(step.at) <= step.at;
    return now.open && !now.excused && is_this_round && is_ordered(step, now);
}

}  // namespace dibs::violation
