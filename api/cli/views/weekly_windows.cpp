// Splits words into days and two times of day.
#include "api/cli/views/weekly_windows.hpp"

#include "api/cli/grammar/arguments.hpp"
#include "api/cli/lib/failure.hpp"
#include "api/cli/lib/table.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

namespace dibs::cli {
namespace {

constexpr std::array<std::string_view, 7> day_names{"monday", "tuesday",  "wednesday", "thursday",
                                                    "friday", "saturday", "sunday"};
constexpr std::size_t short_name = 3;  // "mon", as the contract has it
constexpr int whole_day_min = 24 * 60;
constexpr const char* examples = "Write, for example: 'mon-fri 22:00-06:00', 'sat,sun 0-24'.";

using Days = std::array<bool, day_names.size()>;

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool is_mark(char c) {
    return c == '-' || c == ',';
}

// In lower case. Blanks around '-' and ',' do not separate: "Mon - Fri" is one word.
std::vector<std::string> words_of(std::string_view text) {
    std::vector<std::string> words;
    bool parted = true;
    for (const char c : text) {
        if (c == ' ' || c == '\t') {
            parted = true;
            continue;
        }
        const bool joined = !words.empty() && (is_mark(c) || is_mark(words.back().back()));
        if (parted && !joined) words.emplace_back();
        words.back() += lower(c);
        parted = false;
    }
    return words;
}

std::optional<std::size_t> day_named(std::string_view word) {
    if (word.size() < short_name) return std::nullopt;
    for (std::size_t i = 0; i < day_names.size(); ++i) {
        if (day_names[i].starts_with(word)) return i;
    }
    return std::nullopt;
}

// "mon", "mon-fri", "daily"; a range may cross the end of the week. False if the item is not a day.
bool add_days(Days& days, std::string_view item) {
    if (item == "daily") {
        days.fill(true);
        return true;
    }
    const auto dash = item.find('-');
    const auto first = day_named(item.substr(0, dash));
    const auto last = dash == std::string_view::npos ? first : day_named(item.substr(dash + 1));
    if (!first || !last) return false;
    for (auto i = *first; i != *last; i = (i + 1) % days.size()) days[i] = true;
    days[*last] = true;
    return true;
}

// A number of one or two digits.
std::optional<int> one_or_two_digits(std::string_view digits) {
    if (digits.empty() || digits.size() > 2) return std::nullopt;
    int value = 0;
    for (const char c : digits) {
        if (c < '0' || c > '9') return std::nullopt;
        value = value * 10 + (c - '0');
    }
    return value;
}

// "22", "22:00", "24:00" as minutes since midnight.
std::optional<int> time_of_day(std::string_view text) {
    const auto colon = text.find(':');
    const auto hours = one_or_two_digits(text.substr(0, colon));
    if (!hours) return std::nullopt;
    int minutes = *hours * 60;
    if (colon != std::string_view::npos) {
        const auto behind = text.substr(colon + 1);
        const auto more = one_or_two_digits(behind);
        if (!more || *more >= 60 || behind.size() != 2) return std::nullopt;
        minutes += *more;
    }
    return minutes <= whole_day_min ? std::optional(minutes) : std::nullopt;
}

Failure unclear(const std::string& what) {
    return {Exit::usage, what, examples};
}

}  // namespace

std::string time_of_day_text(int minutes) {
    const auto two = [](int value) {
        return std::string(value < 10 ? "0" : "") + std::to_string(value);
    };
    return two(minutes / 60) + ':' + two(minutes % 60);
}

Json read_window(const std::string& text) {
    auto words = words_of(text);
    const auto times = words.empty() ? std::string() : words.back();
    const auto dash = times.find('-');
    const auto from = time_of_day(std::string_view(times).substr(0, dash));
    const auto until = dash == std::string::npos
                           ? std::nullopt
                           : time_of_day(std::string_view(times).substr(dash + 1));
    if (!from || !until) {
        throw unclear("'" + printable(text) + "' does not end with two times, as 22:00-06:00.");
    }
    if (*from == whole_day_min) throw unclear("A window starts before 24:00.");
    words.pop_back();
    Days on{};
    if (words.empty()) on.fill(true);
    for (const auto& word : words) {
        for (const auto& item : split_fields(word)) {
            if (!add_days(on, item)) {
                throw unclear("'" + printable(item) + "' is no day of the week.");
            }
        }
    }
    Json::Array days;
    for (std::size_t i = 0; i < on.size(); ++i) {
        if (on[i]) days.emplace_back(day_names[i].substr(0, short_name));
    }
    if (days.empty()) throw unclear("'" + printable(text) + "' is on no day.");
    return Json::Object{
        {"days", days}, {"from", time_of_day_text(*from)}, {"until", time_of_day_text(*until)}};
}

std::string window_text(const Json& window) {
    Days on{};
    for (const auto& day : window["days"].items()) add_days(on, day.text());
    std::string days;
    const auto append = [&](std::size_t day, char mark) {
        if (!days.empty()) days += mark;
        days += day_names[day].substr(0, short_name);
    };
    for (std::size_t i = 0; i < on.size(); ++i) {
        if (!on[i]) continue;
        auto last = i;
        while (last + 1 < on.size() && on[last + 1]) ++last;
        append(i, ',');
        if (last > i) append(last, last == i + 1 ? ',' : '-');
        i = last;
    }
    if (std::all_of(on.begin(), on.end(), [](bool day) { return day; })) days = "daily";
    return days + ' ' + window["from"].text() + '-' + window["until"].text();
}

}  // namespace dibs::cli
