// Sums of hours of use: reserved, used and idle time of GPUs. All are hundredths of GPU-seconds (a
// second at one percent). They are integers, so sums in any order are equal. Pure values.
#pragma once

#include "domain/kernel/time.hpp"

#include <array>
#include <cstdint>

namespace dibs {

inline constexpr std::int64_t a_second = 100;

struct UseSums {
    // Always: reserved = by_owner + by_others + by_unknown + idle + unmeasured.
    std::int64_t reserved = 0;
    std::int64_t by_owner = 0, by_others = 0, by_unknown = 0;
    std::int64_t idle = 0, idle_with = 0, idle_without = 0;  // the last two are parts of idle
    std::int64_t unmeasured = 0;
    // The account's use of other owners' bookings, which those count in `by_others`.
    std::int64_t of_others = 0;
    std::int64_t unreserved_used = 0;
    std::int64_t violated = 0;
    std::int64_t capacity = 0;
    std::int64_t unreserved_unmeasured = 0;
    // Of reserved seconds, by utilisation: the seconds in the distribution, and those of them at
    // less than 5 %.
    std::int64_t spread = 0, nearly_idle = 0;
    // The remaining time of started bookings: released by their owners, and freed by the rule about
    // idle bookings.
    std::int64_t given_back = 0, freed_as_idle = 0;
    // Tenths of joules, and the hundredths of GPU-seconds with known and with unknown power.
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

// The number of whole seconds that begin in the interval. Samples are at whole seconds. Consecutive
// intervals add up to the count of their union.
[[nodiscard]] inline std::int64_t seconds_in(const Interval& when) {
    if (when.until <= when.from) return 0;
    const auto from = std::chrono::ceil<std::chrono::seconds>(when.from);
    return (std::chrono::ceil<std::chrono::seconds>(when.until) - from).count();
}

}  // namespace dibs
