// The grammar of times in English and Polish, the only one of Dibs: "tomorrow 9:00",
// "w piątek 14-16", "now for 4h", "24 Nov 22:00 until 25 Nov 6:00". The dashboard and the command
// line use it through POST /time/parse. Pure: clock and zone are arguments. Any thread. README.md
// has the rules for plain, taken and ambiguous phrases.
//
//   phrase := when | range | length when | 'every' …(refused: not yet)
//   when   := 'now' | 'in' dur | dur 'ago' | rfc3339 | '@' unix seconds
//             | 'end of' (day | week | month)
//             | day, time and part of the day, in any order, each at most once
//             then optionally a zone or its abbreviation
//   day    := today | tonight | tomorrow | day after tomorrow | yesterday
//             | (next|this|last)? weekday | (next|this|last) (week|month|weekend)
//             | YYYY-MM-DD | D Month | Month D | D.M. | D/M/YYYY
//             (with or without a year; a weekday before a date is checked)
//   time   := H(:MM(:SS)?)?(am|pm)? | H.MM | noon | midnight
//             (midnight ends the day it is named with)
//   part   := morning | afternoon | evening | night
//   range  := when ('-'|'to'|'until'|'till') when | when 'for'? dur | 'for' dur | 'until' when
//             | when? 'overnight' | when? 'all day' | when? 'rest of the day'
//             | ISO 8601 intervals
//   dur    := (N(w|d|h|m|min))+ | '1h30' | 'half an hour' | ISO 8601 (P1DT2H)
//
// A day without a time is its first moment; as the start of a range, today is now.
#pragma once

#include "domain/kernel/result.hpp"
#include "domain/kernel/time.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dibs {

// One reading of an ambiguous phrase.
struct TimeAlternative {
    std::string text{};  // an unambiguous text for this reading
    Instant from;
    std::optional<Instant> until{};
    std::string sentence{};  // "8h, on one day."
};

struct TimePhrase {
    Instant from;
    std::optional<Instant> until{};  // set for intervals
    std::string zone{};              // the zone of the reading
    std::string echo{};              // "Tue 24 Nov 09:00-17:00 CET"
    std::string note{};              // about a clock change, for people; usually empty
    std::string taken{};             // a sentence about the reading taken, if it could be another
    std::vector<TimeAlternative> alternatives{};  // the other readings
    bool named = false;  // "tomorrow morning", "next week": its start alone is an answer too
};

struct TimeRefusal {
    Refusal refusal{};       // with field "text" or "zone"
    bool ambiguous = false;  // several readings; `alternatives` has them
    std::vector<TimeAlternative> alternatives{};
};

// The direction for days without a year or week: forward for bookings, backward for queries of the
// past.
enum class Tense { coming, past };

// Days and weeks count on the calendar (a day with a clock change is one day), hours and minutes on
// the clock.
[[nodiscard]] tl::expected<TimePhrase, TimeRefusal> parse_time_phrase(std::string_view text,
                                                                      std::string_view zone,
                                                                      Instant now,
                                                                      Tense tense = Tense::coming);

// "4h", "1d 12h", "90min", "PT8H"; a day is 24 h. Refusals have field "text".
[[nodiscard]] Result<Duration> parse_duration(std::string_view text);

// "Tue 24 Nov 09:00 CET". Has the year only if the grammar would take another one, and seconds only
// if not 0. parse_time_phrase(format_moment(t)) = t, to the second.
[[nodiscard]] Result<std::string> format_moment(Instant t, std::string_view zone, Instant now);
// "Tue 24 Nov 09:00-17:00 CET", "Tue 24 Nov 22:00 - Wed 25 Nov 06:00 CET".
[[nodiscard]] Result<std::string> format_interval(const Interval& when, std::string_view zone,
                                                  Instant now);
// "1d 4h", "90min": the shortest form that can be read back.
[[nodiscard]] std::string format_duration(Duration length);

}  // namespace dibs
