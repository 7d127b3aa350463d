// Days and moments on the calendar of one zone.
#include "api/time/time_days.hpp"

#include <algorithm>
#include <cstdio>

namespace dibs::time_phrase {
namespace {

using std::chrono::days;
using std::chrono::floor;
using std::chrono::hours;

std::string offset_text(Duration offset) {
    const auto minutes = std::chrono::duration_cast<std::chrono::minutes>(offset).count();
    const auto size = minutes < 0 ? -minutes : minutes;
    char text[16];
    (void)std::snprintf(text, sizeof text, "%c%02d%02d", minutes < 0 ? '-' : '+',
                        static_cast<int>(size / 60), static_cast<int>(size % 60));
    return text;
}

bool marks(std::string marker, const Zone::Reading& reading) {
    auto name = reading.abbreviation;
    for (char& c : name) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    if (marker == name) return true;
    std::erase(marker, ':');
    return marker == offset_text(reading.offset);
}

}  // namespace

Wall hours_of(PartOfDay part, LocalDay on) {
    const LocalTime day{on};
    switch (part) {
        case PartOfDay::morning:
            return {day + working_day_begins, day + hours{12}};
        case PartOfDay::afternoon:
            return {day + hours{12}, day + evening_begins};
        case PartOfDay::evening:
            return {day + evening_begins, day + hours{22}};
        case PartOfDay::night:
            return {day + hours{22}, day + hours{30}};
    }
    return {day, day + days{1}};
}

const char* name_of(PartOfDay part) {
    static constexpr const char* names[]{"The morning", "The afternoon", "The evening",
                                         "The night"};
    return names[static_cast<int>(part)];
}

std::string hh_mm(LocalTime t) {
    const auto minutes = floor<std::chrono::minutes>(t - floor<days>(t)).count();
    char text[16];
    (void)std::snprintf(text, sizeof text, "%02d:%02d", static_cast<int>(minutes / 60),
                        static_cast<int>(minutes % 60));
    return text;
}

Instant add(Instant from, const Span& span, const Zone& zone) {
    if (span.days == 0) return from + span.exact;
    const auto wall = zone.to_local(from) + days{span.days};
    return zone.from_local(wall).first.at + span.exact;
}

LocalDay Days::of_week(std::chrono::weekday day, int weeks_ahead) const {
    const std::chrono::weekday now{today()};
    const auto monday = today() - days{static_cast<int>(now.iso_encoding()) - 1};
    return monday + days{static_cast<int>(day.iso_encoding()) - 1 + 7 * weeks_ahead};
}

Wall Days::bounds(const Period& period) const {
    const auto monday = of_week(std::chrono::Monday, period.ahead);
    if (period.what == Period::What::week) return {LocalTime{monday}, LocalTime{monday + days{7}}};
    if (period.what == Period::What::weekend) {
        return {LocalTime{monday + days{5}}, LocalTime{monday + days{7}}};
    }
    const std::chrono::year_month_day date{today()};
    const auto month = date.year() / date.month() + std::chrono::months{period.ahead};
    const auto first = [](std::chrono::year_month m) { return LocalTime{LocalDay{m / 1}}; };
    return {first(month), first(month + std::chrono::months{1})};
}

Result<LocalDay> Days::day(const Day& day, LocalDay base) const {
    if (const auto* exactly = std::get_if<Exactly>(&day)) return exactly->day;
    if (const auto* ahead = std::get_if<InDays>(&day)) return today() + days{ahead->ahead};
    if (const auto* plain = std::get_if<Date>(&day)) return date(*plain, base);
    if (const auto* weekday = std::get_if<Weekday>(&day)) {
        using enum Weekday::Which;
        if (weekday->which == next || weekday->which == of_next_week) {
            return of_week(weekday->day, 1);
        }
        if (weekday->which == of_this_week) return of_week(weekday->day, 0);
        if (weekday->which == of_last_week) return of_week(weekday->day, -1);
        const auto ahead = weekday->day - std::chrono::weekday{today()};
        const auto back = std::chrono::weekday{today()} - weekday->day;
        if (weekday->which == last) return today() - (back == days{0} ? days{7} : back);
        if (weekday->which == coming) return today() + (ahead == days{0} ? days{7} : ahead);
        return looks_back() ? today() - back : today() + ahead;
    }
    if (const auto* both = std::get_if<CheckedDate>(&day)) {
        const auto found = date(both->date, base);
        if (found && std::chrono::weekday{*found} != both->weekday) {
            return unreadable("That date is not on the weekday you wrote.");
        }
        return found;
    }
    return today();
}

// Without a year: the next one, or for Tense::past the last one.
Result<LocalDay> Days::date(const Date& date, LocalDay base) const {
    if (date.year) {
        if (*date.year < first_year || *date.year > last_year) return no_such_year();
        return LocalDay{*date.year / date.day.month() / date.day.day()};
    }
    const std::chrono::year_month_day from{base};
    const auto misses = [&](std::chrono::year_month_day day) {
        return !day.ok() || (looks_back() ? LocalDay{day} > base : LocalDay{day} < base);
    };
    auto found = from.year() / date.day.month() / date.day.day();
    if (misses(found)) {
        const std::chrono::years other{looks_back() ? -1 : 1};
        found = (from.year() + other) / date.day.month() / date.day.day();
    }
    if (misses(found) || std::chrono::abs(LocalDay{found} - base) > dated_within) {
        return unreadable("It is not clear which year's " +
                          std::to_string(unsigned{date.day.day()}) + '.' +
                          std::to_string(unsigned{date.day.month()}) +
                          ". is meant. Write it with its year, as 2027-04-03.");
    }
    return LocalDay{found};
}

Result<Days::Moment> Days::at(LocalTime wall, const std::string& marker,
                              const std::string& picker) const {
    const auto readings = zone_.from_local(wall);
    Moment moment{readings.first.at, {}, {}};
    if (readings.kind == Zone::Readings::Kind::overlap) {
        const auto& chosen = marker.empty() ? picker : marker;
        if (!chosen.empty() && marks(chosen, *readings.second) && !marks(chosen, readings.first)) {
            return Moment{readings.second->at, {}, {}};
        }
        if (chosen.empty() || !marks(chosen, readings.first)) {
            moment.other = readings.second->at;
            moment.explanation = hh_mm(wall) +
                                 " comes twice that day, as the clocks go back; read as the "
                                 "first, " +
                                 readings.first.abbreviation + '.';
        }
    }
    if (readings.kind == Zone::Readings::Kind::gap) {
        moment.explanation =
            hh_mm(wall) + " does not exist that day, as the clocks go forward; read as " +
            hh_mm(zone_.to_local(moment.at)) + ' ' + zone_.read(moment.at).abbreviation + '.';
    } else if (!marker.empty() && !marks(marker, readings.first)) {
        return unreadable("The clocks of " + zone_.name() + " go by " +
                          readings.first.abbreviation + " then, not by what you wrote.");
    }
    return moment;
}

std::optional<Instant> Days::second(LocalTime wall, const std::string& marker) const {
    const auto second = zone_.from_local(wall).second;
    if (!second || (!marker.empty() && !marks(marker, *second))) return std::nullopt;
    return second->at;
}

}  // namespace dibs::time_phrase
