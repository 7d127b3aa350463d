// How long, how far ahead and how much somebody may book: each check answers with a refusal, which
// names the limit, whose it is and who can change it, or with nothing. Beside
// reservation_rules.hpp; reservation.cpp says which applies to which command.
#pragma once

#include "domain/access/group.hpp"
#include "domain/reservation/reservation_rules.hpp"
#include "domain/rules/bounds.hpp"
#include "domain/rules/rules.hpp"

namespace dibs::reservation {

// Those of the owner, for what starts so much later than now.
[[nodiscard]] Bounds bounds_for(const rules::State& rules, const group::State& groups,
                                PersonId owner, Duration ahead);

[[nodiscard]] Objection check_length(const Interval& when, const Bounds& bounds);
[[nodiscard]] Objection check_start(const Interval& when, Instant now, const Bounds& bounds);
[[nodiscard]] Objection check_count(std::size_t gpus, const Bounds& bounds);

// With all else that they and their groups have booked; a booking of the same id does not count.
// What was given back counts for the time it was held.
[[nodiscard]] Objection check_quotas(const Booking& booking, const State& reservations,
                                     const group::State& groups, const Bounds& bounds);

}  // namespace dibs::reservation
