// Time as people write it: "tomorrow 9:00", "Fri 14-16", "now for 4h", "24 Nov 22:00 until 6:00".
// The one grammar of Dibs; the dashboard and the command line ask it through POST /time:parse.
// Pure: the clock and the zone are arguments. What could mean two things is refused with what to
// write instead; a reading is always echoed in absolute words. Any thread.
//
//   phrase := when | range | 'every' …(refused: not yet)
//   when   := 'now' | day? time? | time day | weekday time? | 'next' weekday time? | 'in' dur
//             | rfc3339 | '@' unix seconds         then, if wished, a zone or its abbreviation
//   day    := today | tonight | tomorrow | yesterday | YYYY-MM-DD | D Month | Month D | D.M.
//             (with or without a year; a weekday before a date is checked)
//   time   := H(:MM(:SS)?)?(am|pm)? | noon | midnight   (midnight ends the day it is named with)
//   A day without a time is its first moment; as the start of a range, today is now.
//   range  := when ('-'|'to'|'until'|'till') when | when 'for' dur | 'for' dur | 'until' when
//             | day? 'overnight' | when? 'rest of the day'
//   dur    := (N(w|d|h|m|min))+ | ISO 8601 (P1DT2H) | 'rest of the day' | 'overnight'
#pragma once

#include "domain/result.hpp"
#include "domain/time.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace dibs {

struct TimePhrase {
    Instant from;
    std::optional<Instant> until{};  // set for an interval
    std::string zone{};              // the zone it was read in
    std::string echo{};              // "Tue 24 Nov 09:00-17:00 CET"
    std::string note{};              // about a clock change, for people; mostly empty
};

// Refusals have field "text" or "zone". Days and weeks are counted on the calendar (a day with a
// clock change is one day), hours and minutes on the clock.
[[nodiscard]] Result<TimePhrase> parse_time_phrase(std::string_view text, std::string_view zone,
                                                   Instant now);

// "4h", "1d 12h", "90min", "PT8H": a day is 24 h here. Refusals have field "text".
[[nodiscard]] Result<Duration> parse_duration(std::string_view text);

// "Tue 24 Nov 09:00 CET". The year stands only where the grammar would not supply it; seconds only
// if there are some. parse_time_phrase(format_moment(t)) = t, to the second.
[[nodiscard]] Result<std::string> format_moment(Instant t, std::string_view zone, Instant now);
// "Tue 24 Nov 09:00-17:00 CET", "Tue 24 Nov 22:00 - Wed 25 Nov 06:00 CET".
[[nodiscard]] Result<std::string> format_interval(const Interval& when, std::string_view zone,
                                                  Instant now);
// "1d 4h", "90min": as short as can be read back.
[[nodiscard]] std::string format_duration(Duration length);

}  // namespace dibs
