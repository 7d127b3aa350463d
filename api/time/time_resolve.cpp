// Which day, which moment. Where a reading would surprise somebody, it is refused with two others
// to choose from; clock changes are read as RFC 5545 says, and told in the note.
#include "api/time/time_resolve.hpp"

#include <algorithm>
#include <cstdio>

namespace dibs::time_phrase {
namespace {

using std::chrono::days;
using std::chrono::floor;
using std::chrono::hours;
using std::chrono::seconds;
using LocalDay = std::chrono::local_days;

constexpr seconds evening = hours{18};
constexpr seconds morning = hours{9};
constexpr Duration grace = std::chrono::minutes{1};

std::string lower(std::string text) {
    for (char& c : text) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    return text;
}

std::string hh_mm(seconds since_midnight) {
    const auto minutes = since_midnight.count() / 60;
    char text[16];
    (void)std::snprintf(text, sizeof text, "%02d:%02d", static_cast<int>(minutes / 60),
                        static_cast<int>(minutes % 60));
    return text;
}

std::string offset_text(Duration offset) {
    const auto minutes = std::chrono::duration_cast<std::chrono::minutes>(offset).count();
    const auto size = minutes < 0 ? -minutes : minutes;
    char text[16];
    (void)std::snprintf(text, sizeof text, "%c%02d%02d", minutes < 0 ? '-' : '+',
                        static_cast<int>(size / 60), static_cast<int>(size % 60));
    return text;
}

bool marks(std::string marker, const Zone::Reading& reading) {
    if (marker == lower(reading.abbreviation)) return true;
    std::erase(marker, ':');
    return marker == offset_text(reading.offset);
}

// "tonight 9" is 21:00; "tonight 1:30" is after midnight.
LocalTime wall_time(const Calendar& when, LocalDay on) {
    auto time = when.time->since_midnight;
    const auto* relative = when.day ? std::get_if<Relative>(&*when.day) : nullptr;
    if (relative != nullptr && *relative == Relative::tonight) {
        if (time >= hours{6} && time < hours{12} && !when.time->meridiem) time += hours{12};
        if (time == hours{12} && when.time->bare) time += hours{12};
        if (time < hours{6}) time += hours{24};
    }
    return LocalTime{on} + time;
}

class Resolver {
  public:
    Resolver(const Zone& zone, Instant now) : zone_(zone), now_(now), here_(zone.to_local(now)) {}

    Result<Resolved> resolve(const Phrase& phrase);

  private:
    Result<Instant> start(const Phrase& phrase);
    Result<Instant> start_on_calendar(const Calendar& when, const std::string& marker,
                                      const std::string& picker, const Phrase& phrase);
    Result<Instant> start_of_day(const Calendar& when, LocalDay on, const std::string& marker,
                                 const Phrase& phrase);
    Result<Instant> end(const When& when, const When& begun, Instant from);
    Result<Instant> end_of(const Length& length, Instant from);
    Result<LocalDay> date(const Date& date, LocalDay base) const;
    Result<LocalDay> day(const Calendar& when) const;
    Result<LocalDay> end_day(const Calendar& when, LocalTime from) const;
    Result<Instant> at(LocalTime wall, const std::string& marker, const std::string& picker);
    void say(std::string sentence) { note_ += (note_.empty() ? "" : " ") + sentence; }

    [[nodiscard]] LocalDay today() const { return floor<days>(here_); }

