// The top of the meaning: weekdays, periods and "from now"; place() resolves the rest.
#include "api/time/time_meaning.hpp"

#include <algorithm>

namespace dibs::time_phrase {
namespace {

using std::chrono::days;
using std::chrono::hours;

// "7 in the evening" is 19:00.
void apply(PartOfDay part, TimeOfDay& time) {
    auto& t = time.since_midnight;
    if (time.unambiguous) return;
    const bool forenoon = t >= hours{1} && t < hours{12};
    if (part == PartOfDay::afternoon && forenoon && t < hours{8}) t += hours{12};
    if (part == PartOfDay::evening && forenoon) t += hours{12};
    if (part == PartOfDay::night && forenoon && t >= hours{6}) t += hours{12};
    time.unambiguous = true;
    time.bare = false;
}

// "tomorrow afternoon 2-4": the part applies to both times.
void settle_parts(Calendar& start, Calendar* end) {
    const bool to_end = start.part && start.time && end != nullptr && end->time && !end->day &&
                        !end->part && !end->time->unambiguous;
    if (start.part && start.time) apply(*start.part, *start.time);
    if (to_end) {
        auto time = *end->time;
        apply(*start.part, time);
        if (time.since_midnight > start.time->since_midnight) end->time = time;
    }
    if (end != nullptr && end->part && end->time) apply(*end->part, *end->time);
}

// "2-4pm" starts at 14:00, "9-5pm" at 9:00. time_range asks about the remaining ambiguities.
void settle_halves(TimeOfDay& start, const TimeOfDay& end) {
    auto& from = start.since_midnight;
    const auto until = end.since_midnight;
    if (start.unambiguous || !end.unambiguous || until == hours{24} || from < hours{1} ||
        from >= hours{13}) {
        return;
    }
    const bool pm = until >= hours{12};
    const auto same_half = from % hours{12} + hours{pm ? 12 : 0};
    if (same_half < until) {
        from = same_half;
    } else if (!pm || from >= hours{12}) {
        return;
    }
    start.unambiguous = true;
    start.bare = false;
}

void settle(Phrase& phrase) {
    auto* start = std::get_if<Calendar>(&phrase.start.what);
    auto* end = phrase.end ? std::get_if<Calendar>(&phrase.end->what) : nullptr;
    Calendar none;
    settle_parts(start != nullptr ? *start : none, end);
    if (start == nullptr || !start->time || end == nullptr || !end->time || end->day) return;
    settle_halves(*start->time, *end->time);
}

Phrase on_day(Phrase phrase, LocalDay day) {
    std::get<Calendar>(phrase.start.what).day = Exactly{day};
    return phrase;
}

Phrase from_now(Phrase phrase) {
    phrase.start.what = Now{};
    return phrase;
}

// Resolves `one` and adds the other reading as an alternative, also if `one` is in the past.
Outcome resolve_with_other(const Phrase& one, const Phrase& other, const std::string& sentence,
                           const Days& calendar) {
    auto outcome = place(one, calendar);
    if (outcome) {
        append_sentence(outcome->taken, sentence);
        append_readings(outcome->others, place(other, calendar));
    } else if (outcome.error().refusal.code == Code::in_the_past) {
        append_readings(outcome.error().others, place(other, calendar));
    }
    return outcome;
}

Outcome on_weekday(const Phrase& phrase, const Weekday& weekday, const Days& calendar) {
    const auto& start = std::get<Calendar>(phrase.start.what);
    const auto day = calendar.day(weekday, calendar.today()).value();
    const auto ahead = weekday.day - std::chrono::weekday{calendar.today()};
    const auto coming = calendar.today() + ahead;
    if (weekday.which == Weekday::Which::next) {
        const auto other = ahead == days{0} || coming == day ? day + days{7} : coming;
        return resolve_with_other(on_day(phrase, day), on_day(phrase, other),
                                  "'next' is read as: of the week that begins on Monday.",
                                  calendar);
    }
    const bool today = weekday.which == Weekday::Which::plain && ahead == days{0};
    if (!today || start.end_of || calendar.looks_back()) {
        return place(on_day(phrase, day), calendar);
    }
    const auto in_a_week = on_day(phrase, day + days{7});
    if (start.time || start.part) {
        return resolve_with_other(on_day(phrase, day), in_a_week,
                                  "That weekday is today, and read so.", calendar);
    }
    std::vector<Resolved> both;
    const auto now = phrase.length && std::holds_alternative<AllDay>(*phrase.length)
                         ? on_day(phrase, day)
                         : from_now(phrase);
    append_readings(both, place(now, calendar));
    append_readings(both, place(in_a_week, calendar));
    return ask_back("That weekday is today: today, or in a week?", std::move(both));
}

// An interval that has begun starts now; for Tense::past it is complete.
Resolved stretch(LocalTime from, LocalTime until, const Days& calendar) {
    const auto begin = calendar.plain(from);
    return {calendar.looks_back() ? begin : std::max(begin, calendar.now()),
            calendar.plain(until),
            {},
            {},
            true,
            {}};
}

void add_stretch(std::vector<Resolved>& to, LocalTime from, LocalTime until, const Days& calendar) {
    const auto found = stretch(from, until, calendar);
    if (found.from < *found.until) to.push_back(found);
}

// "next week", "this weekend", without anything after it.
Outcome whole_period(const Period& period, const Days& calendar) {
    const auto all = calendar.bounds(period);
    auto result = stretch(all.from, all.until, calendar);
    switch (period.what) {
        case Period::What::month:
            result.taken = "The month is read as the whole of it.";
            break;
        case Period::What::week:
            result.taken = "The week is read as Monday to Sunday.";
            add_stretch(result.others, all.from, all.from + days{5}, calendar);
            break;
        case Period::What::weekend:
            result.taken = "The weekend is read as Saturday and Sunday.";
            if (period.ahead != 0) {
                const auto week = days{period.ahead * 7};
                add_stretch(result.others, all.from - week, all.until - week, calendar);
            } else {
                add_stretch(result.others, all.from - days{1} + evening_begins,
                            all.until + working_day_begins, calendar);
            }
            break;
    }
    return result;
}

Outcome in_period(const Phrase& phrase, const Period& period, const Days& calendar) {
    const auto& start = std::get<Calendar>(phrase.start.what);
    if (start.end_of) return place(phrase, calendar);
    if (!start.time && !start.part && !phrase.end && !phrase.length) {
        return whole_period(period, period.ahead < 0 ? calendar.looking_back() : calendar);
    }
    if (start.time || start.part) {
        return reject(
            unreadable("On which day of it? Write, for example, 'Friday next week 9:00'.").value());
    }
    const auto first = calendar.bounds(period).from;
    if (period.ahead == 0 && first <= calendar.here()) return place(from_now(phrase), calendar);
    return place(on_day(phrase, std::chrono::floor<days>(first)), calendar);
}

// "4h from now": the end or the start is meant.
Outcome length_from_now(const Phrase& phrase, const Days& calendar) {
    const auto* span = phrase.length ? std::get_if<Span>(&*phrase.length) : nullptr;
    if (span == nullptr) return place(phrase, calendar);
    const auto then = add(calendar.now(), *span, calendar.zone());
    return ask_back("From now on for that long, or starting only then?",
                    {{calendar.now(), then, {}, {}, false, {}}, {then, {}, {}, {}, false, {}}});
}

}  // namespace

void append_readings(std::vector<Resolved>& to, const Outcome& outcome) {
    const auto append = [&](const Resolved& reading) {
        const bool known = std::any_of(to.begin(), to.end(), [&](const Resolved& other) {
            return other.from == reading.from && other.until == reading.until;
        });
        if (!known) to.push_back({reading.from, reading.until, {}, {}, reading.named, {}});
    };
    if (outcome) append(*outcome);
    for (const auto& other : outcome ? outcome->others : outcome.error().others) append(other);
}

tl::unexpected<Rejection> ask_back(std::string detail, std::vector<Resolved> others) {
    if (others.empty()) {  // every reading has passed
        return reject({Code::in_the_past, "text", "That time has passed.", {}, {}});
    }
    return tl::unexpected(Rejection{
        {Code::out_of_range, "text", std::move(detail), {}, {}}, true, std::move(others)});
}

Outcome resolve(Phrase phrase, const Days& calendar) {
    settle(phrase);
    if (phrase.from_now) return length_from_now(phrase, calendar);
    const auto* start = std::get_if<Calendar>(&phrase.start.what);
    if (start == nullptr || !start->day) return place(phrase, calendar);
    if (const auto* weekday = std::get_if<Weekday>(&*start->day)) {
        return on_weekday(phrase, *weekday, calendar);
    }
    if (const auto* period = std::get_if<Period>(&*start->day)) {
        return in_period(phrase, *period, calendar);
    }
    return place(phrase, calendar);
}

}  // namespace dibs::time_phrase
