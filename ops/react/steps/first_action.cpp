// For a group, the violation that was opened first counts: the others join it.
#include "ops/react/steps/first_action.hpp"

#include "projections/fleet/fleet.hpp"
#include "projections/questions/violations.hpp"

#include <algorithm>

namespace dibs::steps {
namespace {

// A process that appeared earlier than this before the opening did not cause it: time is checked
// each second.
constexpr Duration opened_by_coming = std::chrono::seconds{3};
// Tolerance for a step that counts from the opening: the time of the decision.
constexpr Duration to_decide = std::chrono::seconds{1};

std::optional<views::Violation> first_of(const Snapshot& tables,
                                         const std::vector<violation::Violation>& violations) {
    std::optional<views::Violation> first;
    for (const auto& one : violations) {
        auto view = find_violation(tables, one.id);
        if (view && (!first || view->opened_at < first->opened_at)) first = std::move(view);
    }
    return first;
}

}  // namespace

std::optional<Instant> called_for_at(const Snapshot& tables, const violation::Escalated& step) {
    const auto first = first_of(tables, step.violations);
    if (!first || !first->steps_since) return std::nullopt;
    const auto apart = *first->steps_since - first->opened_at;
    if (apart > to_decide || apart < -to_decide) return std::nullopt;
    const bool taken_before =
        std::any_of(first->steps.begin(), first->steps.end(),
                    [&](const views::ViolationStep& taken) { return taken.at < step.at; });
    if (taken_before) return std::nullopt;
    auto from = first->opened_at;
    for (const auto& one : first->processes) {
        const auto process = projections::find_process(tables.txn(), one.id);
        if (!process || process->appeared_at > from) continue;
        if (first->opened_at - process->appeared_at <= opened_by_coming) {
            from = process->appeared_at;
        }
    }
    return from + std::chrono::seconds{step.step.after_s};
}

void FirstActionClock::came(enforcement::Action action, violation::Outcome outcome,
                            Instant called_for) {
    const auto took = clock_() - called_for;
    if (took < Duration::zero()) return;  // the clock was set back
    const std::lock_guard lock(mutex_);
    times_[{action, outcome}].add(took);
}

violation::FirstActions FirstActionClock::times() const {
    const std::lock_guard lock(mutex_);
    return times_;
}

}  // namespace dibs::steps
