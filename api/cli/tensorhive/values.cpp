// Parses fixed formats by position, without guessing.
#include "api/cli/tensorhive/values.hpp"

#include "api/cli/lib/clock.hpp"
#include "api/cli/lib/table.hpp"
#include "api/cli/views/weekly_windows.hpp"

#include <algorithm>
#include <array>

namespace dibs::cli::tensorhive {
namespace {

constexpr std::array<std::string_view, 7> week_days{"mon", "tue", "wed", "thu",
                                                    "fri", "sat", "sun"};
constexpr std::array<std::string_view, 5> reserved{"root", "nobody", "dibs", "me", "everyone"};
constexpr std::size_t longest_account = 32, longest_name = 64;
constexpr int day_min = 24 * 60;

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

// Whether `text` matches `form`: '0' is any digit, other characters match themselves.
bool has_form(std::string_view text, std::string_view form) {
    return text.size() == form.size() &&
           std::equal(text.begin(), text.end(), form.begin(), [](char c, char wanted) {
               return wanted == '0' ? is_digit(c) : c == wanted;
           });
}

// ".000000" after the seconds, or nothing.
bool is_fraction(std::string_view text) {
    return text.empty() || (text.size() <= 7 && text.size() > 1 && text.front() == '.' &&
                            std::all_of(text.begin() + 1, text.end(), is_digit));
}

int two_digits(std::string_view text, std::size_t at) {
    return (text[at] - '0') * 10 + (text[at + 1] - '0');
}

// "08:30:00.000000" as minutes; TensorHive writes no other seconds than 0.
std::optional<int> minutes_of_day(std::string_view text) {
    constexpr std::size_t size = 8;
    if (text.size() < size || !has_form(text.substr(0, size), "00:00:00")) return std::nullopt;
    const auto behind = text.substr(size);
    if (!is_fraction(behind) || behind.find_first_not_of(".0") != std::string_view::npos ||
        two_digits(text, 6) != 0) {
        return std::nullopt;
    }
    const int hour = two_digits(text, 0), minute = two_digits(text, 3);
    if (hour > 23 || minute > 59) return std::nullopt;
    return hour * 60 + minute;
}

// "15" as mon and fri; none for any other text.
std::optional<Json> days_of(std::string_view digits) {
    std::array<bool, week_days.size()> on{};
    for (const char c : digits) {
        if (c < '1' || c > '7') return std::nullopt;
        on[static_cast<std::size_t>(c - '1')] = true;
    }
    if (digits.empty()) return std::nullopt;
    Json::Array days;
    for (std::size_t i = 0; i < week_days.size(); ++i) {
        if (on[i]) days.emplace_back(week_days[i]);
    }
    return Json(days);
}

std::size_t characters_of(std::string_view text) {
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xc0) != 0x80; }));
}

}  // namespace

std::optional<std::int64_t> read_moment_utc(std::string_view text) {
    constexpr std::size_t seconds = 19;
    if (text.size() < seconds || !has_form(text.substr(0, 10), "0000-00-00") ||
        !has_form(text.substr(11, 8), "00:00:00") || (text[10] != ' ' && text[10] != 'T') ||
        !is_fraction(text.substr(seconds))) {
        return std::nullopt;
    }
    auto milli = std::string(text.substr(std::min(text.size(), seconds + 1), 3));
    milli.resize(3, '0');
    const auto utc =
        std::string(text.substr(0, 10)) + 'T' + std::string(text.substr(11, 8)) + '.' + milli + 'Z';
    const auto moment = parse_utc(utc);
    // The conversion back detects invalid days such as 31 February.
    if (!moment || *moment < 0 || utc_text(*moment) != utc) return std::nullopt;
    return moment;
}

std::optional<Json> read_schedule(std::string_view days, std::string_view from,
                                  std::string_view until, std::string& fault) {
    const auto on = days_of(days);
    const auto begin = minutes_of_day(from);
    auto end = minutes_of_day(until);
    if (!on) fault = "its days '" + shortened(days, 20) + "' are not digits from 1 to 7";
    if (!begin || !end) {
        fault = "its hours '" + shortened(from, 20) + "' and '" + shortened(until, 20) +
                "' are not two times of day";
    }
    if (!on || !begin || !end) return std::nullopt;
    if (*begin == *end) {
        fault = "its two hours are the same, so that it never applied";
        return std::nullopt;
    }
    if (*end == day_min - 1) end = day_min;
    return Json(Json::Object{
        {"days", *on}, {"from", time_of_day_text(*begin)}, {"until", time_of_day_text(*end)}});
}

std::string fault_of_account(std::string_view name) {
    const auto small = [](char c) { return (c >= 'a' && c <= 'z') || c == '_'; };
    const bool fits = !name.empty() && name.size() <= longest_account && small(name.front()) &&
                      std::all_of(name.begin(), name.end(), [&](char c) {
                          return small(c) || is_digit(c) || c == '.' || c == '-';
                      });
    if (!fits) {
        return "no account of Dibs: those are small letters, digits, _ . and -, begin with a "
               "letter "
               "or _, and have 32 at most";
    }
    if (std::find(reserved.begin(), reserved.end(), name) != reserved.end()) {
        return "nobody can have this name on Dibs";
    }
    return {};
}

std::string fault_of_name(std::string_view name) {
    if (printable(name) != name) return "its name has characters that nobody sees";
    if (characters_of(name) > longest_name) return "its name is longer than 64 characters";
    return {};
}

std::string_view trimmed(std::string_view text) {
    const auto first = text.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

std::string folded(std::string_view text) {
    std::string result(text);
    for (char& c : result) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    return result;
}

std::string shortened(std::string_view text, std::size_t most) {
    if (text.size() <= most) return printable(text);
    auto end = most;
    while (end > 0 && (text[end] & 0xc0) == 0x80) --end;  // not inside a character
    return printable(text.substr(0, end)) + "…";
}

}  // namespace dibs::cli::tensorhive
