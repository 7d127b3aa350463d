// Days and times of day in words: "Fri", "next Tue", "24 Nov", "24.11.", "9:30", "5pm", "noon".
#include "api/time/time_syntax.hpp"

#include <array>

namespace dibs::time_phrase {
namespace {

using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;
using std::chrono::weekday;

// The index of the name that `word` is, in full or cut to at least three letters; none if no name.
template <std::size_t N>
std::optional<unsigned> index_of(const std::array<std::string_view, N>& names,
                                 std::string_view word) {
    constexpr std::size_t shortest = 3;
    for (unsigned i = 0; i < N; ++i) {
        if (word.size() >= shortest && names[i].starts_with(word)) return i;
    }
    return std::nullopt;
}

std::optional<weekday> weekday_named(std::string_view word) {
    static constexpr std::array<std::string_view, 7> names{
        "sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"};
    if (word == "weds") return std::chrono::Wednesday;
    const auto index = index_of(names, word);
    return index ? std::optional(weekday{*index}) : std::nullopt;
}

std::optional<std::chrono::month> month_named(std::string_view word) {
    static constexpr std::array<std::string_view, 12> names{
        "january", "february", "march",     "april",   "may",      "june",
        "july",    "august",   "september", "october", "november", "december"};
    const auto index = index_of(names, word);
    return index ? std::optional(std::chrono::month{*index + 1}) : std::nullopt;
}

std::optional<Relative> relative_named(std::string_view word) {
    if (word == "today") return Relative::today;
    if (word == "tonight") return Relative::tonight;
    if (word == "tomorrow") return Relative::tomorrow;
    if (word == "yesterday") return Relative::yesterday;
    return std::nullopt;
}

// "24", "1st", "22nd", "3rd", "24th".
std::optional<int> day_of_month(std::string_view word) {
    if (word.size() > 2) {
        const auto ending = word.substr(word.size() - 2);
        if (ending == "st" || ending == "nd" || ending == "rd" || ending == "th") {
            word.remove_suffix(2);
        }
    }
    return number(word, 1, 2);
}

Result<Date> checked(int day, std::chrono::month month, std::optional<int> year,
                     std::string_view text) {
    Date date{month / std::chrono::day{static_cast<unsigned>(day)}, {}};
    if (year) date.year = std::chrono::year{*year};
    const bool ok =
        date.year ? (*date.year / date.day.month() / date.day.day()).ok() : date.day.ok();
    if (!ok) return unreadable("There is no such day: '" + std::string(text) + "'.");
    return date;
}

std::optional<int> year_at(const std::vector<std::string>& words, std::size_t at) {
    return at < words.size() ? number(words[at], 4, 4) : std::nullopt;
}

// "2026-11-24", "24.11.", "24.11.2026"; refuses "3/4" and "24.11".
Result<std::optional<Date>> date_in_one_word(std::string_view word) {
    const auto cut = [&](char by) {
        std::vector<std::string_view> parts;
        for (std::size_t at = 0; at <= word.size();) {
            const auto end = std::min(word.find(by, at), word.size());
            parts.push_back(word.substr(at, end - at));
            at = end + 1;
        }
        return parts;
    };
    const auto date = [&](std::string_view y, std::string_view m,
                          std::string_view d) -> Result<std::optional<Date>> {
        const auto month = number(m, 1, 2);
        const auto day = number(d, 1, 2);
        const auto year = number(y, 4, 4);
        if (!month || !day || (!year && !y.empty())) return std::optional<Date>{};
        const auto result =
            checked(*day, std::chrono::month{static_cast<unsigned>(*month)}, year, word);
        if (!result) return tl::unexpected(result.error());
        return *result;
    };
    if (const auto parts = cut('/'); parts.size() > 1 && number(parts[0]) && number(parts[1])) {
        return unreadable("'" + std::string(word) +
                          "' could be either of two days. Write, for "
                          "example, 2027-04-03, '3 Apr' or 3.4.");
    }
    if (const auto parts = cut('-'); parts.size() == 3) return date(parts[0], parts[1], parts[2]);
    const auto parts = cut('.');
    if (parts.size() == 3 && number(parts[0])) return date(parts[2], parts[1], parts[0]);
    if (parts.size() == 2 && number(parts[0], 1, 2) && number(parts[1], 1, 2)) {
        return unreadable("'" + std::string(word) + "' could be a day or a time. Write '" +
                          std::string(word) + ".' for the day, with ':' for the time.");
    }
    return std::optional<Date>{};
}

// A date in one word, or "24 Nov", "Nov 24", "24th November 2026".
Result<std::optional<Date>> parse_date(const std::vector<std::string>& words, std::size_t& at) {
    if (at >= words.size()) return std::optional<Date>{};
    const auto single = date_in_one_word(words[at]);
    if (!single || single->has_value()) {
        ++at;
        return single;
    }
    if (at + 1 >= words.size()) return std::optional<Date>{};
    auto day = day_of_month(words[at]);
    auto month = month_named(words[at + 1]);
    if (!day || !month) {
        day = day_of_month(words[at + 1]);
        month = month_named(words[at]);
    }
    if (!day || !month) return std::optional<Date>{};
    const auto year = year_at(words, at + 2);
    const auto date = checked(*day, *month, year, words[at] + ' ' + words[at + 1]);
    if (!date) return tl::unexpected(date.error());
    at += year ? 3 : 2;
    return *date;
}

// H(:MM(:SS)?)?; nothing for any other shape.
struct Digits {
    int hour{}, minute{}, second{};
    bool bare{};
};
std::optional<Digits> clock_digits(std::string_view text) {
    const auto colon = text.find(':');
    const auto hour = number(text.substr(0, colon), 1, 2);
    if (!hour) return std::nullopt;
    if (colon == std::string_view::npos) return Digits{*hour, 0, 0, true};
    const auto rest = text.substr(colon + 1);
    const auto second_colon = rest.find(':');
    const auto minute = number(rest.substr(0, second_colon), 2, 2);
    if (!minute) return std::nullopt;
    if (second_colon == std::string_view::npos) return Digits{*hour, *minute, 0, false};
    const auto second = number(rest.substr(second_colon + 1), 2, 2);
    if (!second) return std::nullopt;
    return Digits{*hour, *minute, *second, false};
}

// What is wrong with a time of the right shape, or the time.
Result<TimeOfDay> checked(Digits time, std::string_view meridiem, std::string_view text) {
    const auto wrong = unreadable("There is no such time of day: '" + std::string(text) + "'.");
    if (time.minute > 59 || time.second > 59) return wrong;
    if (!meridiem.empty()) {
        if (time.hour < 1 || time.hour > 12) return wrong;
        time.hour = time.hour % 12 + (meridiem == "pm" ? 12 : 0);
    }
    const seconds all = hours{time.hour} + minutes{time.minute} + seconds{time.second};
    if (all > hours{24}) return wrong;
    return TimeOfDay{all, !meridiem.empty(), time.bare && meridiem.empty()};
}

}  // namespace

Result<std::optional<TimeOfDay>> parse_clock(const std::vector<std::string>& words,
                                             std::size_t& at) {
    if (at >= words.size()) return std::optional<TimeOfDay>{};
    const std::string_view word = words[at];
    if (word == "noon" || word == "midnight") {
        ++at;
        return TimeOfDay{word == "noon" ? hours{12} : hours{24}, true, false};
    }
    std::string_view digits = word;
    std::string_view meridiem;
    if (word.ends_with("am") || word.ends_with("pm")) {
        meridiem = word.substr(word.size() - 2);
        digits.remove_suffix(2);
    }
    const auto time = clock_digits(digits);
    if (!time) return std::optional<TimeOfDay>{};
    std::size_t used = 1;
    if (meridiem.empty() && at + 1 < words.size() &&
        (words[at + 1] == "am" || words[at + 1] == "pm")) {
        meridiem = words[at + 1];
        used = 2;
    }
    if (time->bare && meridiem.empty() && time->hour > 23) return std::optional<TimeOfDay>{};
    const auto result = checked(*time, meridiem, word);
    if (!result) return tl::unexpected(result.error());
    at += used;
    return *result;
}

Result<std::optional<Day>> parse_day(const std::vector<std::string>& words, std::size_t& at) {
    if (at >= words.size()) return std::optional<Day>{};
    if (const auto relative = relative_named(words[at])) {
        ++at;
        return Day{*relative};
    }
    if (words[at] == "next") {
        const auto day = at + 1 < words.size() ? weekday_named(words[at + 1]) : std::nullopt;
        if (!day) return unreadable("Behind 'next' a weekday is missing: 'next Tue 9:00'.");
        at += 2;
        return Day{Weekday{*day, true}};
    }
    const auto day = weekday_named(words[at]);
    std::size_t next = at + (day ? 1 : 0);
    const auto date = parse_date(words, next);
    if (!date) return tl::unexpected(date.error());
    if (!day && !date->has_value()) return std::optional<Day>{};
    at = next;
    if (!date->has_value()) return Day{Weekday{*day, false}};
    return day ? Day{CheckedDate{**date, *day}} : Day{**date};
}

}  // namespace dibs::time_phrase
