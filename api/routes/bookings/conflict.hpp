// The answer to a slot that cannot be had. It is taken or its GPUs are of no use: who holds what
// until when, and what is free instead. No grant covers it: whom to ask.
#pragma once

#include "api/routes/bookings/placements.hpp"
#include "api/routes/request/request_context.hpp"

namespace dibs::routes {

// Who was in the way on these GPUs and those that share their silicon, as the refusal found them.
[[nodiscard]] std::vector<views::Conflict> conflicts_of(const Snapshot& tables,
                                                        const Refusal& refusal,
                                                        const std::vector<GpuId>& gpus);

// Any of these; 409 is worked out beside the loop.
[[nodiscard]] bool is_of_slot(const Refusal& refusal);
void refuse_slot(const RequestPtr& context, const Refusal& refusal, const Wanted& wanted);

}  // namespace dibs::routes
