// The calendar that a phrase is laid on: one zone, one "now". Which day, which hours a part of the
// day has, which moment a wall clock's time is. Pure.
#pragma once

#include "api/time/time_grammar.hpp"
#include "api/time/time_phrase.hpp"
#include "api/time/time_zone.hpp"

#include <optional>
#include <string>

namespace dibs::time_phrase {

using LocalDay = std::chrono::local_days;

// A date without a year is the coming one (looking back: the last one), if that is less than this
// far away; else it is refused.
inline constexpr std::chrono::days dated_within{330};
// What can be written with a year; ISO moments and sums are held to it too.
inline constexpr std::chrono::year first_year{2000};
inline constexpr std::chrono::year last_year{2037};
[[nodiscard]] inline tl::unexpected<Refusal> no_such_year() {
    return unreadable("The year must be one of 2000 to 2037.");
}
// A start may be that long ago and is still now.
inline constexpr Duration grace = std::chrono::minutes{1};
inline constexpr std::chrono::hours working_day_begins{9};
inline constexpr std::chrono::hours evening_begins{18};

struct Wall {
    LocalTime from, until;
};
[[nodiscard]] Wall hours_of(PartOfDay part, LocalDay on);
[[nodiscard]] const char* name_of(PartOfDay part);
[[nodiscard]] std::string hh_mm(LocalTime t);
// The span from a moment on: days first, on the calendar, then the rest on the clock.
[[nodiscard]] Instant add(Instant from, const Span& span, const Zone& zone);

class Days {
  public:
    // `today` is what "tomorrow" is counted from; elsewhere it may be another day already.
    Days(const Zone& zone, Instant now, LocalDay today, Tense tense)
        : zone_(zone), now_(now), here_(zone.to_local(now)), today_(today), tense_(tense) {}

    [[nodiscard]] const Zone& zone() const { return zone_; }
    [[nodiscard]] Instant now() const { return now_; }
    [[nodiscard]] LocalTime here() const { return here_; }
    [[nodiscard]] LocalDay today() const { return today_; }
    [[nodiscard]] bool looks_back() const { return tense_ == Tense::past; }
    // For ends: they lie ahead of their start, whoever asks.
    [[nodiscard]] Days looking_ahead() const { return {zone_, now_, today_, Tense::coming}; }
    // For "last week", whoever says it.
    [[nodiscard]] Days looking_back() const { return {zone_, now_, today_, Tense::past}; }

    // A weekday is the coming one, or looking back the one that was, today among them; `base` is
    // the day that a date is looked for from on. Not for a Period.
    [[nodiscard]] Result<LocalDay> day(const Day& day, LocalDay base) const;
    [[nodiscard]] LocalDay of_week(std::chrono::weekday day, int weeks_ahead) const;
    [[nodiscard]] Wall bounds(const Period& period) const;

    struct Moment {
        Instant at;
        std::optional<Instant> other{};  // the second of two
        std::string told{};              // about a time that is not there, or there twice
    };
    // `marker` must be true of the moment, `picker` only chooses between two.
    [[nodiscard]] Result<Moment> at(LocalTime wall, const std::string& marker = {},
                                    const std::string& picker = {}) const;
    // Whatever the clocks do: the first moment that shows this or more.
    [[nodiscard]] Instant plain(LocalTime wall) const { return zone_.from_local(wall).first.at; }
    // The second of two moments that show this, if it is the one marked.
    [[nodiscard]] std::optional<Instant> second(LocalTime wall, const std::string& marker) const;

  private:
    [[nodiscard]] Result<LocalDay> date(const Date& date, LocalDay base) const;

    const Zone& zone_;
    Instant now_;
    LocalTime here_;
    LocalDay today_;
    Tense tense_;
};

}  // namespace dibs::time_phrase
