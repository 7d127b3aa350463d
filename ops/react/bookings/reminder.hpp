// The letter to the owner of a booking that it begins or ends soon (reservation.reminded, see
// domain/reservation/reminder.hpp), if that is still true and in the future.
#pragma once

#include "ops/react/bookings/letters.hpp"

namespace dibs::bookings {

[[nodiscard]] mail::Written reminder(const mail::LetterContext& context, const mail::Reader& to);

}  // namespace dibs::bookings
