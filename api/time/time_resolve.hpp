// A Phrase on a calendar: third step of parse_time_phrase. Finds the days and the moments meant,
// in one zone, at one "now". Pure.
#pragma once

#include "api/time/time_syntax.hpp"
#include "api/time/time_zone.hpp"

#include <optional>
#include <string>

namespace dibs::time_phrase {

struct Resolved {
    Instant from;
    std::optional<Instant> until{};
    std::string note{};
};

[[nodiscard]] Result<Resolved> resolve(const Phrase& phrase, const Zone& zone, Instant now);

// The span from a moment on: days first, on the calendar, then the rest on the clock.
[[nodiscard]] Instant add(Instant from, const Span& span, const Zone& zone);

// A date without a year is the coming one, if that is less than this far away; else it is refused.
inline constexpr std::chrono::days coming{330};

}  // namespace dibs::time_phrase
