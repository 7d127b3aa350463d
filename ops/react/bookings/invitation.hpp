// Sends the owner of a booking an invitation for their calendar at each change, and a cancellation
// when the booking is cancelled or suspended. Only for people with calendar_mails. Uses the UID of
// the feeds, and a SEQUENCE that rises (projections/feeds/calendar_text.hpp). A reactor.
#pragma once

#include "ops/react/bookings/letters.hpp"

namespace dibs::bookings {

[[nodiscard]] Reaction invitation_reaction(Parts parts);

}  // namespace dibs::bookings
