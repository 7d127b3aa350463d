// The syntax of a time phrase without a calendar: second step of parse_time_phrase. Turns tokens
// into a Phrase; time_meaning resolves "Fri" or 9-5. Pure.
#pragma once

#include "api/time/time_token.hpp"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace dibs::time_phrase {

struct RestOfDay {};
struct Overnight {};
struct AllDay {};
using Length = std::variant<Span, RestOfDay, Overnight, AllDay>;

struct Exactly {
    std::chrono::local_days day{};
};
struct InDays {
    int ahead{};
};
struct Tonight {};
struct Weekday {
    enum class Which { plain, next, last, coming, of_last_week, of_this_week, of_next_week };
    std::chrono::weekday day{};
    Which which{};
};
struct CheckedDate {  // "Tue 24 Nov"
    Date date;
    std::chrono::weekday weekday{};
};
struct Period {  // "next week", "this weekend"
    enum class What { week, month, weekend };
    What what{};
    int ahead = 0;  // 1 is the next one, -1 the last one
};
using Day = std::variant<InDays, Tonight, Weekday, Date, CheckedDate, Period, Exactly>;

struct Calendar {
    std::optional<Day> day{};
    std::optional<TimeOfDay> time{};
    std::optional<PartOfDay> part{};
    bool end_of = false;    // the end of that day, week or month
    bool next_day = false;  // for an end: the day after the start's
};
struct Now {};
struct When {
    std::variant<Now, Span, Instant, Calendar> what;  // Span: relative to now
    std::string marker{};                             // "cet", "+0545": as written, lower case
};

enum class Link { dash, to, until };
struct Phrase {
    When start{};
    std::optional<When> end{};
    std::optional<Length> length{};
    Link link{};              // between start and end
    bool overnight = false;   // the end is on the next day, explicitly
    bool shared_day = false;  // one day after both times: "9-17 tomorrow"
    bool from_now = false;    // "4h from now": its start or its end is meant
    bool iso = false;         // an ISO 8601 interval: an end without a date is on the start's day
    bool ends_there = false;  // "PT4H/…": the duration precedes its end
};

// `markers`: the abbreviations of the zone, in lower case.
[[nodiscard]] Result<Tokens> read_tokens(std::string_view text,
                                         const std::vector<std::string>& markers);
[[nodiscard]] Result<Phrase> parse_phrase(std::vector<Token> tokens);
// Requires that all tokens are one duration.
[[nodiscard]] Result<Span> parse_length(const std::vector<Token>& tokens);

// Reads a duration at `at` and moves `at` past it; none if there is none. `bare`: "hour" alone
// counts.
[[nodiscard]] Result<std::optional<Span>> take_length(const std::vector<Token>& tokens,
                                                      std::size_t& at, bool bare);
// Reads a calendar moment at `at`: day, time, part of the day, in any order. `day_last`: the day
// came after the time.
struct CalendarRead {
    When when{};
    bool day_last = false;
};
[[nodiscard]] Result<std::optional<CalendarRead>> take_calendar(const std::vector<Token>& tokens,
                                                                std::size_t& at);
[[nodiscard]] tl::unexpected<Refusal> stuck(const std::vector<Token>& tokens, std::size_t at);

}  // namespace dibs::time_phrase
