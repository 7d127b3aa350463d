// Checks the length, time ahead and amount of bookings. Each check returns nothing, or a refusal
// that names the limit, its owner and who can change it. Complements reservation_rules.hpp.
// reservation.cpp decides which check applies to which command.
#pragma once

#include "domain/access/group.hpp"
#include "domain/reservation/reservation_rules.hpp"
#include "domain/rules/bounds.hpp"
#include "domain/rules/rules.hpp"

namespace dibs::reservation {

// The limits of the owner for a booking that starts `ahead` from now.
[[nodiscard]] Bounds bounds_for(const rules::State& rules, const group::State& groups,
                                PersonId owner, Duration ahead);

[[nodiscard]] Objection check_length(const Interval& when, const Bounds& bounds);
[[nodiscard]] Objection check_start(const Interval& when, Instant now, const Bounds& bounds);
[[nodiscard]] Objection check_count(std::size_t gpus, const Bounds& bounds);

// Includes all other bookings of the person and the groups; a booking of the same id does not
// count. A released booking counts for the time it was held.
[[nodiscard]] Objection check_quotas(const Booking& booking, const State& reservations,
                                     const group::State& groups, const Bounds& bounds);

}  // namespace dibs::reservation
