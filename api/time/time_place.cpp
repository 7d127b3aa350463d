// A phrase on a resolved day: its start, its end, and whether it has passed.
#include "api/time/time_meaning.hpp"

#include <algorithm>

namespace dibs::time_phrase {
namespace {

using std::chrono::days;
using std::chrono::floor;
using std::chrono::hours;
using Start = tl::expected<ResolvedStart, Rejection>;

class Placer {
  public:
    Placer(const Phrase& phrase, const Days& calendar) : phrase_(phrase), calendar_(calendar) {
        start_ = std::get_if<Calendar>(&phrase_.start.what);
    }

    Outcome place() {
        if (start_ != nullptr && start_->end_of) return end_of_start();
        const auto begun = start();
        if (!begun) return tl::unexpected(begun.error());
        if (phrase_.ends_there) return leading_up(*begun);
        if (const auto day = day_before_end(*begun)) return *day;
        if (alone() && begun->named) return part_of_day(*begun);
        auto outcome =
            alone() ? Outcome(Resolved{begun->at, {}, {}, {}, false, {}}) : with_end(*begun);
        if (!outcome) return outcome;
        append_sentence(outcome->taken, begun->explanation);
        if (begun->other) add_second_start(*outcome, *begun->other);
        if (outcome->until && *outcome->until <= outcome->from) {
            return reject(
                {Code::interval_reversed, "text", "The end is not after the start.", {}, {}});
        }
        if (has_passed(*begun)) return passed(*begun, *outcome);
        say_clock_change(*outcome);
        return outcome;
    }

  private:
    [[nodiscard]] bool alone() const { return !phrase_.end && !phrase_.length; }
    [[nodiscard]] const Span* span() const {
        return phrase_.length ? std::get_if<Span>(&*phrase_.length) : nullptr;
    }
    template <class Named>
    [[nodiscard]] bool lasts() const {
        return phrase_.length && std::holds_alternative<Named>(*phrase_.length);
    }

    // --- the start

    Start start() {
        if (start_ == nullptr) {
            ResolvedStart begun{calendar_.now()};
            if (const auto* instant = std::get_if<Instant>(&phrase_.start.what))
                begun.at = *instant;
            if (const auto* ahead = std::get_if<Span>(&phrase_.start.what)) {
                begun.at = add(calendar_.now(), *ahead, calendar_.zone());
            }
            begun.wall = calendar_.zone().to_local(begun.at);
            return begun;
        }
        auto on = start_->day ? calendar_.day(*start_->day, calendar_.today())
                              : Result<LocalDay>(calendar_.today());
        if (!on) return reject(on.error());
        if (start_->time) return at_time(*on);
        if (start_->part) return in_part(*on);
        return on_day(*on);
    }

    [[nodiscard]] bool is_tonight() const { return says_tonight(*start_); }

    // A day without a time: its first moment; for nights the evening; "today" as a start is now.
    Start on_day(LocalDay on) const {
        const bool night = is_tonight() || lasts<Overnight>();
        const auto wall = LocalTime{on} + (night ? evening_begins : hours{0});
        ResolvedStart begun{calendar_.now()};
        begun.wall = calendar_.here();
        begun.explicit_day = true;
        begun.tonight = night;
        const bool is_today = on == calendar_.today();
        const bool from_now_on = (!alone() || night) && !calendar_.looks_back();
        if (is_today && wall < calendar_.here() && from_now_on) return begun;
        if (span() != nullptr && span()->days == 0 && !night && !is_today) return at_which_time(on);
        const auto moment = calendar_.at(wall, phrase_.start.marker);
        if (!moment) return reject(moment.error());
        begun.at = moment->at;
        begun.wall = wall;
        return begun;
    }

    // "8h tomorrow": the start is ambiguous.
    [[nodiscard]] tl::unexpected<Rejection> at_which_time(LocalDay on) const {
        std::vector<Resolved> both;
        for (const auto time : {hours{0}, working_day_begins}) {
            const auto from = calendar_.plain(LocalTime{on} + time);
            both.push_back({from, add(from, *span(), calendar_.zone()), {}, {}, false, {}});
        }
        return ask_back("From which hour of that day on?", std::move(both));
    }

