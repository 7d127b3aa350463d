// Checks the days around a moment, on the zone's own calendar.
#include "domain/kernel/weekly.hpp"

#include <algorithm>

namespace dibs {
namespace {

using LocalDay = std::chrono::local_days;

bool is_on(const WeeklyWindow& window, LocalDay day) {
    const auto since_monday = std::chrono::weekday(day).iso_encoding() - 1;
    return std::binary_search(window.days.begin(), window.days.end(),
                              static_cast<Weekday>(since_monday));
}

// Empty if the clock jumps over the whole window.
Interval on_day(const WeeklyWindow& window, const WallClock& clock, LocalDay day) {
    const auto at = [&](TimeOfDay time, LocalDay of) {
        return clock.when(WallTime{of} + std::chrono::minutes(time.minutes));
    };
    const auto last = window.until <= window.from ? day + std::chrono::days(1) : day;
    return {at(window.from, day).first, at(window.until, last).last};
}

}  // namespace

std::optional<Instant> open_until(const WeeklyWindow& window, const WallClock& clock, Instant at) {
    const auto today = std::chrono::floor<std::chrono::days>(clock.shows(at));
    std::optional<Instant> until;
    for (int i = -1; i <= 1; ++i) {  // the next day too: a clock may be set back over midnight
        const auto day = today + std::chrono::days(i);
        if (!is_on(window, day)) continue;
        const auto open = on_day(window, clock, day);
        if (open.contains(at) && (!until || *until < open.until)) until = open.until;
    }
    return until;
}

std::optional<Instant> opens_after(const WeeklyWindow& window, const WallClock& clock, Instant at) {
    constexpr int days_to_search = 15;
    const auto today = std::chrono::floor<std::chrono::days>(clock.shows(at));
    for (int i = 0; i < days_to_search; ++i) {
        const auto day = today + std::chrono::days(i);
        if (!is_on(window, day)) continue;
        const auto open = on_day(window, clock, day);
        if (open.from > at && open.from < open.until) return open.from;
    }
    return std::nullopt;
}

}  // namespace dibs
