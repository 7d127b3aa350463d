// Mails the owner of a booking about actions of other people on it, and mails the possible
// approvers of a booking that waits for approval. Never mails the actor. A reactor.
#pragma once

#include "ops/react/bookings/letters.hpp"

namespace dibs::bookings {

// `zones` outlives the reactor.
[[nodiscard]] Reaction news_reaction(Parts parts, const Zones& zones);

}  // namespace dibs::bookings
