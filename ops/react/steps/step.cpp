// A repeated step does no harm: a message or a letter arrives twice, a stopped process is gone.
#include "ops/react/steps/step.hpp"

#include "domain/violation/called_for.hpp"
#include "ops/react/fact_in.hpp"
#include "ops/react/reporting.hpp"
#include "projections/questions/calendar.hpp"
#include "projections/questions/site.hpp"
#include "projections/questions/violations.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace dibs::steps {
namespace {

using Violations = std::vector<violation::Violation>;

// The state behind a step, as the tables have it; none: the violation is not in them.
std::optional<violation::StepBasis> basis_of(const Snapshot& tables, const rules::Rules& rules,
                                             const std::optional<views::Violation>& view) {
    if (!view) return std::nullopt;
    const auto held =
        view->reservation ? find_reservation(tables, *view->reservation) : std::nullopt;
    return violation::StepBasis{.open = view->state == views::ViolationState::open,
                                .excused = view->excused.has_value(),
                                .steps_since = view->steps_since,
                                .rules = rules,
                                .asked = held ? held->protection : std::nullopt};
}

bool view_calls_for(const Snapshot& tables, const rules::Rules& rules,
                    const std::optional<views::Violation>& view, const violation::Escalated& step) {
    const auto basis = basis_of(tables, rules, view);
    return basis && violation::still_called_for(step, *basis);
}

// True if a run before a crash has reported it.
bool is_reported(const std::optional<views::Violation>& view, const violation::Escalated& step) {
    return view && std::any_of(view->steps.begin(), view->steps.end(),
                               [&](const views::ViolationStep& taken) {
                                   return taken.action == step.step.action &&
                                          taken.after_s == step.step.after_s &&
                                          taken.at == step.at && taken.outcome;
                               });
}

// Keeps the violations that the step is still called for, and returns unreported results of the
// others. Those are "not needed"; or "not known", where an interrupted attempt may have ended the
// process.
std::vector<GroupedResult> remove_ended(const Snapshot& tables, violation::Escalated& step,
                                        const Effect& effect) {
    GroupedResult not_needed{{}, {violation::Outcome::not_needed, 0, ""}};
    GroupedResult not_known{{},
                            {violation::Outcome::no_target, 0,
                             "it is over; an attempt of this that was cut off may have ended it"}};
    const bool may_be_ours =
        (effect.may_have_begun || effect.attempt > 1) && violation::ends_processes(step);
    const auto rules = site_rules(tables).rules;
    std::erase_if(step.violations, [&](const violation::Violation& one) {
        const auto view = find_violation(tables, one.id);
        const bool reported = is_reported(view, step);
        if (!reported && view_calls_for(tables, rules, view, step)) return false;
        const bool closed = view && view->state == views::ViolationState::closed;
        auto& kind = may_be_ours && closed ? not_known : not_needed;
        if (!reported) kind.violations.push_back(one);
        return true;
    });
    return {std::move(not_needed), std::move(not_known)};
}

void leave_out(violation::Escalated& step, const Violations& those) {
    std::erase_if(step.violations, [&](const violation::Violation& one) {
        return std::any_of(those.begin(), those.end(),
                           [&](const violation::Violation& left) { return left.id == one.id; });
    });
}

// Without violations there is nothing to report.
bool report(CommandHandler& commands, const violation::Escalated& step, Violations violations,
            const Result& result) {
    if (violations.empty()) return true;
    return reported(commands, violation::Command{violation::ReportStep{
                                  std::move(violations), step.step, result.outcome, result.count,
                                  result.words, step.at}});
}

bool report(CommandHandler& commands, const violation::Escalated& step,
            const std::vector<GroupedResult>& came) {
    return std::all_of(came.begin(), came.end(), [&](const GroupedResult& one) {
        return report(commands, step, one.violations, one.result);
    });
}

// The result for violations without a result of their own: the handler's, or the failure of the
// last attempt.
std::optional<Result> result_of(const End& end, const Handler& handler, const Effect& effect) {
    const auto& how = end.effect;
    const bool last = how.for_good || effect.attempt >= handler.retries.most_attempts;
    if (end.result || how.good || how.interrupted || how.postponed || !last) return end.result;
    return Result{violation::Outcome::failed, 0, how.detail};
}

void note_first(const Parts& parts, const violation::Escalated& step, const End& end,
                const std::optional<Result>& result, std::optional<Instant> called_for) {
    if (parts.first_actions == nullptr || !called_for) return;
    const auto came = [&](const Result& its) {
        parts.first_actions->came(step.step.action, its.outcome, *called_for);
    };
    if (result && !step.violations.empty()) {
        came(*result);
    } else if (!end.came.empty()) {
        came(end.came.front().result);
    }
}

EffectEnd perform(const Handler& handler, const Parts& parts, const Effect& effect,
                  const std::atomic<bool>& stopping) {
    const auto record = parse_record(effect.record);
    auto step = record ? fact_in<violation::Escalated>(*record, parts.sealer) : std::nullopt;
    if (!step) return {.detail = "the fact cannot be read", .for_good = true};
    std::optional<Instant> called_for;
    std::vector<GroupedResult> over;
    {
        const auto tables = parts.tables(effect.position);
        if (!tables) return {.detail = "the tables are behind"};
        over = remove_ended(*tables, *step, effect);
        called_for = called_for_at(*tables, *step);
    }
    const EffectEnd untaken{.detail = "the log did not take what came of it"};
    if (step->violations.empty()) {
        return report(parts.commands, *step, over) ? EffectEnd{.good = true} : untaken;
    }
    // A stop concerns each process by itself, so processes that are already over are reported
    // first. After the attempt they would look like processes that it has stopped.
    if (ends_processes(*step) && !report(parts.commands, *step, std::exchange(over, {}))) {
        return untaken;
    }
    const auto end = handler.take({*step, effect, stopping});
    if (!report(parts.commands, *step, end.came)) return untaken;
    for (const auto& one : end.came) leave_out(*step, one.violations);
    const auto result = result_of(end, handler, effect);
    // Reports the result first, so that a crash does not repeat the message to a group.
    if (result && !(report(parts.commands, *step, step->violations, *result) &&
                    report(parts.commands, *step, over))) {
        return untaken;
    }
    note_first(parts, *step, end, result, called_for);
    return end.effect;
}

constexpr std::size_t most_at_once = 32;  // each may wait for a host that hangs
constexpr std::size_t most_of_each = 4;   // places of a host, or of an account across hosts

std::vector<Busy> kept_by(const violation::Escalated& step, LockScope keeps) {
    std::map<std::string, std::size_t> kept;  // number of places
    for (const auto& one : step.violations) {
        const auto host = to_text(one.host);
        kept["host " + host] = keeps == LockScope::hosts ? 1 : most_of_each;
        if (keeps == LockScope::hosts) continue;
        kept["account " + one.unix_name] = most_of_each;
        kept["account " + one.unix_name + " of " + host] = 1;
    }
    std::vector<Busy> all;
    for (const auto& [what, places] : kept) all.push_back({what, places});
    return all;
}

SideBySide side_by_side(LockScope keeps, const Sealer& sealer) {
    if (keeps == LockScope::all) return {};
    return {most_at_once, [keeps, &sealer](const RecordView& record) {
                const auto step = fact_in<violation::Escalated>(record, sealer);
                return step ? kept_by(*step, keeps) : std::vector<Busy>{};
            }};
}

}  // namespace

bool is_called_for(const Snapshot& tables, ViolationId id, const violation::Escalated& step) {
    return view_calls_for(tables, site_rules(tables).rules, find_violation(tables, id), step);
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
