// The decisions about an idle booking: see idle.hpp. Called by reservation.cpp, which finds the
// booking.
#pragma once

#include "domain/reservation/reservation.hpp"
#include "domain/rules/rules.hpp"

#include <vector>

namespace dibs::reservation {

// The rules for one kind. None: no notification, or no release.
struct IdleMinutes {
    Limits::Number tell;
    Limits::Number release;
};
[[nodiscard]] IdleMinutes minutes_for(const rules::Rules& rules, IdleKind kind);

[[nodiscard]] Result<std::vector<Event>> decide_keep(const World& world, const Held& held,
                                                     const Keep& c, const Context& context);
// Decides on reports of Dibs. A booking that is not running yields no event.
[[nodiscard]] std::vector<Event> decide_idle(const World& world, const Held& held,
                                             const ReportIdle& c, Instant now);
[[nodiscard]] std::vector<Event> decide_in_use(const World& world, const Held& held, Instant now);
[[nodiscard]] std::vector<Event> decide_told(const World& world, const Held& held,
                                             const ReportTold& c, Instant now);

}  // namespace dibs::reservation
