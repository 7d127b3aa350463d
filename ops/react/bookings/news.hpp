// Tells the owner of a booking by mail what others did to it, and those who may approve one that it
// waits for them: never who did it themselves. A reactor.
#pragma once

#include "ops/react/bookings/letters.hpp"

namespace dibs::bookings {

// `zones` outlives it.
[[nodiscard]] Reaction news_reaction(Parts parts, const Zones& zones);

}  // namespace dibs::bookings
