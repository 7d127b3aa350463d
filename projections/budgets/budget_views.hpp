// Views of budgets and projects. A budget shows the spent, booked and remaining hours of its
// current period.
#pragma once

#include "domain/budget/budget.hpp"
#include "domain/budget/budget_fields.hpp"
#include "domain/kernel/fields.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace dibs::views {

// GPU-seconds of one period. `spent_s` counts bookings until now, `ahead_s` from now on. `left_s`
// is negative if more is booked than the budget has.
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
    std::optional<Instant> from{};  // only for a budget with one period
    std::optional<Instant> until{};
    std::string zone;
    budget::WhenSpent when_spent{};
    // The whole period, for a budget with one period. None: its time zone is no longer known.
    std::optional<BudgetPeriod> now{};
    budget::Version version = 1;
    Instant created_at;
    std::optional<Instant> changed_at{};
};

// Conditions are combined with AND.
struct BudgetFilter {
    std::optional<GroupId> group{};
    std::optional<std::string> project{};
    // budgets of a group that the person is in, or of any project
    std::optional<PersonId> person{};
};

struct Project {
    std::string project;
    Instant last_from;  // start of the latest booking with this project
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
