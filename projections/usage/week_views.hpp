// A week of usage on one page, as in the contract: totals, people, groups, GPUs, time given back,
// and problems.
#pragma once

#include "domain/kernel/fields.hpp"
#include "domain/kernel/iso_week.hpp"
#include "projections/usage/report_views.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace dibs::views {

// Longest lists. Only the number of the entries beyond is shown.
inline constexpr std::size_t most_week_rows = 500;
inline constexpr std::size_t most_week_bookings = 20;
inline constexpr std::size_t most_week_troubles = 100;

struct WeekQuestion {
    IsoWeek week{};
    Interval when;    // the whole week
    Interval window;  // its whole hours, until now at most
    std::string zone = "UTC";
    std::optional<PersonId> own_only{};  // as in a report
};

// A GPU became unhealthy, or the reasons changed.
struct TurnedUnhealthy {
    Instant at;
    GpuId gpu;
    std::string gpu_name;
    std::string reason;
};

struct UsageWeek {
    std::string week;
    std::string before;
    std::optional<std::string> after{};  // the next week, if it has begun
    Instant from, until;                 // the whole week
    Instant asked_until;
    std::optional<Instant> closed_until{};
    std::string zone;
    bool own_only = false;  // rows of other people, of groups and of GPUs are hidden
    UsageRow total{};
    std::vector<UsageRow> people{}, groups{}, gpus{};
    std::int64_t people_left_out = 0, groups_left_out = 0, gpus_left_out = 0;
    std::vector<UsageRow> idle{};  // the bookings with the most idle time
    std::int64_t violations = 0;   // opened in this week, without excused ones
    std::vector<TurnedUnhealthy> unhealthy{};
    bool more_unhealthy = false;
};

}  // namespace dibs::views

namespace dibs {

template <>
struct Fields<views::TurnedUnhealthy> {
    using T = views::TurnedUnhealthy;
    static constexpr auto list =
        field_list(field("at", &T::at), field("gpu_id", &T::gpu), field("gpu_name", &T::gpu_name),
                   field("reason", &T::reason));
};
template <>
struct Fields<views::UsageWeek> {
    using T = views::UsageWeek;
    static constexpr auto list = field_list(
        field("week", &T::week), field("before", &T::before), field("after", &T::after),
        field("from", &T::from), field("until", &T::until), field("asked_until", &T::asked_until),
        field("closed_until", &T::closed_until), field("zone", &T::zone),
        field("own_only", &T::own_only), field("total", &T::total), field("people", &T::people),
        field("groups", &T::groups), field("gpus", &T::gpus),
        field("people_left_out", &T::people_left_out),
        field("groups_left_out", &T::groups_left_out), field("gpus_left_out", &T::gpus_left_out),
        field("idle", &T::idle), field("violations", &T::violations),
        field("unhealthy", &T::unhealthy), field("more_unhealthy", &T::more_unhealthy));
};

}  // namespace dibs
