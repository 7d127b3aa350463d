// A Phrase on a calendar: third step of parse_time_phrase. Finds the moments meant. What could
// well be something else is said with the other readings; what nobody should guess is asked back.
// Pure.
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
    std::string taken{};             // what was taken where something else could be meant
    bool named = false;              // "tomorrow morning": its start is a moment as well
    std::vector<Resolved> others{};  // what else could be meant
};

struct Refused {
    Refusal refusal{};
    bool asked = false;  // which of `others` is meant?
    std::vector<Resolved> others{};
};
using Outcome = tl::expected<Resolved, Refused>;

[[nodiscard]] Outcome resolve(Phrase phrase, const Days& days);

// The readings that come out of an outcome, whether it was taken, asked back or refused.
void append_readings(std::vector<Resolved>& to, const Outcome& outcome);
[[nodiscard]] tl::unexpected<Refused> ask_back(std::string detail, std::vector<Resolved> others);
[[nodiscard]] inline tl::unexpected<Refused> refused(const Refusal& refusal) {
    return tl::unexpected(Refused{refusal, false, {}});
}

// One phrase whose start is on a day that is settled (time_place.cpp), and its end (time_end.cpp).
struct Begun {
    Instant at;
    std::optional<Instant> other{};  // the second of two, where the clocks go back
    LocalTime wall{};                // as it was written: a gap must not push the end away
    bool clock = false;              // a time of day was written
    TimeOfDay time{};                // of a clock
    bool explicit_day = false;
    bool tonight = false;
    bool named = false;  // only a part of the day was written
    std::string told{};
};
[[nodiscard]] inline bool says_tonight(const Calendar& when) {
    return when.day && std::holds_alternative<Tonight>(*when.day);
}
// "tonight 9" is 21:00; "tonight 1:30" is after midnight.
void take_tonight(TimeOfDay& time);

struct Ended {
    Instant at;
    std::vector<Instant> others{};
    std::string told{};
};
[[nodiscard]] Outcome place(const Phrase& phrase, const Days& days);
[[nodiscard]] tl::expected<Ended, Refused> find_end(const Phrase& phrase, const Begun& begun,
                                                    const Days& days);
// "9-5", "9-17", "9-9": an end with a time and without a day (time_range.cpp).
[[nodiscard]] Outcome find_range(const Phrase& phrase, const Begun& begun, const Days& days);

}  // namespace dibs::time_phrase
