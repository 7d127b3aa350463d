// Who used GPUs, by the hour, as in the contract. The caller fills in `person` from the tables of
// people. Also the hours themselves, for reports that add them up.
#pragma once

#include "domain/kernel/time.hpp"
#include "domain/usage/use_fields.hpp"
#include "projections/store/decimal.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace dibs {

// The bookings of a GPU in a window, from the facts.
using HoldsOfGpu = std::function<std::vector<Hold>(GpuId, const Interval&)>;

// One step of one GPU, usually an hour.
struct UseOfStep {
    GpuId gpu;
    Instant start;
    std::vector<Use> uses;
    std::vector<HeldTime> held;
    std::vector<Spread> spreads{};
};

}  // namespace dibs

namespace dibs::views {

// Limit of an answer: hours times GPUs.
inline constexpr std::int64_t most_gpu_hours = 10'000;

struct UseQuestion {
    std::vector<GpuId> gpus;
    Instant from;
    Instant until;
    std::vector<ReservationId> reservations{};  // none: all use, booked or not
};

struct UseOf {
    UseBy by{};
    std::optional<std::string> account{};
    std::optional<PersonId> person{};
    std::optional<ReservationId> reservation{};
    std::int64_t seconds = 0;
    std::int64_t measured_s = 0;
    Decimal used_s{};  // utilization times seconds: half an hour at full use is 1800
};
struct HourOfUse {
    Instant hour;
    std::vector<UseOf> uses;
};
struct GpuUse {
    GpuId gpu;
    std::vector<HourOfUse> hours;  // only hours of which something is known
};
struct UseAnswer {
    Instant from;  // rounded down to a whole hour
    Instant until;
    std::optional<Instant> closed_until{};  // later hours are still open
    std::vector<GpuUse> gpus{};
    std::vector<UseOf> totals{};  // over all hours, by kind and account
};

// By kind and account, over all bookings.
[[nodiscard]] std::vector<UseOf> totals_of(const std::vector<GpuUse>& gpus);

}  // namespace dibs::views

namespace dibs {

template <>
struct Fields<views::UseOf> {
    using T = views::UseOf;
    static constexpr auto list = field_list(
        field("by", &T::by), field("unix_name", &T::account), field("person_id", &T::person),
        field("reservation_id", &T::reservation), field("seconds", &T::seconds),
        field("measured_s", &T::measured_s), field("used_s", &T::used_s));
};
template <>
struct Fields<views::HourOfUse> {
    using T = views::HourOfUse;
    static constexpr auto list = field_list(field("hour", &T::hour), field("uses", &T::uses));
};
template <>
struct Fields<views::GpuUse> {
    using T = views::GpuUse;
    static constexpr auto list = field_list(field("gpu_id", &T::gpu), field("hours", &T::hours));
};
template <>
struct Fields<views::UseAnswer> {
    using T = views::UseAnswer;
    static constexpr auto list = field_list(field("from", &T::from), field("until", &T::until),
                                            field("closed_until", &T::closed_until),
                                            field("gpus", &T::gpus), field("totals", &T::totals));
};

}  // namespace dibs
