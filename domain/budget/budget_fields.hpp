// The stored format of budget: the names of all fields of its events and commands. They are on
// disks permanently. A change needs a new event type and a step in upcast.cpp.
#pragma once

#include "domain/budget/budget.hpp"
#include "domain/kernel/fields.hpp"

namespace dibs {

template <>
struct Names<budget::Period> {
    using E = budget::Period;
    static constexpr std::array list = {named(E::week, "week"), named(E::month, "month"),
                                        named(E::quarter, "quarter"), named(E::year, "year"),
                                        named(E::once, "once")};
};
template <>
struct Names<budget::WhenSpent> {
    using E = budget::WhenSpent;
    static constexpr std::array list = {named(E::warn, "warn"), named(E::refuse, "refuse")};
};
template <>
struct Names<budget::Step> {
    using E = budget::Step;
    static constexpr std::array list = {named(E::nearly_spent, "nearly_spent"),
                                        named(E::spent, "spent")};
};
template <>
struct Fields<budget::Budget> {
    using T = budget::Budget;
    static constexpr auto list = field_list(
        field("id", &T::id), field("group_id", &T::group), field("project", &T::project),
        field("gpu_hours", &T::gpu_hours), field("period", &T::period), field("from", &T::from),
        field("until", &T::until), field("zone", &T::zone), field("when_spent", &T::when_spent));
};
template <>
struct Fields<budget::Make> {
    static constexpr auto list = field_list(field("budget", &budget::Make::budget));
};
template <>
struct Fields<budget::Change> {
    using T = budget::Change;
    static constexpr auto list = field_list(
        field("id", &T::id), field("expected", &T::expected), field("gpu_hours", &T::gpu_hours),
        field("period", &T::period), field("from", &T::from), field("until", &T::until),
        field("zone", &T::zone), field("when_spent", &T::when_spent));
};
template <>
struct Fields<budget::Remove> {
    using T = budget::Remove;
    static constexpr auto list = field_list(field("id", &T::id), field("expected", &T::expected));
};
template <>
struct Fields<budget::ReportBudgetThreshold> {
    using T = budget::ReportBudgetThreshold;
    static constexpr auto list = field_list(field("id", &T::id));
};
template <>
struct Fields<budget::BudgetCreated> {
    using T = budget::BudgetCreated;
    static constexpr auto list = field_list(field("budget", &T::budget), field("of", &T::of));
};
template <>
struct Fields<budget::Changed> {
    using T = budget::Changed;
    static constexpr auto list =
        field_list(field("budget", &T::budget), field("before", &T::before), field("of", &T::of));
};
template <>
struct Fields<budget::Removed> {
    using T = budget::Removed;
    static constexpr auto list = field_list(field("budget", &T::budget), field("of", &T::of));
};
template <>
struct Fields<budget::Exceeded> {
    using T = budget::Exceeded;
    static constexpr auto list =
        field_list(field("id", &T::id), field("group_id", &T::group), field("of", &T::of),
                   field("reservation_id", &T::reservation), field("owner_id", &T::owner),
                   field("period", &T::period), field("gpu_hours", &T::gpu_hours),
                   field("booked_s", &T::booked_s), field("left_s", &T::left_s));
};
template <>
struct Fields<budget::Spent> {
    using T = budget::Spent;
    static constexpr auto list =
        field_list(field("id", &T::id), field("group_id", &T::group), field("of", &T::of),
                   field("period", &T::period), field("gpu_hours", &T::gpu_hours),
                   field("booked_s", &T::booked_s), field("step", &T::step));
};

// --- rows of a snapshot

template <>
struct Fields<budget::NotifiedStep> {
    using T = budget::NotifiedStep;
    static constexpr auto list = field_list(field("period", &T::period), field("step", &T::step));
};
template <>
struct Fields<budget::Held> {
    using T = budget::Held;
    static constexpr auto list = field_list(field("budget", &T::budget),
                                            field("version", &T::version), field("told", &T::told));
};
template <>
struct Fields<budget::Past> {
    using T = budget::Past;
    static constexpr auto list =
        field_list(field("id", &T::id), field("owner_id", &T::owner), field("project", &T::project),
                   field("when", &T::when), field("gpus", &T::gpus));
};

}  // namespace dibs
