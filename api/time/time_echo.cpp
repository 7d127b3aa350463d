// Renders moments and intervals in absolute words, which the grammar reads back to the same
// moments.
#include "api/time/time_days.hpp"
#include "api/time/time_phrase.hpp"
#include "api/time/time_zone.hpp"

#include <cstdio>

namespace dibs {
namespace {

using std::chrono::days;
using std::chrono::floor;
using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;

// "Tue 24 Nov", with the year if it is ambiguous.
std::string day_text(LocalTime t, LocalTime base) {
    static constexpr const char* weekdays[]{"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
    static constexpr const char* months[]{"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                          "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    const auto day = floor<days>(t);
    const std::chrono::year_month_day date{day};
    const auto ahead = day - floor<days>(base);
    char text[40];
    int size = std::snprintf(text, sizeof text, "%s %u %s",
                             weekdays[std::chrono::weekday{day}.c_encoding()], unsigned{date.day()},
                             months[unsigned{date.month()} - 1]);
    std::string result(text, static_cast<std::size_t>(size));
    if (ahead < days{0} || ahead > time_phrase::dated_within) {
        result += ' ' + std::to_string(int{date.year()});
    }
    return result;
}

std::string clock_text(LocalTime t) {
    const std::chrono::hh_mm_ss time{floor<seconds>(t - floor<days>(t))};
    char text[40];
    const auto hour = static_cast<int>(time.hours().count());
    const auto minute = static_cast<int>(time.minutes().count());
    const auto second = static_cast<int>(time.seconds().count());
    if (second == 0) {
        (void)std::snprintf(text, sizeof text, "%02d:%02d", hour, minute);
    } else {
        (void)std::snprintf(text, sizeof text, "%02d:%02d:%02d", hour, minute, second);
    }
    return text;
}

// The abbreviation; the offset if the abbreviation does not change when the clocks go back.
std::string marker_text(Instant t, const Zone& zone) {
    const auto here = zone.read(t);
    const auto readings = zone.from_local(zone.to_local(t));
    if (!readings.second || readings.first.abbreviation != readings.second->abbreviation) {
        return here.abbreviation;
    }
    const auto offset = floor<minutes>(here.offset).count();
    const auto size = offset < 0 ? -offset : offset;
    char text[16];
    (void)std::snprintf(text, sizeof text, "%c%02d%02d", offset < 0 ? '-' : '+',
                        static_cast<int>(size / 60), static_cast<int>(size % 60));
    return text;
}

std::string moment_text(Instant t, const Zone& zone, Instant now) {
    const auto wall = zone.to_local(t);
    return day_text(wall, zone.to_local(now)) + ' ' + clock_text(wall) + ' ' + marker_text(t, zone);
}

std::string interval_text(const Interval& when, const Zone& zone, Instant now) {
    const auto from = zone.to_local(when.from);
    const auto until = zone.to_local(when.until);
    const auto first_marker = marker_text(when.from, zone);
    const auto marker = marker_text(when.until, zone);
    const auto midnight = floor<days>(from) + days{1};
    const bool one_day = floor<days>(from) == floor<days>(until) || until == LocalTime{midnight};
    const auto begin = day_text(from, zone.to_local(now)) + ' ' + clock_text(from);
    if (one_day && first_marker == marker) {
        const auto end = until == LocalTime{midnight} ? std::string("24:00") : clock_text(until);
        return begin + '-' + end + ' ' + marker;
    }
    const auto end = day_text(until, from) + ' ' + clock_text(until) + ' ' + marker;
    return begin + (first_marker == marker ? "" : ' ' + first_marker) + " - " + end;
}

}  // namespace

Result<std::string> format_moment(Instant t, std::string_view zone, Instant now) {
    const auto found = Zone::find(zone);
    if (!found) return tl::unexpected(found.error());
    return moment_text(t, *found, now);
}

Result<std::string> format_interval(const Interval& when, std::string_view zone, Instant now) {
    const auto found = Zone::find(zone);
    if (!found) return tl::unexpected(found.error());
    return interval_text(when, *found, now);
}

std::string format_duration(Duration length) {
    const auto whole_days = floor<days>(length);
    const auto whole_hours = floor<hours>(length - whole_days);
    const auto whole_minutes = floor<minutes>(length - whole_days - whole_hours);
    const auto rest = floor<seconds>(length - whole_days - whole_hours - whole_minutes);
    std::string text;
    const auto append = [&](auto count, const char* unit) {
        if (count == 0) return;
        text += (text.empty() ? "" : " ") + std::to_string(count) + unit;
    };
    append(whole_days.count(), "d");
    append(whole_hours.count(), "h");
    append(whole_minutes.count(), "min");
    append(rest.count(), "s");
    return text.empty() ? "0min" : text;
}

}  // namespace dibs
