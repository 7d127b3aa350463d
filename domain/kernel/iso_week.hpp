// Weeks as ISO 8601 numbers them, "2026-W47": from Monday to Sunday. The first week of a year has
// the year's first Thursday. Also the interval of such a week on the clock of a zone. Pure values.
#pragma once

#include "domain/kernel/time.hpp"
#include "domain/kernel/zone.hpp"

#include <chrono>
#include <compare>
#include <optional>
#include <string>
#include <string_view>

namespace dibs {

// The Monday on or before a day, on any calendar.
template <class Clock>
[[nodiscard]] constexpr auto monday_of(std::chrono::time_point<Clock, std::chrono::days> day) {
    return day - (std::chrono::weekday{day} - std::chrono::Monday);
}

struct IsoWeek {
    std::chrono::local_days monday{};
    friend auto operator<=>(const IsoWeek&, const IsoWeek&) = default;
};

// Accepts the years 2000 to 2999. Nothing if the year has no such week.
[[nodiscard]] std::optional<IsoWeek> parse_iso_week(std::string_view text);
[[nodiscard]] std::string to_text(const IsoWeek& week);
[[nodiscard]] IsoWeek week_of(const WallClock& clock, Instant at);
[[nodiscard]] IsoWeek operator+(const IsoWeek& week, int weeks);
// From its Monday's midnight to the next Monday's: 167 or 169 hours if the clocks change.
[[nodiscard]] Interval time_of(const IsoWeek& week, const WallClock& clock);

}  // namespace dibs
