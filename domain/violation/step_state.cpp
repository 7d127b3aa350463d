// A held stop, a dry run, and a notification that announced no stop may be taken again.
#include "domain/violation/step_state.hpp"

#include "domain/violation/violation.hpp"

#include <algorithm>
#include <iterator>

namespace dibs::violation {
namespace {

using enforcement::Action;
using enforcement::Step;
using enforcement::Steps;
using enforcement::StopMode;
using enforcement::tells_person;

}  // namespace

void record_step(StepState& state, const Escalated& step) {
    // The stop was held until now, or the notification was sent before a stop was planned.
    std::erase_if(state.taken, [&](const Taken& one) {
        return one.step == step.step && (one.outcome == Outcome::not_told || !one.stops_at);
    });
    state.taken.push_back({step.step, step.at, {}, {}, step.stops_at});
}

void record_outcome(StepState& state, const Acted& acted) {
    if (acted.outcome == Outcome::not_told) {  // held now: it was not taken before
        const auto at = acted.at.value_or(Instant{});
        state.taken.push_back({acted.step, at, acted.outcome, at, {}});
        return;
    }
    const auto found = std::find_if(state.taken.begin(), state.taken.end(), [&](const Taken& one) {
        return is_outcome_of(acted, one.step, one.at);
    });
    if (found == state.taken.end() || found->outcome == Outcome::done) return;
    if (acted.outcome != Outcome::not_needed) {
        found->outcome = acted.outcome;
        // Old logs have no time: the step was not done before it was taken.
        found->acted_at = acted.at.value_or(found->at);
    } else if (!found->outcome && acted.step.action != Action::stop) {
        // It reached no person; the step repeats for those who can be reached now.
        state.taken.erase(found);
    }
}

StepState inherit_steps(const StepState& group, Instant since) {
    StepState state{since, {}};
    std::copy_if(group.taken.begin(), group.taken.end(), std::back_inserter(state.taken),
                 [](const Taken& one) { return one.step.action != Action::stop; });
    return state;
}

bool is_outcome_of(const Acted& acted, const Step& step, Instant at) {
    return acted.step == step && (!acted.escalated_at || at == *acted.escalated_at);
}

const Taken* find_taken(const StepState& state, const Step& step) {
    const auto found = std::find_if(state.taken.rbegin(), state.taken.rend(),
                                    [&](const Taken& taken) { return taken.step == step; });
    return found == state.taken.rend() ? nullptr : &*found;
}

const Taken* find_taken_by_rules(const StepState& state, const Steps& steps, const Step& step) {
    const auto* as_it_is = find_taken(state, step);
    if (as_it_is != nullptr || step.action == Action::stop) return as_it_is;
    auto before = std::count_if(steps.begin(), steps.end(), [&](const Step& other) {
        return other < step && other.action == step.action && find_taken(state, other) == nullptr;
    });
    for (const auto& taken : state.taken) {
        const bool moved = taken.step.action == step.action &&
                           std::find(steps.begin(), steps.end(), taken.step) == steps.end();
        if (moved && before-- == 0) return &taken;
    }
    return nullptr;
}

bool is_held(const StepState& state, const Step& stop) {
    const auto* taken = find_taken(state, stop);
    return taken != nullptr && taken->outcome == Outcome::not_told;
}

bool was_dry_run(const StepState& state, const Step& stop, StopMode mode) {
    const auto* taken = find_taken(state, stop);
    return taken != nullptr && taken->outcome == Outcome::dry_run && mode != StopMode::dry_run;
}

std::optional<Instant> warned_until(const StepState& state, StopMode mode) {
    std::optional<Instant> first;
    for (const auto& taken : state.taken) {
        if (!tells_person(taken.step.action) || taken.outcome != Outcome::done) continue;
        if (mode != StopMode::dry_run && !taken.stops_at) continue;
        const auto told = taken.acted_at.value_or(taken.at);
        const auto until = std::max(told + least_notice, taken.stops_at.value_or(told));
        first = first ? std::min(*first, until) : until;
    }
    return first;
}

}  // namespace dibs::violation
