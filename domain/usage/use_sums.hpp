// What hours of use come to: how much of GPUs was reserved, who used it, and what stood idle. All
// in hundredths of seconds of GPUs (a second at one percent), whole numbers, so that sums of any
// order are the same. Pure values.
#pragma once

#include "domain/kernel/time.hpp"

#include <array>
#include <cstdint>

namespace dibs {

inline constexpr std::int64_t a_second = 100;

struct UseSums {
    // reserved = by_owner + by_others + by_unknown + idle + unmeasured, always.
    std::int64_t reserved = 0;
    std::int64_t by_owner = 0, by_others = 0, by_unknown = 0;
    std::int64_t idle = 0, idle_with = 0, idle_without = 0;  // the last two are parts of idle
    std::int64_t unmeasured = 0;
    std::int64_t of_others = 0;  // what is in by_others, with whom that used it
    std::int64_t unreserved_used = 0;
    std::int64_t violated = 0;
    std::int64_t capacity = 0;
    std::int64_t unreserved_unmeasured = 0;
    // Of reserved seconds, by utilisation: how many have a place among the percentiles, and those
    // of them at less than 5 %.
    std::int64_t spread = 0, nearly_idle = 0;
    // What bookings that ran did not use up of their time: let go of by their owners, and taken
    // back by the rule about bookings that idle.
    std::int64_t given_back = 0, freed_as_idle = 0;
    // Tenths of joules, and the hundredths of seconds of GPUs in which power is known, and is not.
    std::int64_t energy_dj = 0, energy_known = 0, energy_unknown = 0;

    UseSums& operator+=(const UseSums& more);
    friend bool operator==(const UseSums&, const UseSums&) = default;
};

inline constexpr std::array use_sums{&UseSums::reserved,
                                     &UseSums::by_owner,
                                     &UseSums::by_others,
                                     &UseSums::by_unknown,
                                     &UseSums::idle,
                                     &UseSums::idle_with,
                                     &UseSums::idle_without,
                                     &UseSums::unmeasured,
                                     &UseSums::of_others,
                                     &UseSums::unreserved_used,
                                     &UseSums::violated,
                                     &UseSums::capacity,
                                     &UseSums::unreserved_unmeasured,
                                     &UseSums::spread,
                                     &UseSums::nearly_idle,
                                     &UseSums::given_back,
                                     &UseSums::freed_as_idle,
                                     &UseSums::energy_dj,
                                     &UseSums::energy_known,
                                     &UseSums::energy_unknown};

inline UseSums& UseSums::operator+=(const UseSums& more) {
    for (const auto sum : use_sums) this->*sum += more.*sum;
    return *this;
}

// How many whole seconds begin in the interval: samples stand at whole seconds, and what several
// intervals have, one behind the other, is what they have together.
[[nodiscard]] inline std::int64_t seconds_in(const Interval& when) {
    if (when.until <= when.from) return 0;
    const auto from = std::chrono::ceil<std::chrono::seconds>(when.from);
    return (std::chrono::ceil<std::chrono::seconds>(when.until) - from).count();
}

}  // namespace dibs
