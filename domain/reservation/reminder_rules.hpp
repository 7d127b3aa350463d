// The times of reminders of the start and end of a booking: see reminder.hpp. Bookings are sorted
// by these moments, so a check reads only those within a day.
#pragma once

#include "domain/reservation/reservation.hpp"

#include <optional>
#include <vector>

namespace dibs::reservation {

// The time of the reminder for an owner who wants it `before` the boundary. Nothing if there is
// none.
[[nodiscard]] std::optional<Instant> reminder_at(const Held& held, Boundary boundary,
                                                 Duration before);

// The reminders that are due now, and the time of the next ones if nothing else happens.
[[nodiscard]] std::vector<Event> due_reminders(const World& world, Instant now);
[[nodiscard]] std::optional<Instant> next_reminder(const World& world, Instant now);

// Adds a booking to the upcoming ones in its present form, or removes it in its earlier form.
void add_upcoming(State& state, const Held& held);
void remove_upcoming(State& state, ReservationId id, const Interval& when);

}  // namespace dibs::reservation
