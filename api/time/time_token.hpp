// The vocabulary of time phrases without a language. It connects the words of people (time_lexicon)
// and of digits (time_numbers) with the grammar. Plain values.
#pragma once

#include "domain/kernel/result.hpp"
#include "domain/kernel/time.hpp"

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace dibs::time_phrase {

enum class Kind {
    // with digits
    number,   // "9": value
    clock,    // "9:30": time
    date,     // "24.11.", "2026-11-24": date
    ordinal,  // "24th", "24.": value
    moment,   // RFC 3339 with its offset, "@1800000000": instant
    length,   // "4h", "PT4H", "half an hour": span
    offset,   // "+0545", "-17"
    // days and times; the value is in the comment
    weekday,       // 0 is Sunday
    month,         // 1 to 12
    day,           // days from today
    tonight,       //
    part,          // PartOfDay
    twelve,        // hours: 12 is noon, 24 midnight
    meridiem,      // hours: 0 is am, 12 pm
    weekend,       //
    unit,          // Unit, behind a number or alone
    count,         // "an", "two": hundredths
    next,          // "next Friday", "next week"
    this_,         // "this Friday", "this week"
    last,          // "last Friday", "last week"
    coming,        // "coming Friday": never today
    end_of,        // "end of day": a unit follows
    next_morning,  //
    next_day,      //
    // connecting words
    now,
    from,
    until,
    to,
    dash,
    for_,
    in,
    ago,  // "3 days ago"; value 1 comes before the duration, as in "vor 3 Tagen"
    filler,
    overnight,
    all_day,
    rest_of_day,
    // not understood
    every,
    marker,
    unknown,
};

enum class Unit { month, week, day, hour, minute, second };
enum class PartOfDay { morning, afternoon, evening, night };

// A duration: days on the calendar, the rest on the clock.
struct Span {
    int days{};
    Duration exact{};
};

struct Date {
    std::chrono::month_day day{};
    std::optional<std::chrono::year> year{};
};

struct TimeOfDay {
    std::chrono::seconds since_midnight{};
    bool unambiguous = false;  // am, pm, noon or midnight: unambiguous
    bool bare = false;         // only "9"
};

struct Token {
    Kind kind{};
    int value{};
    std::string text{};
    TimeOfDay time{};
    Date date{};
    Instant instant{};
    Span span{};
};

// A word with two meanings. All doubtful words of a kind get the same one in a phrase.
enum class DoubtKind { day_or_time, day_or_month };
struct Doubt {
    std::size_t at{};
    DoubtKind kind{};
    Token other{};
};

struct Tokens {
    std::vector<Token> tokens{};
    std::vector<Doubt> doubts{};
    std::string zone{};   // as written in the phrase: "Europe/Warsaw"; empty: none
    std::string taken{};  // a sentence about misspelt words, for people; usually empty
};

// Appends a sentence.
inline void append_sentence(std::string& text, const std::string& sentence) {
    text += (text.empty() || sentence.empty() ? "" : " ") + sentence;
}

[[nodiscard]] inline tl::unexpected<Refusal> unreadable(std::string detail) {
    return refuse(Code::out_of_range, "text", std::move(detail));
}

}  // namespace dibs::time_phrase
