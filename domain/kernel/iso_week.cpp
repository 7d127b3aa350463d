// A week belongs to the year of its Thursday.
#include "domain/kernel/iso_week.hpp"

namespace dibs {
namespace {

using std::chrono::days;
using std::chrono::local_days;

local_days first_monday(std::chrono::year year) {
    return monday_of(local_days{year / std::chrono::January / 4});
}

std::optional<int> parse_digits(std::string_view text) {
    int value = 0;
    for (const char c : text) {
        if (c < '0' || c > '9') return std::nullopt;
        value = value * 10 + (c - '0');
    }
    return value;
}

}  // namespace

std::optional<IsoWeek> parse_iso_week(std::string_view text) {
    constexpr std::size_t length = 8;  // "2026-W47"
    if (text.size() != length || text.substr(4, 2) != "-W") return std::nullopt;
    const auto year = parse_digits(text.substr(0, 4));
    const auto number = parse_digits(text.substr(6));
    if (!year || !number || *year < 2000 || *year > 2999 || *number < 1) return std::nullopt;
    const std::chrono::year its{*year};
    const auto monday = first_monday(its) + days{7} * (*number - 1);
    if (monday >= first_monday(its + std::chrono::years{1})) return std::nullopt;
    return IsoWeek{monday};
}

std::string to_text(const IsoWeek& week) {
    const std::chrono::year_month_day thursday{week.monday + days{3}};
    const auto number = (week.monday - first_monday(thursday.year())) / days{7} + 1;
    const auto two = [](auto value) {
        return std::string(value < 10 ? "0" : "") + std::to_string(value);
    };
    return std::to_string(static_cast<int>(thursday.year())) + "-W" + two(number);
}

IsoWeek week_of(const WallClock& clock, Instant at) {
    return {monday_of(std::chrono::floor<days>(clock.shows(at)))};
}

IsoWeek operator+(const IsoWeek& week, int weeks) {
    return {week.monday + days{7} * weeks};
}

Interval time_of(const IsoWeek& week, const WallClock& clock) {
    return {clock.when(WallTime{week.monday}).first, clock.when(WallTime{(week + 1).monday}).first};
}

}  // namespace dibs
