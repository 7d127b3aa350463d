// Resolves ends that have a day, a part of the day, a period or a moment of their own.
#include "api/time/time_meaning.hpp"

namespace dibs::time_phrase {
namespace {

using std::chrono::days;
using std::chrono::floor;
using std::chrono::hours;
using End = tl::expected<ResolvedEnd, Rejection>;

class EndFinder {
  public:
    EndFinder(const Phrase& phrase, const ResolvedStart& begun, const Days& calendar)
        : when_(*phrase.end),
          picker_(phrase.start.marker),
          begun_(begun),
          calendar_(calendar.looking_ahead()) {}

    End find() const {
        if (std::holds_alternative<Now>(when_.what)) return ResolvedEnd{calendar_.now()};
        if (const auto* instant = std::get_if<Instant>(&when_.what)) return ResolvedEnd{*instant};
        if (const auto* span = std::get_if<Span>(&when_.what)) {
            return ResolvedEnd{add(calendar_.now(), *span, calendar_.zone())};
        }
        const auto& end = std::get<Calendar>(when_.what);
        const auto* period = end.day ? std::get_if<Period>(&*end.day) : nullptr;
        if (period != nullptr) return in_period(end, *period);
        const auto on = day_of(end);
        if (!on) return reject(on.error());
        if (end.end_of) return ResolvedEnd{calendar_.plain(*on + days{1})};
        if (end.time) return at_time(end, *on);
        if (end.part) return in_part(end, *on);
        return up_to_which_hour(*on);
    }

  private:
    End in_period(const Calendar& end, const Period& period) const {
        const auto all = calendar_.bounds(period);
        const auto last = calendar_.plain(all.until);
        if (end.end_of) {
            if (period.what != Period::What::week) return ResolvedEnd{last};
            ResolvedEnd found{last, {}, "The week is read as ending on Sunday at 24:00."};
            const auto friday = calendar_.plain(all.until - days{2});
            if (friday > begun_.at) found.others.push_back(friday);
            return found;
        }
        const auto first = calendar_.plain(all.from);
        if (first <= begun_.at) return ResolvedEnd{last, {}, "The end is read as the end of it."};
        return ResolvedEnd{first, {last}, "The end is read as its beginning."};
    }

    [[nodiscard]] Result<LocalDay> day_of(const Calendar& end) const {
        const auto base = floor<days>(begun_.wall);
        if (!end.day) {
            if (end.next_day) return base + days{begun_.wall - base < hours{6} ? 0 : 1};
            const bool today = end.part && hours_of(*end.part, base).until > begun_.wall;
            return base + days{today ? 0 : 1};
        }
        const auto* weekday = std::get_if<Weekday>(&*end.day);
        if (weekday == nullptr || weekday->which != Weekday::Which::plain) {
            return calendar_.day(*end.day, base);
        }
        const auto ahead = weekday->day - std::chrono::weekday{base};
        const bool later = end.time   ? base + end.time->since_midnight > begun_.wall
                           : end.part ? hours_of(*end.part, base).from > begun_.wall
                                      : end.end_of;
        return base + (ahead == days{0} && !later ? days{7} : ahead);
    }

    End at_time(const Calendar& end, LocalDay on) const {
        auto time = *end.time;
        if (says_tonight(end)) take_tonight(time);
        const auto wall = LocalTime{on} + time.since_midnight;
        const auto moment = calendar_.at(wall, when_.marker, picker_);
        if (!moment) return reject(moment.error());
        ResolvedEnd found{moment->at, {}, moment->explanation};
        if (moment->other) found.others.push_back(*moment->other);
        if (moment->at <= begun_.at && moment->other && *moment->other > begun_.at) {
            found = {*moment->other, {}, {}};  // both in a doubled hour: 02:45 to 02:15
        }
        add_other_week(end, wall, found);
        return found;
    }

    void add_other_week(const Calendar& end, LocalTime wall, ResolvedEnd& found) const {
        const auto* weekday = end.day ? std::get_if<Weekday>(&*end.day) : nullptr;
        if (weekday == nullptr || weekday->which != Weekday::Which::next) return;
        const auto sooner = calendar_.plain(wall - days{7});
        found.others.push_back(sooner > begun_.at ? sooner : calendar_.plain(wall + days{7}));
        append_sentence(found.explanation, "'next' is read as: of the week that begins on Monday.");
    }

    End in_part(const Calendar& end, LocalDay on) const {
        const auto all = hours_of(*end.part, on);
        const auto first = calendar_.plain(all.from);
        const auto last = calendar_.plain(all.until);
        if (first <= begun_.at) return ResolvedEnd{last, {}, "The end is read as the end of it."};
        ResolvedEnd found{first, {last}, "The end is read as " + hh_mm(all.from) + '.'};
        if (end.next_day) found.others.clear();
        return found;
    }

    End up_to_which_hour(LocalDay on) const {
        std::vector<Resolved> both;
        for (const auto day : {on, on + days{1}}) {
            const auto until = calendar_.plain(LocalTime{day});
            if (until > begun_.at) both.push_back({begun_.at, until, {}, {}, false, {}});
        }
        if (both.empty()) {
            return reject(
                {Code::interval_reversed, "text", "The end is not after the start.", {}, {}});
        }
        return ask_back("Up to the start of that day, or to its end?", std::move(both));
    }

    const When& when_;
    const std::string& picker_;
    const ResolvedStart& begun_;
    const Days calendar_;
};

}  // namespace

End find_end(const Phrase& phrase, const ResolvedStart& begun, const Days& calendar) {
    return EndFinder(phrase, begun, calendar).find();
}

}  // namespace dibs::time_phrase
