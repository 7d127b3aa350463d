// The sample site with a group that has Ann as a member, and with budgets and projects.
#pragma once

#include "domain/budget/budget_rules.hpp"
#include "tests/support/sample_site.hpp"

#include <string>

namespace dibs::test {

using budget::Budget;
using budget::Period;
using budget::Step;
using budget::WhenSpent;

inline const GroupId vision = nth<GroupId>(1), speech = nth<GroupId>(2);
inline const BudgetId first_budget = nth<BudgetId>(1), second_budget = nth<BudgetId>(2);

inline Budget of_vision(std::int64_t hours, WhenSpent when_spent = WhenSpent::refuse,
                        Period period = Period::month) {
    return {first_budget, vision, {}, hours, period, {}, {}, "UTC", when_spent};
}
inline Budget of_bert(std::int64_t hours, WhenSpent when_spent = WhenSpent::refuse) {
    return {second_budget, {}, "bert", hours, Period::month, {}, {}, "UTC", when_spent};
}

// Ann is in the group vision, Ben in no group.
inline Given budget_site() {
    return given(sample_site(), group::GroupCreated{{vision, "vision", false}},
                 group::GroupCreated{{speech, "speech", false}},
                 group::Joined{vision, ann, false, "vision", {}});
}
inline Given with(const Budget& budget) {
    return given(budget_site(), budget::BudgetCreated{budget, budget.project.value_or("vision")});
}
inline reservation::Booking on(reservation::Booking b, std::string project) {
    b.project = std::move(project);
    return b;
}
inline reservation::Book book_all(const reservation::Booking& b) {
    auto command = book(b);
    command.project = b.project;
    return command;
}
inline double hours_booked(const Given& world, const Budget& budget, Instant at = ten) {
    static const PlainZones zones;
    const auto books = budget::books_of(world.world(), &zones);
    const auto period = budget::period_at(budget, at, &zones);
    return period ? std::chrono::duration<double, std::ratio<3600>>(
                        budget::booked_in(books, budget, *period))
                        .count()
                  : -1;
}

// The world forgets at every 4096th event.
inline Given& forgetting(Given& world, Instant now) {
    auto forced = world.world();
    forced.position = 4095;
    world.become(std::move(forced)).at(now);
    return world.and_then(group::Changed{{speech, "speech", false}, "speech"});
}

}  // namespace dibs::test
