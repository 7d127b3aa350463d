// The calendar of a phrase: one zone and one "now". Resolves days, parts of the day and wall clock
// times. Pure.
#pragma once

#include "api/time/time_grammar.hpp"
#include "api/time/time_phrase.hpp"
#include "api/time/time_zone.hpp"

#include <optional>
#include <string>

namespace dibs::time_phrase {

using LocalDay = std::chrono::local_days;

// A date without a year is the next one (Tense::past: the last one) within this distance; else it
// is refused.
inline constexpr std::chrono::days dated_within{330};
// The years that can be written; also the limit of ISO moments and sums.
inline constexpr std::chrono::year first_year{2000};
inline constexpr std::chrono::year last_year{2037};
[[nodiscard]] inline tl::unexpected<Refusal> no_such_year() {
    return unreadable("The year must be one of 2000 to 2037.");
}
// A start this long ago still counts as now.
inline constexpr Duration grace = std::chrono::minutes{1};
inline constexpr std::chrono::hours working_day_begins{9};
inline constexpr std::chrono::hours evening_begins{18};

struct Wall {
    LocalTime from, until;
};
[[nodiscard]] Wall hours_of(PartOfDay part, LocalDay on);
[[nodiscard]] const char* name_of(PartOfDay part);
[[nodiscard]] std::string hh_mm(LocalTime t);
// Adds a span: first its days on the calendar, then the rest on the clock.
[[nodiscard]] Instant add(Instant from, const Span& span, const Zone& zone);

class Days {
  public:
    // `today`: the day from which "tomorrow" counts; it may differ from the current day in `zone`.
    Days(const Zone& zone, Instant now, LocalDay today, Tense tense)
        : zone_(zone), now_(now), here_(zone.to_local(now)), today_(today), tense_(tense) {}

    [[nodiscard]] const Zone& zone() const { return zone_; }
    [[nodiscard]] Instant now() const { return now_; }
    [[nodiscard]] LocalTime here() const { return here_; }
    [[nodiscard]] LocalDay today() const { return today_; }
    [[nodiscard]] bool looks_back() const { return tense_ == Tense::past; }
    // For ends, which are after their start in either tense.
    [[nodiscard]] Days looking_ahead() const { return {zone_, now_, today_, Tense::coming}; }
    // For "last week", in either tense.
    [[nodiscard]] Days looking_back() const { return {zone_, now_, today_, Tense::past}; }

    // A weekday is the next one, for Tense::past the last one; today counts. `base`: the day from
    // which a date is searched. Not for a Period.
    [[nodiscard]] Result<LocalDay> day(const Day& day, LocalDay base) const;
    [[nodiscard]] LocalDay of_week(std::chrono::weekday day, int weeks_ahead) const;
    [[nodiscard]] Wall bounds(const Period& period) const;

    struct Moment {
        Instant at;
        std::optional<Instant> other{};  // the second of two
        std::string explanation{};       // a note about a time in a gap or overlap
    };
    // `marker` must match the moment; `picker` only chooses between two.
    [[nodiscard]] Result<Moment> at(LocalTime wall, const std::string& marker = {},
                                    const std::string& picker = {}) const;
    // The first moment that shows this time or a later one, in a gap too.
    [[nodiscard]] Instant plain(LocalTime wall) const { return zone_.from_local(wall).first.at; }
    // The second of two moments that show this time, if `marker` matches it.
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
