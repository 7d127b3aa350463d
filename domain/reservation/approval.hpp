// Approval: a booking waits for approval if its grants require it, and keeps its GPUs meanwhile.
// Admins approve or decline it, or the approvers of its grants. It lapses if there is no decision
// in time. Part of reservation.hpp, whose `decide` passes its commands here.
#pragma once

#include "domain/access/rights.hpp"
#include "domain/reservation/reservation.hpp"

namespace dibs::reservation {

// True if a part of the booking is covered only by grants that require approval.
[[nodiscard]] bool rests_on_approval(const Booking& booking, const Rights& rights);
// The booking waits from now on. If an admin requests it, it is approved at once.
[[nodiscard]] std::vector<Event> requested(const Booking& booking, const World& world,
                                           const Context& context);
[[nodiscard]] Result<std::vector<Event>> decide_approve(const World& world, const Held& held,
                                                        const Context& context);
[[nodiscard]] Result<std::vector<Event>> decide_decline(const World& world, const Held& held,
                                                        const Decline& command,
                                                        const Context& context);
// True for admins, and for persons who may approve the whole booking by its grants. False for its
// owner.
[[nodiscard]] bool may_approve(const Booking& booking, const World& world, const Context& context);

}  // namespace dibs::reservation
