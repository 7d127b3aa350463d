// Mails the owner of a booking that it begins or ends soon (reservation.reminded, see
// domain/reservation/reminder.hpp), if that is still true and in the future. A reactor.
#pragma once

#include "ops/react/bookings/letters.hpp"

namespace dibs::bookings {

[[nodiscard]] Reaction reminder_reaction(Parts parts);

}  // namespace dibs::bookings
