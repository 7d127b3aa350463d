// Usage reports as in the contract (api/openapi.yaml): the question, and rows of sums by person,
// group, model, host, GPU, reservation, project or time. Members that end in `_s` are GPU-seconds
// with two decimals: one GPU for one second is 1. Plain values.
#pragma once

#include "domain/kernel/fields.hpp"
#include "domain/kernel/ids.hpp"
#include "domain/kernel/sealed.hpp"
#include "domain/kernel/time.hpp"
#include "projections/store/decimal.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace dibs::views {

// Limits of a report; a question beyond one of them is refused.
inline constexpr std::int64_t max_report_gpu_hours = 1'000'000;  // a year of 114 GPUs
inline constexpr std::int64_t max_report_window_hours = 1'000'000;
inline constexpr std::size_t most_report_rows = 10'000;

// The key of the rows. From `hour` on, the key is a period; is_period relies on the order.
enum class UsageBy : std::uint8_t {
    person,
    group,
    model,
    host,
    gpu,
    reservation,
    project,
    hour,
    day,
    week,  // from Monday
    month,
    hour_of_week  // one row for each of the 168 hours from Monday 00:00
};
// True if the rows are periods of time.
[[nodiscard]] constexpr bool is_period(UsageBy by) {
    return by >= UsageBy::hour;
}
// True if the rows belong to people. Rows of groups are sums over rows of people.
[[nodiscard]] constexpr bool is_of_people(UsageBy by) {
    return by == UsageBy::person || by == UsageBy::group;
}

// True if the rows belong to bookings. One row without a reservation or project has the use without
// a booking.
[[nodiscard]] constexpr bool is_of_bookings(UsageBy by) {
    return by == UsageBy::reservation || by == UsageBy::project;
}

// The rows of a report by time, in order, and the row of each hour. Empty if `by` is no period.
struct UsagePeriods {
    // An interval, or an hour of the week.
    struct Period {
        std::optional<Interval> when{};
        std::optional<std::int64_t> weekday{}, hour{};  // 1 (Monday) to 7, and 0 to 23
    };
    std::vector<Period> rows{};
    std::vector<std::uint32_t> of_hour{};  // per hour of the window: the index in `rows`
};

struct ReportQuestion {
    Interval window;           // whole hours, except that it may end now (report_window)
    std::string zone = "UTC";  // IANA name; its clock defines days, weeks and months
    UsageBy by{};
    UsagePeriods periods{};  // only if `by` is a period
    // Filters: a row matches one entry of each list; an empty list matches everything.
    std::vector<PersonId> people{};
    std::vector<HostId> hosts{};
    std::vector<GpuId> gpus{};
    std::vector<std::string> models{};  // parts of model names; case is ignored
    std::vector<ReservationId> reservations{};
    // The only person whose personal rows are in the answer; none: everyone's rows are.
    std::optional<PersonId> own_only{};
};

// One row of sums. The members that name the row are set as `by` requires (openapi.yaml, UsageRow).
struct UsageRow {
    std::optional<PersonId> person{};
    std::optional<Personal<std::string>> person_name{};
    std::optional<std::string> account{};  // UNIX account on the hosts
    std::optional<GroupId> group{};
    std::optional<std::string> group_name{};
    std::optional<std::string> model{};
    std::optional<HostId> host{};
    std::optional<std::string> host_name{};
    std::optional<GpuId> gpu{};
    std::optional<std::string> gpu_name{};
    std::optional<ReservationId> reservation{};
    std::optional<Personal<std::string>> title{};
    std::optional<std::string> project{};
    std::optional<Instant> from{}, until{};         // of a reservation or period
    std::optional<std::int64_t> weekday{}, hour{};  // as in UsagePeriods::Period
    // Reserved time until now, and its use by the owner, by other accounts, and by unknown
    // accounts.
    Decimal reserved_s{}, used_by_owner_s{}, used_by_others_s{}, used_by_unknown_s{};
    // Of reserved time: measured and idle; the idle time with and without a process of the owner;
    // and not measured, which never counts as idle.
    Decimal idle_s{}, idle_with_process_s{}, idle_without_process_s{}, unmeasured_s{};
    // Use of other people's reservations by this row's person, use of GPUs without a reservation,
    // and reserved time with an open violation that was not excused.
    Decimal used_of_others_s{}, unreserved_used_s{}, violated_s{};
    // Time that running reservations lost when their owners ended or shortened them, and when the
    // idle rule released them. Not part of `reserved_s`.
    Decimal given_back_s{}, freed_as_idle_s{};
    // Reserved time that the percentiles cover (`spread_s`), and its part below 5 % utilization.
    Decimal nearly_idle_s{}, spread_s{};
    // Percentiles over `spread_s` (domain/usage/distribution.hpp), in percent and MiB. None: the
    // value is never known.
    std::optional<Decimal> utilization_p50{}, utilization_p95{}, memory_p50{}, memory_p95{};
    // From power samples; none: power is never known. Then the seconds with and without a sample.
    std::optional<Decimal> energy_kwh{};
    Decimal energy_known_s{}, energy_unknown_s{};
    // All time of the GPUs until now, and the unreserved part that was not measured. None for rows
    // of people and bookings.
    std::optional<Decimal> capacity_s{}, unreserved_unmeasured_s{};
};

