// The answer to a taken slot: who holds what until when, and what is free instead.
#pragma once

#include "api/routes/placements.hpp"
#include "api/routes/request_context.hpp"

namespace dibs::routes {

// Answers with 409, beside the loop.
void answer_conflict(const RequestPtr& context, const Refusal& refusal, const Wanted& wanted);

}  // namespace dibs::routes
