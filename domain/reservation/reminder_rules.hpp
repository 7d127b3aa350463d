// When the owner of a booking is reminded of its start and its end: see reminder.hpp. Bookings are
// kept in the order of these moments, so that a look asks only those that come within a day.
#pragma once

#include "domain/reservation/reservation.hpp"

#include <optional>
#include <vector>

namespace dibs::reservation {

// When its owner, who wants to know so long before, is to be reminded; none: not of this one.
[[nodiscard]] std::optional<Instant> reminder_at(const Held& held, Boundary boundary,
                                                 Duration before);

// What is to be said now, and when there is more to say if nothing else happens.
[[nodiscard]] std::vector<Event> due_reminders(const World& world, Instant now);
[[nodiscard]] std::optional<Instant> next_reminder(const World& world, Instant now);

// Puts a booking among those that come, as it is; or takes out one that was so.
void await(State& state, const Held& held);
void await_no_more(State& state, ReservationId id, const Interval& when);

}  // namespace dibs::reservation
