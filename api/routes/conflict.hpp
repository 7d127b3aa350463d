// The answer to a slot that cannot be had, because it is taken or its GPUs are of no use: who holds
// what until when, and what is free instead.
#pragma once

#include "api/routes/placements.hpp"
#include "api/routes/request_context.hpp"

namespace dibs::routes {

// Who was in the way on these GPUs and those that share their silicon, as the refusal found them.
[[nodiscard]] std::vector<views::Conflict> conflicts_of(const Snapshot& tables,
                                                        const Refusal& refusal,
                                                        const std::vector<GpuId>& gpus);

[[nodiscard]] inline bool is_conflict(const Refusal& refusal) {
    return refusal.code == Code::slot_taken || refusal.code == Code::driver_broken ||
           refusal.code == Code::gpu_unhealthy;
}

// Answers with 409, beside the loop.
void answer_conflict(const RequestPtr& context, const Refusal& refusal, const Wanted& wanted);

}  // namespace dibs::routes
