// Approval: a booking that rests on a grant which asks for it waits, and keeps its slot meanwhile.
// Admins approve or decline it, or the approvers of the grants it rests on; what nobody looked at
// in time lapses. Part of reservation.hpp, whose `decide` sends its commands here.
#pragma once

#include "domain/access/rights.hpp"
#include "domain/reservation/reservation.hpp"

namespace dibs::reservation {

// Whether some of it rests only on grants that ask for approval.
[[nodiscard]] bool rests_on_approval(const Booking& booking, const Rights& rights);
// It waits from now on; of an admin who asks it is approved at once.
[[nodiscard]] std::vector<Event> requested(const Booking& booking, const World& world,
                                           const Context& context);
[[nodiscard]] Result<std::vector<Event>> decide_approve(const World& world, const Held& held,
                                                        const Context& context);
[[nodiscard]] Result<std::vector<Event>> decide_decline(const World& world, const Held& held,
                                                        const Decline& command,
                                                        const Context& context);
// Admins, and whose approval is enough for all of it, by the grants it rests on; never its owner.
[[nodiscard]] bool may_approve(const Booking& booking, const World& world, const Context& context);

}  // namespace dibs::reservation
