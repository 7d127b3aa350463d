// The answer to a taken slot: who holds what until when, and what is free instead.
#pragma once

#include "api/routes/placements.hpp"
#include "api/routes/request_context.hpp"

namespace dibs::routes {

// Answers with 409, beside the loop. Waits a moment for the tables if the booking in the way is so
// new that they do not have it.
void answer_conflict(const RequestPtr& context, const Refusal& refusal, const Wanted& wanted);

}  // namespace dibs::routes
