// Parses clock times, dates and moments.
#include "api/time/time_numbers.hpp"

#include "api/time/time_text.hpp"
#include "domain/kernel/text.hpp"

#include <algorithm>

namespace dibs::time_phrase {
namespace {

using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;

std::vector<std::string_view> cut(std::string_view word, char by) {
    std::vector<std::string_view> parts;
    for (std::size_t at = 0; at <= word.size();) {
        const auto end = std::min(word.find(by, at), word.size());
        parts.push_back(word.substr(at, end - at));
        at = end + 1;
    }
    return parts;
}

Token token(Kind kind, std::string_view text, int value = 0) {
    Token result;
    result.kind = kind;
    result.text = text;
    result.value = value;
    return result;
}

NumberRead one(Token only) {
    NumberRead read;
    read.tokens.push_back(std::move(only));
    return read;
}

std::optional<Date> date_of(int day, int month, std::optional<int> year) {
    Date date{std::chrono::month{static_cast<unsigned>(month)} /
                  std::chrono::day{static_cast<unsigned>(day)},
              {}};
    if (year) date.year = std::chrono::year{*year};
    const bool ok =
        date.year ? (*date.year / date.day.month() / date.day.day()).ok() : date.day.ok();
    return ok ? std::optional(date) : std::nullopt;
}

Token date_token(const Date& date, std::string_view text) {
    auto result = token(Kind::date, text);
    result.date = date;
    return result;
}

tl::unexpected<Refusal> no_such(const char* what, std::string_view text) {
    return unreadable("There is no such " + std::string(what) + ": '" + std::string(text) + "'.");
}

// "25/11/2026", "25-11-2026", "11/25", "2026/11/25": only their size distinguishes day and month.
Result<NumberRead> date_by(char sign, std::string_view word) {
    const auto parts = cut(word, sign);
    if (parts.size() < 2 || parts.size() > 3) return NumberRead{};
    std::optional<int> year;
    if (parts.size() == 3) {
        year = number(parts[0], 4, 4);
        const bool year_first = year.has_value();
        if (!year_first) year = number(parts[2], 4, 4);
        if (!year) return NumberRead{};
        if (year_first) {
            const auto month = number(parts[1], 1, 2);
            const auto day = number(parts[2], 1, 2);
            if (!month || !day) return NumberRead{};
            const auto date = date_of(*day, *month, year);
            if (!date) return no_such("day", word);
            return one(date_token(*date, word));
        }
    }
    const auto first = number(parts[0], 1, 2);
    const auto second = number(parts[1], 1, 2);
    if (!first || !second) return NumberRead{};
    const auto day_first = date_of(*first, *second, year);
    const auto month_first = date_of(*second, *first, year);
    if (!day_first && !month_first) return no_such("day", word);
    auto read = one(date_token(day_first ? *day_first : *month_first, word));
    if (day_first && month_first && *first != *second) {
        read.or_else = {DoubtKind::day_or_month, date_token(*month_first, word)};
    }
    return read;
}

// H(:MM(:SS)?)?, separated by ':' or '.'; none for other forms and impossible times.
std::optional<TimeOfDay> clock_of(std::string_view text, char sign) {
    const auto parts = cut(text, sign);
    if (parts.empty() || parts.size() > 3) return std::nullopt;
    int values[3]{};
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const auto value = number(parts[i], i == 0 ? 1 : 2, 2);
        if (!value || (i > 0 && *value > 59)) return std::nullopt;
        values[i] = *value;
    }
    const seconds all = hours{values[0]} + minutes{values[1]} + seconds{values[2]};
    if (all > hours{24}) return std::nullopt;
    return TimeOfDay{all, false, parts.size() == 1};
}

Token clock_token(TimeOfDay time, std::string_view text) {
    auto result = token(Kind::clock, text);
    result.time = time;
    return result;
}

// "24.11.2026", "24.11.", "2026.11.24"; "24.11" and "9.30" as a day, a time or both, by their
// range.
Result<NumberRead> dotted(std::string_view word) {
    const auto parts = cut(word, '.');
    if (parts.size() == 3 && parts[2].empty()) {
        const auto day = number(parts[0], 1, 2);
        const auto month = number(parts[1], 1, 2);
        if (!day || !month) return NumberRead{};
        const auto date = date_of(*day, *month, {});
        if (!date) return no_such("day", word);
        return one(date_token(*date, word));
    }
    if (parts.size() == 3) {
        const bool year_first = parts[0].size() == 4;
        const auto day = number(parts[year_first ? 2 : 0], 1, 2);
        const auto month = number(parts[1], 1, 2);
        const auto year = number(parts[year_first ? 0 : 2], 4, 4);
        if (!day || !month || !year) return NumberRead{};
        const auto date = date_of(*day, *month, year);
        if (!date) return no_such("day", word);
        return one(date_token(*date, word));
    }
    if (parts.size() != 2) return NumberRead{};
    const auto first = number(parts[0], 1, 2);
    const auto second = number(parts[1], 1, 2);
    if (first && parts[1].empty()) return one(token(Kind::ordinal, word, *first));
    if (!first || !second) return NumberRead{};
    const auto time = clock_of(word, '.');
    const auto date = date_of(*first, *second, {});
    if (time && date) {
        auto read = one(date_token(*date, word));
        read.or_else = {DoubtKind::day_or_time, clock_token(*time, word)};
        return read;
    }
    if (date) return one(date_token(*date, word));
    if (time) return one(clock_token(*time, word));
    return NumberRead{};
}

// "2026-11-24t09:00", optionally with seconds, fractions and an offset.
Result<NumberRead> date_and_time(std::string_view word, std::size_t mark) {
    auto text = std::string(word);
    for (char& c : text) {
        if (c == 't' || c == 'z') c = static_cast<char>(c - 'a' + 'A');
    }
    const auto offset = text.find_first_of("Z+-", mark);
    if (offset == std::string::npos) {
        auto read = date_by('-', word.substr(0, mark));
        const auto time = clock_of(word.substr(mark + 1), ':');
        if (!read || read->tokens.empty()) return read;
        if (!time || time->bare) return no_such("moment", word);
        read->tokens.push_back(clock_token(*time, word));
        return read;
    }
    auto end = text.substr(offset);
    if (end.size() == 3) end += ":00";
    if (end.size() == 5 && end[3] != ':') end.insert(3, ":");
    text.erase(offset);
    if (std::count(text.begin(), text.end(), ':') == 1) text += ":00";
    const auto instant = parse_instant(text + end);
    if (!instant) return no_such("moment", word);
    auto result = token(Kind::moment, word);
    result.instant = *instant;
    return one(std::move(result));
}

// "9am", "9:30pm", "17:00z", "24th": a clock time or day followed by letters.
Result<NumberRead> with_letters(std::string_view word, std::size_t letters) {
    const auto digits = word.substr(0, letters);
    const auto ending = word.substr(letters);
    if (ending == "st" || ending == "nd" || ending == "rd" || ending == "th") {
        const auto day = number(digits, 1, 2);
        return day ? one(token(Kind::ordinal, word, *day)) : NumberRead{};
    }
    const bool am = ending == "am" || ending == "a.m." || ending == "a.m";
    const bool pm = ending == "pm" || ending == "p.m." || ending == "p.m";
    if (!am && !pm && ending != "z") return NumberRead{};
    auto time = clock_of(digits, ':');
    if (!time) time = clock_of(digits, '.');
    if (!time ||
        ((am || pm) && (time->since_midnight < hours{1} || time->since_midnight >= hours{13}))) {
        return no_such("time of day", word);
    }
    if (am || pm) {
        time->since_midnight = time->since_midnight % hours{12} + hours{pm ? 12 : 0};
        time->unambiguous = true;
        time->bare = false;
    }
    auto read = one(clock_token(*time, word));
    if (time->bare) {
        read.tokens[0].kind = Kind::number;
        read.tokens[0].value = static_cast<int>(time->since_midnight / hours{1});
    }
    if (ending == "z") read.tokens.push_back(token(Kind::unknown, "z"));
    return read;
}

}  // namespace