    Start in_part(LocalDay on) const {
        const auto all = hours_of(*start_->part, on);
        ResolvedStart begun{calendar_.plain(all.from)};
        const bool what_is_left = on == calendar_.today() && !calendar_.looks_back();
        if (what_is_left) begun.at = std::max(begun.at, calendar_.now());
        if (what_is_left && calendar_.plain(all.until) <= calendar_.now()) {
            return reject({Code::in_the_past,
                           "text",
                           std::string(name_of(*start_->part)) + " of today has passed.",
                           {},
                           {}});
        }
        begun.wall = calendar_.zone().to_local(begun.at);
        begun.explicit_day = true;
        begun.named = true;
        begun.explanation = std::string(name_of(*start_->part)) + " is read as " + hh_mm(all.from) +
                            '-' + hh_mm(all.until) + '.';
        return begun;
    }

    Start at_time(LocalDay on) const {
        ResolvedStart begun{};
        begun.clock = true;
        begun.time = *start_->time;
        begun.explicit_day = start_->day.has_value();
        begun.tonight = is_tonight();
        if (begun.tonight) take_tonight(begun.time);
        begun.wall = LocalTime{on} + begun.time.since_midnight;
        const auto picker = phrase_.end ? phrase_.end->marker : std::string{};
        const auto moment = calendar_.at(begun.wall, phrase_.start.marker, picker);
        if (!moment) return reject(moment.error());
        begun.at = moment->at;
        begun.other = moment->other;
        begun.explanation = moment->explanation;
        return begun;
    }

    // --- special shapes

    // "end of month" as a moment.
    Outcome end_of_start() const {
        if (!alone())
            return reject(unreadable("Nothing can start at the end of something.").value());
        Phrase until_then;
        until_then.start.what = Now{};
        until_then.end = phrase_.start;
        ResolvedStart now{calendar_.now()};
        now.wall = calendar_.here();
        const auto end = find_end(until_then, now, calendar_);
        if (!end) return tl::unexpected(end.error());
        Resolved result{end->at, {}, {}, end->explanation, false, {}};
        for (const auto other : end->others)
            result.others.push_back({other, {}, {}, {}, false, {}});
        return result;
    }

    // "PT4H/2026-11-24T17:00"
    Outcome leading_up(const ResolvedStart& begun) const {
        Span back = *span();
        back = {-back.days, -back.exact};
        return Resolved{add(begun.at, back, calendar_.zone()), begun.at, {}, {}, false, {}};
    }

    // "tomorrow until 17:00" may start at midnight or now; "tonight till 8" starts in the evening.
    std::optional<Outcome> day_before_end(const ResolvedStart& begun) const {
        if (start_ == nullptr || begun.clock || begun.named || is_tonight() || !phrase_.end ||
            phrase_.iso || phrase_.link == Link::dash || begun.at <= calendar_.now()) {
            return std::nullopt;
        }
        const auto* end = std::get_if<Calendar>(&phrase_.end->what);
        if (end == nullptr || end->day || !end->time) return std::nullopt;
        const auto on = floor<days>(begun.wall);
        const auto until = calendar_.plain(on + end->time->since_midnight);
        // "Sunday until 0:00" is that day's end, if the whole day is meant.
        const auto of_day = until > begun.at ? until : calendar_.plain(LocalTime{on + days{1}});
        return Outcome(ask_back(
            "Until then on that day, or from now on?",
            {{begun.at, of_day, {}, {}, false, {}}, {calendar_.now(), until, {}, {}, false, {}}}));
    }

    Outcome part_of_day(const ResolvedStart& begun) const {
        const auto on = floor<days>(begun.wall);
        return Resolved{begun.at, calendar_.plain(hours_of(*start_->part, on).until),
                        {},       begun.explanation,
                        true,     {}};
    }

    // --- the end

