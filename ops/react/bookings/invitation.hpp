// Sends the owner of a booking an invitation for their calendar, each time it changes, and takes it
// back when the booking is called off or suspended: for those who chose that (calendar_mails). The
// same UID as in the feeds, and a SEQUENCE that rises (projections/feeds/calendar_text.hpp). A
// reactor.
#pragma once

#include "ops/react/bookings/letters.hpp"

namespace dibs::bookings {

[[nodiscard]] Reaction invitation_reaction(Parts parts);

}  // namespace dibs::bookings