std::optional<int> number(std::string_view text, std::size_t least, std::size_t most) {
    if (text.size() < least || text.size() > most) return std::nullopt;
    int value = 0;
    for (const char c : text) {
        if (!is_decimal_digit(c)) return std::nullopt;
        value = value * 10 + (c - '0');
    }
    return value;
}

Result<NumberRead> read_number(std::string_view word) {
    const auto most_digits = std::size_t{12};
    if (word.front() == '@' && word.size() > 1 && word.size() <= most_digits &&
        std::all_of(word.begin() + 1, word.end(), is_decimal_digit)) {
        auto result = token(Kind::moment, word);
        result.instant = Instant{seconds{std::stoll(std::string(word.substr(1)))}};
        return one(std::move(result));
    }
    if (word.size() > 2 && (word.front() == '+' || word.front() == '-')) {
        return one(token(Kind::offset, word));
    }
    if (const auto length = glued_length(word); !length || length->has_value()) {
        if (!length) return tl::unexpected(length.error());
        auto result = token(Kind::length, word);
        result.span = **length;
        return one(std::move(result));
    }
    if (!is_decimal_digit(word.front())) return NumberRead{};
    if (const auto value = number(word)) return one(token(Kind::number, word, *value));
    const auto mark = word.find('t');
    if (mark != std::string_view::npos && mark >= 8 && word.find('-') < mark) {
        return date_and_time(word, mark);
    }
    const auto letters = word.find_first_not_of("0123456789:./-");
    if (letters != std::string_view::npos) return with_letters(word, letters);
    for (const char sign : {'-', '/'}) {
        if (word.find(sign) != std::string_view::npos) return date_by(sign, word);
    }
    if (word.find(':') == std::string_view::npos) return dotted(word);
    const auto time = clock_of(word, ':');
    if (!time) return no_such("time of day", word);
    return one(clock_token(*time, word));
}

}  // namespace dibs::time_phrase
