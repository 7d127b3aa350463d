// The shape of a time phrase, before it meets a calendar: second step of parse_time_phrase.
// Words in, a Phrase out; which day "Fri" is and whether 02:30 exists is for time_resolve. Pure.
#pragma once

#include "api/time/time_words.hpp"
#include "domain/result.hpp"
#include "domain/time.hpp"

#include <chrono>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace dibs::time_phrase {

// A stretch of time: days on the calendar, the rest on the clock.
struct Span {
    int days{};
    Duration exact{};
};
struct RestOfDay {};
struct Overnight {};
using Length = std::variant<Span, RestOfDay, Overnight>;

struct TimeOfDay {
    std::chrono::seconds since_midnight{};
    bool meridiem = false;  // am, pm, noon or midnight said: not to be read otherwise
    bool bare = false;      // only "9"
};

struct Date {
    std::chrono::month_day day{};
    std::optional<std::chrono::year> year{};
};
enum class Relative { today, tonight, tomorrow, yesterday };
struct Weekday {
    std::chrono::weekday day{};
    bool next = false;
};
struct CheckedDate {  // "Tue 24 Nov"
    Date date;
    std::chrono::weekday weekday{};
};
using Day = std::variant<Relative, Weekday, Date, CheckedDate>;

struct Calendar {
    std::optional<Day> day{};
    std::optional<TimeOfDay> time{};
};
struct Now {};
struct When {
    std::variant<Now, Span, Instant, Calendar> what;  // Span: that long from now
    std::string marker{};                             // "cet", "+0545": as written, lower case
};

struct Phrase {
    When start;
    std::optional<When> end{};
    std::optional<Length> length{};
};

// `markers` are the abbreviations (lower case) that the zone goes by.
[[nodiscard]] Result<Phrase> parse_phrase(std::vector<std::string> words,
                                          const std::vector<std::string>& markers);

// The words from `at` on that make a length; `at` moves behind them. Nothing read: no value and no
// refusal. Shared with parse_duration.
[[nodiscard]] Result<std::optional<Length>> parse_length(const std::vector<std::string>& words,
                                                         std::size_t& at);
// "9", "9:30", "9:30:15", "9am", or in two words "9 am"; "noon", "midnight", "24:00".
[[nodiscard]] Result<std::optional<TimeOfDay>> parse_clock(const std::vector<std::string>& words,
                                                           std::size_t& at);
// Any Day.
[[nodiscard]] Result<std::optional<Day>> parse_day(const std::vector<std::string>& words,
                                                   std::size_t& at);

}  // namespace dibs::time_phrase