    const Zone& zone_;
    Instant now_;
    LocalTime here_;
    std::string note_;
};

// The moment of a wall clock's time; `marker` must be true of it, `picker` chooses between two.
Result<Instant> Resolver::at(LocalTime wall, const std::string& marker, const std::string& picker) {
    const auto readings = zone_.from_local(wall);
    const auto text = hh_mm(floor<seconds>(wall - floor<days>(wall)));
    if (readings.kind == Zone::Readings::Kind::overlap) {
        const auto& chosen = marker.empty() ? picker : marker;
        if (!chosen.empty() && marks(chosen, *readings.second) && !marks(chosen, readings.first)) {
            return readings.second->at;
        }
        if (chosen.empty() || !marks(chosen, readings.first)) {
            say(text + " comes twice that day, as the clocks go back; read as the first, " +
                readings.first.abbreviation + ". Write '" + text + ' ' +
                readings.second->abbreviation + "' for the second.");
        }
    }
    const auto moment = readings.first.at;
    const auto now_called = zone_.read(moment);
    if (readings.kind == Zone::Readings::Kind::gap) {
        const auto shown = zone_.to_local(moment);
        say(text + " does not exist that day, as the clocks go forward; read as " +
            hh_mm(floor<seconds>(shown - floor<days>(shown))) + ' ' + now_called.abbreviation +
            '.');
    } else if (!marker.empty() && !marks(marker, readings.first)) {
        return unreadable("The clocks of " + zone_.name() + " go by " +
                          readings.first.abbreviation + " then, not by what you wrote.");
    }
    return moment;
}

// Without a year: the coming one.
Result<LocalDay> Resolver::date(const Date& date, LocalDay base) const {
    const auto month_and_day = std::to_string(unsigned{date.day.day()}) + '.' +
                               std::to_string(unsigned{date.day.month()}) + '.';
    constexpr std::chrono::year first{2000};
    constexpr std::chrono::year last{2037};
    if (date.year) {
        if (*date.year < first || *date.year > last) {
            return unreadable("The year must be one of 2000 to 2037.");
        }
        return LocalDay{*date.year / date.day.month() / date.day.day()};
    }
    const std::chrono::year_month_day from{base};
    auto found = from.year() / date.day.month() / date.day.day();
    if (!found.ok() || LocalDay{found} < base) {
        found = (from.year() + std::chrono::years{1}) / date.day.month() / date.day.day();
    }
    if (!found.ok() || LocalDay{found} - base > coming) {
        return unreadable("It is not clear which year's " + month_and_day +
                          " is meant. Write it with its year, as 2027-04-03.");
    }
    return LocalDay{found};
}

// The day a start is on.
Result<LocalDay> Resolver::day(const Calendar& when) const {
    if (!when.day) return today();
    if (const auto* relative = std::get_if<Relative>(&*when.day)) {
        if (*relative == Relative::tomorrow) return today() + days{1};
        if (*relative == Relative::yesterday) return today() - days{1};
        return today();
    }
    if (const auto* weekday = std::get_if<Weekday>(&*when.day)) {
        const std::chrono::weekday now{today()};
        if (weekday->next) {  // of the week that begins with the coming Monday
            const auto to_monday = days{8 - static_cast<int>(now.iso_encoding())};
            return today() + to_monday + days{weekday->day.iso_encoding() - 1};
        }
        return today() + (weekday->day - now);
    }
    if (const auto* plain = std::get_if<Date>(&*when.day)) return date(*plain, today());
    const auto& both = std::get<CheckedDate>(*when.day);
    const auto found = date(both.date, today());
    if (found && std::chrono::weekday{*found} != both.weekday) {
        return unreadable("That date is not on the weekday you wrote.");
    }
    return found;
}

// A day without a time: its first moment; the evening for nights; "today" as a start is now.
Result<Instant> Resolver::start_of_day(const Calendar& when, LocalDay on, const std::string& marker,
                                       const Phrase& phrase) {
    const bool is_today = on == today();
    if (std::holds_alternative<Weekday>(*when.day) && is_today) {
        return unreadable(
            "That weekday is today. Write 'today', or 'next' before it for the one "
            "in the coming week.");
    }
    const auto* relative = std::get_if<Relative>(&*when.day);
    const bool night = (relative != nullptr && *relative == Relative::tonight) ||
                       (phrase.length && std::holds_alternative<Overnight>(*phrase.length));
    const auto wall = LocalTime{on} + (night ? evening : seconds{0});
    const bool is_start = phrase.end || phrase.length;
    if (is_today && wall < here_ && (is_start || night)) return now_;
    return at(wall, marker, {});
}

Result<Instant> Resolver::start_on_calendar(const Calendar& when, const std::string& marker,
                                            const std::string& picker, const Phrase& phrase) {
    const auto on = day(when);
    if (!on) return tl::unexpected(on.error());
    if (!when.time) return start_of_day(when, *on, marker, phrase);
    const auto moment = at(wall_time(when, *on), marker, picker);
    if (!moment) return moment;
    const bool weekday = when.day && std::holds_alternative<Weekday>(*when.day);
    const bool dated = when.day && !weekday && !std::holds_alternative<Relative>(*when.day);
    if (*on == today() && !dated && *moment < now_ - grace) {
        const auto time = hh_mm(when.time->since_midnight);
        return refuse(Code::in_the_past, "text",
                      time + " today has passed. Write " +
                          (weekday ? "'next' before the weekday for the coming week."
                                   : "'tomorrow " + time + "' if you mean that."));
    }
    return moment;
}

Result<Instant> Resolver::start(const Phrase& phrase) {
    const auto& when = phrase.start;
    if (std::holds_alternative<Now>(when.what)) return now_;
    if (const auto* instant = std::get_if<Instant>(&when.what)) return *instant;
    if (const auto* span = std::get_if<Span>(&when.what)) return add(now_, *span, zone_);
    const auto picker = phrase.end ? phrase.end->marker : std::string{};
    return start_on_calendar(std::get<Calendar>(when.what), when.marker, picker, phrase);
}

// The day an end is on, given the wall clock's time of the start.
Result<LocalDay> Resolver::end_day(const Calendar& when, LocalTime from) const {
    const auto base = floor<days>(from);
    const auto time = when.time->since_midnight;
    const bool later = LocalTime{base} + time > from;
    if (!when.day) return base + days{later ? 0 : 1};
    if (const auto* weekday = std::get_if<Weekday>(&*when.day); weekday && !weekday->next) {
        const auto ahead = weekday->day - std::chrono::weekday{base};
        return base + (ahead == days{0} && !later ? days{7} : ahead);
    }
    if (const auto* plain = std::get_if<Date>(&*when.day)) return date(*plain, base);
    if (const auto* both = std::get_if<CheckedDate>(&*when.day)) {
        const auto found = date(both->date, base);
        if (found && std::chrono::weekday{*found} != both->weekday) {
            return unreadable("The end's date is not on the weekday you wrote.");
        }
        return found;
    }
    return day(when);
}

Result<Instant> Resolver::end(const When& when, const When& begun, Instant from) {
    if (std::holds_alternative<Now>(when.what)) return now_;
    if (const auto* instant = std::get_if<Instant>(&when.what)) return *instant;
    if (const auto* span = std::get_if<Span>(&when.what)) return add(now_, *span, zone_);
    const auto& calendar = std::get<Calendar>(when.what);
    if (!calendar.time) {
        return unreadable(
            "Up to which hour of that day? Write the end with a time: '0:00' for the "
            "day's start, 'midnight' for its end.");
    }
    // The wall clock as it was written: a start within a gap must not push the end to another day.
    LocalTime wall_from = zone_.to_local(from);
    if (const auto* started = std::get_if<Calendar>(&begun.what); started && started->time) {
        const auto written = wall_time(*started, floor<days>(wall_from));
        if (written > wall_from - hours{3} && written < wall_from) wall_from = written;
    }
    if (!calendar.day && !when.marker.empty()) {  // 02:30 CEST to 02:15 CET: the same night
        const auto wall = LocalTime{floor<days>(wall_from)} + calendar.time->since_midnight;
        const auto second = zone_.from_local(wall).second;
        if (second && second->at > from && marks(when.marker, *second)) return second->at;
    }
    const auto on = end_day(calendar, wall_from);
    if (!on) return tl::unexpected(on.error());
    const auto wall = wall_time(calendar, *on);
    const auto moment = at(wall, when.marker, begun.marker);
    if (moment && *moment <= from) {  // both halves of a doubled hour: 02:45 CEST to 02:15 CET
        const auto readings = zone_.from_local(wall);
        if (readings.second && when.marker.empty() && readings.second->at > from) {
            return readings.second->at;
        }
    }
    return moment;
}

Result<Instant> Resolver::end_of(const Length& length, Instant from) {
    if (const auto* span = std::get_if<Span>(&length)) return add(from, *span, zone_);
    const auto wall = zone_.to_local(from);
    const auto day_start = LocalTime{floor<days>(wall)};
    auto until = day_start + days{1};
    if (std::holds_alternative<Overnight>(length)) {
        until = day_start + morning;
        if (until <= wall) until += days{1};
    }
    return at(until, {}, {});
}

Result<Resolved> Resolver::resolve(const Phrase& phrase) {
    const auto from = start(phrase);
    if (!from) return tl::unexpected(from.error());
    Resolved result{*from, {}, {}};
    if (phrase.end || phrase.length) {
        const auto until =
            phrase.end ? end(*phrase.end, phrase.start, *from) : end_of(*phrase.length, *from);
        if (!until) return tl::unexpected(until.error());
        if (*until <= *from) {
            return refuse(Code::interval_reversed, "text", "The end is not after the start.");
        }
        result.until = *until;
        const auto change = zone_.read(*until).offset - zone_.read(*from).offset;
        if (change != Duration::zero() && *until - *from < days{2} && note_.empty()) {
            say("The clocks change in between: this is longer or shorter than it looks.");
        }
    }
    result.note = note_;
    return result;
}

}  // namespace

Instant add(Instant from, const Span& span, const Zone& zone) {
    if (span.days == 0) return from + span.exact;
    const auto wall = zone.to_local(from) + days{span.days};
    return zone.from_local(wall).first.at + span.exact;
}

Result<Resolved> resolve(const Phrase& phrase, const Zone& zone, Instant now) {
    return Resolver(zone, now).resolve(phrase);
}

}  // namespace dibs::time_phrase