    Outcome with_end(const ResolvedStart& begun) const {
        if (!phrase_.end) return Resolved{begun.at, end_of_length(begun), {}, {}, false, {}};
        const auto* end = std::get_if<Calendar>(&phrase_.end->what);
        const bool clock = end != nullptr && end->time && !end->day && !end->end_of;
        if (clock) return find_range(phrase_, begun, calendar_);
        auto found = find_end(phrase_, begun, calendar_);
        if (!found) return tl::unexpected(std::move(found.error()));
        Resolved result{begun.at, found->at, {}, found->explanation, false, {}};
        for (const auto other : found->others) {
            if (other > begun.at) result.others.push_back({begun.at, other, {}, {}, false, {}});
        }
        return result;
    }

    [[nodiscard]] Instant end_of_length(const ResolvedStart& begun) const {
        if (span() != nullptr) return add(begun.at, *span(), calendar_.zone());
        const auto wall = calendar_.zone().to_local(begun.at);
        auto until = LocalTime{floor<days>(wall) + days{1}};
        if (lasts<Overnight>()) {
            until = LocalTime{floor<days>(wall)} + working_day_begins;
            if (until <= wall || wall - floor<days>(wall) >= hours{6}) until += days{1};
        }
        return calendar_.plain(until);
    }

    // When the clocks go back: adds the later of two starts, with its end.
    void add_second_start(Resolved& found, Instant start) const {
        auto until = found.until;
        if (until && span() != nullptr) until = add(start, *span(), calendar_.zone());
        if (until && *until <= start) {
            until = calendar_.second(calendar_.zone().to_local(*until), {});
        }
        if (found.until && (!until || *until <= start)) return;
        found.others.push_back({start, until, {}, {}, false, {}});
    }

    // --- the past

    [[nodiscard]] bool has_passed(const ResolvedStart& begun) const {
        const auto* day = start_ != nullptr && start_->day ? &*start_->day : nullptr;
        const bool dated = day != nullptr && (std::holds_alternative<Date>(*day) ||
                                              std::holds_alternative<CheckedDate>(*day));
        return !calendar_.looks_back() && begun.clock && !dated && !phrase_.iso &&
               begun.at < calendar_.now() - grace && floor<days>(begun.wall) == calendar_.today();
    }

    [[nodiscard]] Outcome passed(const ResolvedStart& begun, const Resolved& meant) const {
        Rejection refusal{
            {Code::in_the_past, "text", hh_mm(begun.wall) + " today has passed.", {}, {}},
            false,
            {}};
        const auto offer = [&](Duration later) {
            const auto from = calendar_.plain(begun.wall + later);
            if (from < calendar_.now()) return;
            std::optional<Instant> until;
            if (meant.until) {
                until = calendar_.plain(calendar_.zone().to_local(*meant.until) + later);
            }
            refusal.others.push_back({from, until, {}, {}, false, {}});
        };
        if (meant.until && *meant.until > calendar_.now()) {
            refusal.others.push_back({calendar_.now(), meant.until, {}, {}, false, {}});
        }
        const auto half_day = hours{12};
        const auto midnight = LocalTime{calendar_.today() + days{1}};
        const bool fits =
            !meant.until || calendar_.zone().to_local(*meant.until) + half_day <= midnight;
        if (!begun.time.unambiguous && begun.time.since_midnight >= hours{1} &&
            begun.time.since_midnight < half_day && fits) {
            offer(half_day);
        }
        if (!begun.explicit_day) offer(days{1});
        return tl::unexpected(std::move(refusal));
    }

    void say_clock_change(Resolved& result) const {
        if (!result.until || !result.taken.empty()) return;
        const auto change =
            calendar_.zone().read(*result.until).offset - calendar_.zone().read(result.from).offset;
        if (change != Duration::zero() && *result.until - result.from < days{2}) {
            result.note = "The clocks change in between: this is longer or shorter than it looks.";
        }
    }

    const Phrase& phrase_;
    const Days& calendar_;
    const Calendar* start_;
};

}  // namespace

void take_tonight(TimeOfDay& time) {
    auto& hour = time.since_midnight;
    if (hour >= hours{6} && hour < hours{12} && !time.unambiguous) hour += hours{12};
    if (hour == hours{12} && time.bare) hour += hours{12};
    if (hour < hours{6}) hour += hours{24};
    time.unambiguous = true;
}

Outcome place(const Phrase& phrase, const Days& calendar) {
    return Placer(phrase, calendar).place();
}

}  // namespace dibs::time_phrase
