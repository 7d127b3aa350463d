// The answer to a refused slot. Slot taken or GPUs unusable: the bookings in the way until when,
// and free alternatives. No grant: the people to ask for one.
#pragma once

#include "api/routes/bookings/placements.hpp"
#include "api/routes/request/request_context.hpp"

namespace dibs::routes {

// The bookings in the way on these GPUs and on overlapping devices, as of the refusal.
[[nodiscard]] std::vector<views::Conflict> conflicts_of(const Snapshot& tables,
                                                        const Refusal& refusal,
                                                        const std::vector<GpuId>& gpus);

// True for a refusal that refuse_slot() answers; a 409 is prepared in a worker thread.
[[nodiscard]] bool is_of_slot(const Refusal& refusal);
void refuse_slot(const RequestPtr& context, const Refusal& refusal,
                 const placement::RefusedBooking& booking);

}  // namespace dibs::routes
