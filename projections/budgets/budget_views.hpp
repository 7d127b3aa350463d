// What the API shows of budgets: each with what of the period around now is spent, booked ahead and
// left; and the projects that bookings name.
#pragma once

#include "domain/budget/budget.hpp"
#include "domain/budget/budget_fields.hpp"
#include "domain/kernel/fields.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace dibs::views {

// In GPU-seconds: what bookings held until now, what they hold from now on, and what is left of it,
// which is below zero where more is booked than the budget has.
struct BudgetPeriod {
    Instant from;
    Instant until;
    std::int64_t spent_s = 0;
    std::int64_t ahead_s = 0;
    std::int64_t left_s = 0;
};

struct Budget {
    BudgetId id;
    std::optional<GroupId> group{};
    std::optional<std::string> group_name{};
    std::optional<std::string> project{};
    std::int64_t gpu_hours = 0;
    budget::Period period{};
    std::optional<Instant> from{};  // of one that is once
    std::optional<Instant> until{};
    std::string zone;
    budget::WhenSpent when_spent{};
    // Of one that is once: the whole of it. None: nobody knows its zone any more.
    std::optional<BudgetPeriod> now{};
    budget::Version version = 1;
    Instant created_at;
    std::optional<Instant> changed_at{};
};

// Every member narrows.
struct BudgetFilter {
    std::optional<GroupId> group{};
    std::optional<std::string> project{};
    std::optional<PersonId> person{};  // of a group that they are in, or of any project
};

struct Project {
    std::string project;
    Instant last_from;  // when the last booking with it starts
};

}  // namespace dibs::views

namespace dibs {

template <>
struct Fields<views::BudgetPeriod> {
    using T = views::BudgetPeriod;
    static constexpr auto list = field_list(
        field("from", &T::from), field("until", &T::until), field("spent_s", &T::spent_s),
        field("ahead_s", &T::ahead_s), field("left_s", &T::left_s));
};
template <>
struct Fields<views::Budget> {
    using T = views::Budget;
    static constexpr auto list = field_list(
        field("id", &T::id), field("group_id", &T::group), field("group_name", &T::group_name),
        field("project", &T::project), field("gpu_hours", &T::gpu_hours),
        field("period", &T::period), field("from", &T::from), field("until", &T::until),
        field("zone", &T::zone), field("when_spent", &T::when_spent), field("now", &T::now),
        field("version", &T::version), field("created_at", &T::created_at),
        field("changed_at", &T::changed_at));
};
template <>
struct Fields<views::Project> {
    using T = views::Project;
    static constexpr auto list =
        field_list(field("project", &T::project), field("last_from", &T::last_from));
};

}  // namespace dibs
