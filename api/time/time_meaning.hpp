// Resolves a Phrase on a calendar: third step of parse_time_phrase. A likely reading is taken and
// the others are kept beside it. A phrase that must not be guessed is asked back. Pure.
#pragma once

#include "api/time/time_days.hpp"

#include <optional>
#include <string>
#include <vector>

namespace dibs::time_phrase {

struct Resolved {
    Instant from;
    std::optional<Instant> until{};
    std::string note{};              // about a clock change
    std::string taken{};             // a sentence about the reading taken
    bool named = false;              // "tomorrow morning": its start alone is an answer too
    std::vector<Resolved> others{};  // the other readings
};

struct Rejection {
    Refusal refusal{};
    bool ambiguous = false;  // `others` are the choices
    std::vector<Resolved> others{};
};
using Outcome = tl::expected<Resolved, Rejection>;

[[nodiscard]] Outcome resolve(Phrase phrase, const Days& days);

// Adds the readings of an outcome, whether it is resolved, asked back or refused.
void append_readings(std::vector<Resolved>& to, const Outcome& outcome);
[[nodiscard]] tl::unexpected<Rejection> ask_back(std::string detail, std::vector<Resolved> others);
[[nodiscard]] inline tl::unexpected<Rejection> reject(const Refusal& refusal) {
    return tl::unexpected(Rejection{refusal, false, {}});
}

// The start of a phrase on a resolved day (time_place.cpp), and its end (time_end.cpp).
struct ResolvedStart {
    Instant at;
    std::optional<Instant> other{};  // the second of two, when the clocks go back
    LocalTime wall{};                // as written: a gap must not move the end
    bool clock = false;              // a time of day was written
    TimeOfDay time{};                // if `clock`
    bool explicit_day = false;
    bool tonight = false;
    bool named = false;  // only a part of the day was written
    std::string explanation{};
};
[[nodiscard]] inline bool says_tonight(const Calendar& when) {
    return when.day && std::holds_alternative<Tonight>(*when.day);
}
// "tonight 9" is 21:00; "tonight 1:30" is after midnight.
void take_tonight(TimeOfDay& time);

struct ResolvedEnd {
    Instant at;
    std::vector<Instant> others{};
    std::string explanation{};
};
[[nodiscard]] Outcome place(const Phrase& phrase, const Days& days);
[[nodiscard]] tl::expected<ResolvedEnd, Rejection> find_end(const Phrase& phrase,
                                                            const ResolvedStart& begun,
                                                            const Days& days);
// "9-5", "9-17", "9-9": an end with a time and without a day (time_range.cpp).
[[nodiscard]] Outcome find_range(const Phrase& phrase, const ResolvedStart& begun,
                                 const Days& days);

}  // namespace dibs::time_phrase
