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

using Violations = std::vector<violation::Violation>;

// An excuse that was taken back lets its steps begin anew: this one is of before.
bool is_called_for(const std::optional<views::Violation>& view, const violation::Escalated& step) {
    return view && view->state == views::ViolationState::open && !view->excused &&
           view->steps_since.value_or(step.at) <= step.at;
}

// It was reported by whoever was killed before the effect was over.
bool is_reported(const std::optional<views::Violation>& view, const violation::Escalated& step) {
    return view && std::any_of(view->steps.begin(), view->steps.end(),
                               [&](const views::ViolationStep& taken) {
                                   return taken.action == step.step.action &&
                                          taken.after_s == step.step.after_s &&
                                          taken.at == step.at && taken.outcome;
                               });
}

// Of whom the step was not needed, and of whom nobody can say whether an attempt that was cut off
// has ended them.
struct Over {
    Violations not_needed{};
    Violations not_known{};
};

// Leaves the step those it is still called for; of the others, those of which that is to be said.
Over take_what_is_over(const Snapshot& tables, violation::Escalated& step, const Effect& effect) {
    Over over;
    const bool may_be_ours = effect.may_have_begun && step.step.action == enforcement::Action::stop;
    std::erase_if(step.violations, [&](const violation::Violation& one) {
        const auto view = find_violation(tables, one.id);
        if (is_called_for(view, step)) return false;
        const bool closed = view && view->state == views::ViolationState::closed;
        auto& kind = may_be_ours && closed ? over.not_known : over.not_needed;
        if (!is_reported(view, step)) kind.push_back(one);
        return true;
    });
    return over;
}

// They ended while the step was taken.
void leave_out(violation::Escalated& step, Over& over, const Violations& left_out) {
    std::erase_if(step.violations, [&](const violation::Violation& one) {
        return std::any_of(left_out.begin(), left_out.end(),
                           [&](const violation::Violation& left) { return left.id == one.id; });
    });
    over.not_needed.insert(over.not_needed.end(), left_out.begin(), left_out.end());
}

// Nothing to be said of nobody.
bool report(CommandHandler& commands, const violation::Escalated& step, Violations violations,
            const Result& result) {
    if (violations.empty()) return true;
    return reported(commands, violation::Command{violation::ReportStep{
                                  std::move(violations), step.step, result.outcome, result.count,
                                  result.words, step.at}});
}

bool report(CommandHandler& commands, const violation::Escalated& step, const Over& over) {
    const Result not_known{violation::Outcome::no_target, 0,
                           "it is over; Dibs was started anew amid this, and may have ended it"};
    return report(commands, step, over.not_needed, {violation::Outcome::not_needed, 0, ""}) &&
           report(commands, step, over.not_known, not_known);
}

EffectEnd perform(const Handler& handler, const Parts& parts, const Effect& effect,
                  const std::atomic<bool>& stopping) {
    const auto record = parse_record(effect.record);
    auto step = record ? fact_in<violation::Escalated>(*record, parts.sealer) : std::nullopt;
    if (!step) return {.detail = "the fact cannot be read", .for_good = true};
    std::optional<Instant> called_for;
    Over over;
    {
        const auto tables = parts.tables(effect.position);
        if (!tables) return {.detail = "the tables are behind"};
        over = take_what_is_over(*tables, *step, effect);
        called_for = called_for_at(*tables, *step);
    }
    const EffectEnd untaken{.detail = "the log did not take what came of it"};
    if (step->violations.empty()) {
        return report(parts.commands, *step, over) ? EffectEnd{.good = true} : untaken;
    }
    auto end = handler.take({*step, effect, stopping});
    const auto& how = end.effect;
    const bool last = how.for_good || effect.attempt >= handler.retries.most_attempts;
    if (!end.result && !how.good && !how.interrupted && !how.postponed && last) {
        end.result = Result{violation::Outcome::failed, 0, how.detail};
    }
    if (end.result) leave_out(*step, over, end.left_out);
    // What came of it first: of a group that was told nobody is told anew.
    if (end.result && !(report(parts.commands, *step, step->violations, *end.result) &&
                        report(parts.commands, *step, over))) {
        return untaken;
    }
    if (end.result && !step->violations.empty() && called_for && parts.first_actions != nullptr) {
        parts.first_actions->came(step->step.action, end.result->outcome, *called_for);
    }
    return end.effect;
}

constexpr std::size_t most_at_once = 16;  // each may wait for a host that hangs

SideBySide side_by_side(Keeps keeps, const Sealer& sealer) {
    if (keeps == Keeps::all) return {};
    return {most_at_once, [keeps, &sealer](const RecordView& record) {
                std::vector<std::string> kept;
                const auto step = fact_in<violation::Escalated>(record, sealer);
                if (!step) return kept;
                for (const auto& one : step->violations) {
                    kept.push_back(to_text(one.host));
                    if (keeps == Keeps::accounts) kept.back() += ' ' + one.unix_name;
                }
                return kept;
            }};
}

}  // namespace

bool is_called_for(const Snapshot& tables, ViolationId id, const violation::Escalated& step) {
    return is_called_for(find_violation(tables, id), step);
}

Reaction reaction_of(Handler handler, const Parts& parts) {
    Reaction reaction;
    reaction.name = handler.name;
    reaction.retries = handler.retries;
    reaction.side_by_side = side_by_side(handler.keeps, parts.sealer);
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
