// Moments and intervals. UTC milliseconds throughout; intervals are half-open [from, until), so
// 10:00-12:00 and 12:00-14:00 do not clash. Text is RFC 3339. Nothing here reads a clock.
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

// RFC 3339 with any offset and up to nine decimals (cut to milliseconds). Nothing for impossible
// dates (31 February), a missing offset, trailing text, a leap second, or what an offset moves out
// of the years that can be written.
[[nodiscard]] std::optional<Instant> parse_instant(std::string_view text);

// What a clock on the wall shows, to the minute: "08:00"; "24:00" is the end of a day.
struct TimeOfDay {
    std::int64_t minutes = 0;  // since midnight, at most 1,440
    friend auto operator<=>(const TimeOfDay&, const TimeOfDay&) = default;
};
[[nodiscard]] std::string to_text(TimeOfDay t);
// Two digits each, nothing else.
[[nodiscard]] std::optional<TimeOfDay> parse_time_of_day(std::string_view text);

// Long enough ago to be done again. What lies ahead was noted by a clock that was wrong and is
// right now.
[[nodiscard]] constexpr bool is_due(Instant last, Instant now, Duration every) {
    return now < last || now >= last + every;
}

// What was measured further ahead of the clock than those of two nodes ever differ was stamped by a
// clock that ran ahead and was put back since: it says nothing about now.
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