struct UsageReport {
    Instant from;
    Instant until;
    std::optional<Instant> closed_until{};  // sums before this are final; none: no closed hours
    std::string zone;
    UsageBy by{};
    bool own_only = false;  // personal rows of other people are left out
    UsageRow total{};
    std::vector<UsageRow> rows{};
};

// Utilization of GPUs during each reservation, by kind of user and in steps of time.
struct UsageSplit {
    // Mean percent per step, from step `first` on; none: not measured.
    using Column = std::vector<std::optional<Decimal>>;
    struct Row {
        GpuId gpu;
        std::optional<ReservationId> reservation{};  // none: time without a booking
        std::int64_t first = 0;                      // index of the columns' first step
        Column holder{}, others{}, unknown{};
    };
    Instant from;  // rounded down to a whole step
    Instant until;
    std::optional<Instant> closed_until{};  // as in UsageReport
    std::int64_t step_s = 3600;             // seconds per step
    std::vector<Row> rows{};
};

}  // namespace dibs::views

namespace dibs {

template <>
struct Names<views::UsageBy> {
    using E = views::UsageBy;
    static constexpr std::array list = {
        named(E::person, "person"),   named(E::group, "group"),
        named(E::model, "model"),     named(E::host, "host"),
        named(E::gpu, "gpu"),         named(E::reservation, "reservation"),
        named(E::project, "project"), named(E::hour, "hour"),
        named(E::day, "day"),         named(E::week, "week"),
        named(E::month, "month"),     named(E::hour_of_week, "hour_of_week")};
};
template <>
struct Fields<views::UsageRow> {
    using T = views::UsageRow;
    static constexpr auto list = field_list(
        field("person_id", &T::person), field("person_name", &T::person_name),
        field("unix_name", &T::account), field("group_id", &T::group),
        field("group_name", &T::group_name), field("model", &T::model), field("host_id", &T::host),
        field("host_name", &T::host_name), field("gpu_id", &T::gpu),
        field("gpu_name", &T::gpu_name), field("reservation_id", &T::reservation),
        field("title", &T::title), field("project", &T::project), field("from", &T::from),
        field("until", &T::until), field("weekday", &T::weekday), field("hour", &T::hour),
        field("reserved_s", &T::reserved_s), field("used_by_owner_s", &T::used_by_owner_s),
        field("used_by_others_s", &T::used_by_others_s),
        field("used_by_unknown_s", &T::used_by_unknown_s), field("idle_s", &T::idle_s),
        field("idle_with_process_s", &T::idle_with_process_s),
        field("idle_without_process_s", &T::idle_without_process_s),
        field("unmeasured_s", &T::unmeasured_s), field("used_of_others_s", &T::used_of_others_s),
        field("unreserved_used_s", &T::unreserved_used_s), field("violated_s", &T::violated_s),
        field("given_back_s", &T::given_back_s), field("freed_as_idle_s", &T::freed_as_idle_s),
        field("under_5_percent_s", &T::nearly_idle_s), field("percentiles_of_s", &T::spread_s),
        field("utilization_p50_percent", &T::utilization_p50),
        field("utilization_p95_percent", &T::utilization_p95),
        field("memory_p50_mib", &T::memory_p50), field("memory_p95_mib", &T::memory_p95),
        field("energy_kwh", &T::energy_kwh), field("energy_known_s", &T::energy_known_s),
        field("energy_unknown_s", &T::energy_unknown_s), field("capacity_s", &T::capacity_s),
        field("unreserved_unmeasured_s", &T::unreserved_unmeasured_s));
};
template <>
struct Fields<views::UsageReport> {
    using T = views::UsageReport;
    static constexpr auto list = field_list(
        field("from", &T::from), field("until", &T::until), field("closed_until", &T::closed_until),
        field("zone", &T::zone), field("by", &T::by), field("own_only", &T::own_only),
        field("total", &T::total), field("rows", &T::rows));
};
template <>
struct Fields<views::UsageSplit::Row> {
    using T = views::UsageSplit::Row;
    static constexpr auto list =
        field_list(field("gpu_id", &T::gpu), field("reservation_id", &T::reservation),
                   field("first", &T::first), field("holder_percent", &T::holder),
                   field("others_percent", &T::others), field("unknown_percent", &T::unknown));
};
template <>
struct Fields<views::UsageSplit> {
    using T = views::UsageSplit;
    static constexpr auto list = field_list(field("from", &T::from), field("until", &T::until),
                                            field("closed_until", &T::closed_until),
                                            field("step_s", &T::step_s), field("rows", &T::rows));
};

}  // namespace dibs
