// What is done more than once does no harm: a message or a letter comes twice, a process that was
// stopped is gone.
#include "ops/react/steps/step.hpp"

#include "ops/react/fact_in.hpp"
#include "ops/react/reporting.hpp"
#include "projections/questions/violations.hpp"

#include <algorithm>
#include <utility>

namespace dibs::steps {
namespace {

bool is_called_for(const Snapshot& tables, const violation::Violation& violation) {
    const auto view = find_violation(tables, violation.id);
    return view && view->state == views::ViolationState::open && !view->excused;
}

bool report(CommandHandler& commands, const violation::Escalated& step, const Result& result) {
    return reported(commands,
                    violation::Command{violation::ReportStep{
                        step.violations, step.step, result.outcome, result.count, result.words}});
}

EffectEnd perform(const Handler& handler, const Parts& parts, const Effect& effect,
                  const std::atomic<bool>& stopping) {
    const auto record = parse_record(effect.record);
    auto step = record ? fact_in<violation::Escalated>(*record, parts.sealer) : std::nullopt;
    if (!step) return {.detail = "the fact cannot be read", .for_good = true};
    std::optional<Instant> called_for;
    {
        const auto tables = parts.tables(effect.position);
        if (!tables) return {.detail = "the tables are behind"};
        std::erase_if(step->violations,
                      [&](const auto& one) { return !is_called_for(*tables, one); });
        called_for = called_for_at(*tables, *step);
    }
    if (step->violations.empty()) return {.good = true};
    auto end = handler.take({*step, effect, stopping});
    const auto& how = end.effect;
    const bool last = how.for_good || effect.attempt >= handler.retries.most_attempts;
    if (!end.result && !how.good && !how.interrupted && !how.postponed && last) {
        end.result = Result{violation::Outcome::failed, 0, how.detail};
    }
    if (end.result && !report(parts.commands, *step, *end.result)) {
        return {.detail = "the log did not take what came of it"};
    }
    if (end.result && called_for && parts.first_actions != nullptr) {
        parts.first_actions->came(step->step.action, end.result->outcome, *called_for);
    }
    return end.effect;
}

}  // namespace

Reaction reaction_of(Handler handler, const Parts& parts) {
    Reaction reaction;
    reaction.name = handler.name;
    reaction.retries = handler.retries;
    reaction.by = handler.by;
    reaction.wants = [parts, actions = handler.actions](const RecordView& record) {
        const auto step = fact_in<violation::Escalated>(record, parts.sealer);
        return step &&
               std::find(actions.begin(), actions.end(), step->step.action) != actions.end();
    };
    reaction.perform = [parts, handler = std::move(handler)](const Effect& effect,
                                                             const std::atomic<bool>& stopping) {
        return perform(handler, parts, effect, stopping);
    };
    return reaction;
}

}  // namespace dibs::steps
