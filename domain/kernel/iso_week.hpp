// Weeks as ISO 8601 numbers them, "2026-W47": Monday to Sunday, the first of a year is the one with
// its first Thursday. And when such a week is on the clock of a zone. Pure values.
#pragma once

#include "domain/kernel/time.hpp"
#include "domain/kernel/zone.hpp"

#include <chrono>
#include <compare>
#include <optional>
#include <string>
#include <string_view>

namespace dibs {

// The Monday on or before a day, on whatever calendar the day is.
template <class Clock>
[[nodiscard]] constexpr auto monday_of(std::chrono::time_point<Clock, std::chrono::days> day) {
    return day - (std::chrono::weekday{day} - std::chrono::Monday);
}

struct IsoWeek {
    std::chrono::local_days monday{};
    friend auto operator<=>(const IsoWeek&, const IsoWeek&) = default;
};

// Of the years 2000 to 2999; nothing where a year has no such week.
[[nodiscard]] std::optional<IsoWeek> parse_iso_week(std::string_view text);
[[nodiscard]] std::string to_text(const IsoWeek& week);
[[nodiscard]] IsoWeek week_of(const WallClock& clock, Instant at);
[[nodiscard]] IsoWeek operator+(const IsoWeek& week, int weeks);
// From its Monday's midnight to the next one's: 167 or 169 hours where the clocks change.
[[nodiscard]] Interval time_of(const IsoWeek& week, const WallClock& clock);

}  // namespace dibs
