// Decides on changes of budgets, and applies the events to the state. Lowering a budget below its
// booked hours cancels nothing; it only prevents more bookings.
#include "domain/budget/budget.hpp"

#include "domain/budget/budget_rules.hpp"
#include "domain/kernel/overloaded.hpp"
#include "domain/kernel/text.hpp"
#include "domain/people/people_rules.hpp"
#include "domain/world/world.hpp"

#include <algorithm>

namespace dibs::budget {
namespace {

using Events = Result<std::vector<Event>>;
using Objection = std::optional<Refusal>;

// A year, plus a margin: no period is longer (most_min), and time zones need a few days.
constexpr Duration longest_memory = std::chrono::days{400};

Objection check_whose(Budget& budget, const World& world) {
    if (budget.group.has_value() == budget.project.has_value()) {
        return Refusal{Code::out_of_range, "group_id",
                       "A budget is of a group or of a project: name one of the two."};
    }
    if (budget.group && !group::find(world.groups, *budget.group)) {
        return Refusal{Code::not_found, "group_id", "There is no such group."};
    }
    if (!budget.project) return std::nullopt;
    auto project = normal_project(*budget.project, "project");
    if (!project) return project.error();
    budget.project = *std::move(project);
    return std::nullopt;
}

Objection check_hours(const Budget& budget) {
    if (budget.gpu_hours >= 1 && budget.gpu_hours <= most_hours) return std::nullopt;
    return Refusal{Code::out_of_range, "gpu_hours",
                   "This is 1 to " + std::to_string(most_hours) + "."};
}

Objection check_period(const Budget& budget) {
    const bool once = budget.period == Period::once;
    if (!once) {
        if (!budget.from && !budget.until) return std::nullopt;
        return Refusal{Code::out_of_range, budget.from ? "from" : "until",
                       "Only a budget that is once has a from and an until."};
    }
    if (!budget.from || !budget.until) {
        return Refusal{Code::out_of_range, budget.from ? "until" : "from",
                       "A budget that is once has a from and an until."};
    }
    if (*budget.until <= *budget.from) {
        return Refusal{Code::interval_reversed, "until", "A budget ends after it starts."};
    }
    if (*budget.until - *budget.from > std::chrono::minutes{most_min}) {
        return Refusal{Code::out_of_range, "until", "A budget is for 366 days at most."};
    }
    return std::nullopt;
}

Objection check_zone(const Budget& budget, const Context& context) {
    if (context.zones && context.zones->find(budget.zone)) return std::nullopt;
    return Refusal{Code::unknown_zone, "zone",
                   "There is no such time zone. Use a name of the tz database, as Europe/Warsaw."};
}

// Rejects a second budget of the same group or project with the same repeating period, as
// confusing.
Objection check_only_one(const Budget& budget, const State& state) {
    if (budget.period == Period::once) return std::nullopt;
    for (const auto& [id, held] : state.all) {
        const Budget& other = held.budget;
        if (id == budget.id || other.period != budget.period || other.group != budget.group ||
            other.project != budget.project) {
            continue;
        }
        return Refusal{
            Code::already_exists, "period", "There is one of this period already.", {Ref{id}}};
    }
    return std::nullopt;
}

// Normalizes the budget. Reports all errors at once.
Objection check_budget(Budget& budget, const World& world, const Context& context) {
    Faults faults;
    const auto note = [&](Objection no) {
        if (no) faults.add(*std::move(no));
    };
    note(check_whose(budget, world));
    note(check_hours(budget));
    note(check_period(budget));
    note(check_zone(budget, context));
    if (faults.refusal()) return faults.refusal();
    return check_only_one(budget, world.budgets);
}

Events decide_make(const World& world, const Make& c, const Context& context) {
    if (!people::is_admin(world.people, context)) return people::admins_only();
    const State& state = world.budgets;
    if (state.all.contains(c.budget.id)) {
        return refuse(Code::already_exists, "id", "A budget has this id.");
    }
    if (state.all.size() >= most_budgets) {
        return refuse(Code::not_ready, "", "There are 1,000 budgets: remove one first.");
    }
    Budget made = c.budget;
    if (auto no = check_budget(made, world, context)) return tl::unexpected(*std::move(no));
    const auto of = whose(made, world.groups);
    return std::vector<Event>{BudgetCreated{std::move(made), of}};
}

Result<const Held*> held_for(const World& world, BudgetId id, std::optional<Version> expected,
                             const Context& context) {
    if (!people::is_admin(world.people, context)) return people::admins_only();
    const auto found = world.budgets.all.find(id);
    if (found == world.budgets.all.end()) {
        return refuse(Code::not_found, "id", "There is no such budget.");
    }
    const Held& held = found->second;
    if (expected && *expected != held.version) {
        return refuse(Code::changed_meanwhile, "version",
                      "It is at version " + std::to_string(held.version) + " now.");
    }
    return &held;
}

Budget changed(const Budget& before, const Change& c) {
    Budget after = before;
    after.gpu_hours = c.gpu_hours.value_or(before.gpu_hours);
    after.period = c.period.value_or(before.period);
    if (after.period != Period::once) after.from = after.until = std::nullopt;
    if (c.from) after.from = *c.from;
    if (c.until) after.until = *c.until;
    after.zone = c.zone.value_or(before.zone);
    after.when_spent = c.when_spent.value_or(before.when_spent);
    return after;
}

Events decide_change(const World& world, const Change& c, const Context& context) {
    const auto held = held_for(world, c.id, c.expected, context);
    if (!held) return tl::unexpected(held.error());
    const Budget& before = (*held)->budget;
    Budget after = changed(before, c);
    if (after == before) return std::vector<Event>{};
    if (auto no = check_budget(after, world, context)) return tl::unexpected(*std::move(no));
    const auto of = whose(after, world.groups);
    return std::vector<Event>{Changed{std::move(after), before, of}};
}

Events decide_remove(const World& world, const Remove& c, const Context& context) {
    const auto held = held_for(world, c.id, c.expected, context);
    if (!held) return tl::unexpected(held.error());
    const Budget& budget = (*held)->budget;
    return std::vector<Event>{Removed{budget, whose(budget, world.groups)}};
}

Events decide_spent(const World& world, const ReportBudgetThreshold& c, const Context& context) {
    if (!context.is_dibs()) {
        return refuse(Code::not_allowed, "", "Only Dibs calls a budget spent.");
    }
    const auto found = world.budgets.all.find(c.id);
    if (found == world.budgets.all.end()) return std::vector<Event>{};
    const auto& [budget, version, told] = found->second;
    const auto books = books_of(world, context.zones);
    const auto period = period_at(budget, context.now, context.zones);
    if (!period) return std::vector<Event>{};
    const auto booked = booked_in(books, budget, *period);
    const auto step = untold_step(budget, *period, booked, told);
    if (!step) return std::vector<Event>{};
    return std::vector<Event>{Spent{budget.id, budget.group, whose(budget, world.groups), *period,
                                    budget.gpu_hours, booked / Duration{std::chrono::seconds{1}},
                                    *step}};
}

void drop_before(State& state, Instant end) {
    for (auto it = state.past.begin(); it != state.past.end();) {
        PastByEnd& past = it->second;
        past.erase(past.begin(), past.lower_bound({end, ReservationId{}}));
        it = past.empty() ? state.past.erase(it) : std::next(it);
    }
}

}  // namespace

void restore(State& state, Held row) {
    const auto id = row.budget.id;
    state.all.insert_or_assign(id, std::move(row));
}

void restore(State& state, Past row) {
    const std::pair key{row.when.until, row.id};
    auto& past = state.past[row.owner];
    past.insert_or_assign(key, std::move(row));
}

State remember(State state, const reservation::State& reservations, Instant past) {
    for (const auto& [id, held] : reservations.all) {
        const auto& b = held.booking;
        if (b.when.until >= past || b.when.length() <= Duration{}) continue;
        if (!reservation::holds_time(held.ending)) continue;
        restore(state,
                Past{id, b.owner, b.project, b.when, static_cast<std::int64_t>(b.gpus.size())});
    }
    drop_before(state, past - longest_memory);
    return state;
}

State evolve(State state, const Event& event) {
    visit(overloaded{
              [&](const BudgetCreated& e) { restore(state, Held{e.budget}); },
              [&](const Changed& e) {
                  auto& held = state.all.at(e.budget.id);
                  if (!counts_alike(held.budget, e.budget)) held.told.reset();
                  held.budget = e.budget;
                  ++held.version;
              },
              [&](const Removed& e) { state.all.erase(e.budget.id); },
              [](const Exceeded&) {},
              [&](const Spent& e) {
                  state.all.at(e.id).told = NotifiedStep{e.period, e.step};
              },
          },
          event);
    return state;
}

Result<std::vector<Event>> decide(const World& world, const Command& command,
                                  const Context& context) {
    return visit(
        overloaded{
            [&](const Make& c) { return decide_make(world, c, context); },
            [&](const Change& c) { return decide_change(world, c, context); },
            [&](const ReportBudgetThreshold& c) { return decide_spent(world, c, context); },
            [&](const Remove& c) { return decide_remove(world, c, context); },
        },
        command);
}

}  // namespace dibs::budget
