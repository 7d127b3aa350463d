// The invitation to the owner of a booking for their calendar at each change, and a cancellation
// when the booking is cancelled or suspended. Uses the UID of the feeds, and a SEQUENCE that rises
// (projections/feeds/calendar_text.hpp).
#pragma once

#include "ops/react/bookings/letters.hpp"

namespace dibs::bookings {

[[nodiscard]] mail::Written invitation(const mail::LetterContext& context, const mail::Reader& to);

}  // namespace dibs::bookings
