// Moments and intervals, in UTC milliseconds. Intervals are half-open [from, until), so 10:00-12:00
// and 12:00-14:00 do not overlap. Text is RFC 3339. Nothing here reads a clock.
#pragma once

#include <chrono>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace dibs {

using Duration = std::chrono::milliseconds;
using Instant = std::chrono::time_point<std::chrono::system_clock, Duration>;

struct Interval {
    Instant from;
    Instant until;

    [[nodiscard]] bool contains(Instant t) const { return from <= t && t < until; }
    [[nodiscard]] bool overlaps(const Interval& other) const {
        return from < other.until && other.from < until;
    }
    [[nodiscard]] Duration length() const { return until - from; }
    friend auto operator<=>(const Interval&, const Interval&) = default;
};

// "2026-11-21T09:00:00.000Z": always UTC, always three decimals. Years 0000 to 9999.
[[nodiscard]] std::string to_text(Instant t);
void append_text(std::string& out, Instant t);

// Accepts RFC 3339 with any offset and up to nine decimals (cut to milliseconds). Nothing for
// impossible dates (31 February), a missing offset, trailing text or a leap second. Nothing for a
// time outside the years 0000 to 9999 in UTC.
[[nodiscard]] std::optional<Instant> parse_instant(std::string_view text);

// The time on a wall clock, to the minute: "08:00". "24:00" is the end of a day.
struct TimeOfDay {
    std::int64_t minutes = 0;  // since midnight, at most 1,440
    friend auto operator<=>(const TimeOfDay&, const TimeOfDay&) = default;
};
[[nodiscard]] std::string to_text(TimeOfDay t);
// Accepts two digits for each part, and nothing else.
[[nodiscard]] std::optional<TimeOfDay> parse_time_of_day(std::string_view text);

// True if `every` has passed since `last`. A `last` in the future also counts as due: a wrong clock
// wrote it and was corrected since.
[[nodiscard]] constexpr bool is_due(Instant last, Instant now, Duration every) {
    return now < last || now >= last + every;
}

// A measurement further in the future than the clocks of two nodes ever differ. A clock that ran
// ahead stamped it and was corrected since, so it says nothing about now.
inline constexpr Duration most_ahead = std::chrono::seconds{10};
[[nodiscard]] constexpr bool is_ahead(Instant at, Instant now) {
    return at > now + most_ahead;
}

[[nodiscard]] constexpr Instant from_unix_ms(std::int64_t ms) {
    return Instant{Duration{ms}};
}
[[nodiscard]] constexpr std::int64_t unix_ms(Instant t) {
    return t.time_since_epoch().count();
}

}  // namespace dibs
