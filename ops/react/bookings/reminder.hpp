// Tells the owner of a booking by mail that it begins or ends soon (reservation.reminded, see
// domain/reservation/reminder.hpp): if that is still so, and still to come. A reactor.
#pragma once

#include "ops/react/bookings/letters.hpp"

namespace dibs::bookings {

[[nodiscard]] Reaction reminder_reaction(Parts parts);

}  // namespace dibs::bookings
