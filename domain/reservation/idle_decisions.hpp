// What is decided about a booking that idles: see idle.hpp. Called by reservation.cpp, which has
// found the booking.
#pragma once

#include "domain/reservation/reservation.hpp"
#include "domain/rules/rules.hpp"

#include <vector>

namespace dibs::reservation {

// What the rules have for one kind; none: it is not told, or not freed.
struct IdleMinutes {
    Limits::Number tell;
    Limits::Number release;
};
[[nodiscard]] IdleMinutes minutes_for(const rules::Rules& rules, IdleKind kind);

[[nodiscard]] Result<std::vector<Event>> decide_keep(const World& world, const Held& held,
                                                     const Keep& c, const Context& context);
// What Dibs saw. Of what is not running it says nothing.
[[nodiscard]] std::vector<Event> decide_idle(const World& world, const Held& held,
                                             const ReportIdle& c, Instant now);
[[nodiscard]] std::vector<Event> decide_in_use(const World& world, const Held& held, Instant now);
[[nodiscard]] std::vector<Event> decide_told(const World& world, const Held& held,
                                             const ReportTold& c, Instant now);

}  // namespace dibs::reservation
