// A command on people, groups or grants asked with `dry_run`: what it would do to bookings, by the
// same rules, and nothing is done. Used by the routes of all three.
#pragma once

#include "api/routes/request/access_bodies.hpp"
#include "api/routes/request/request_context.hpp"

namespace dibs::routes {

// Submits it, or only asks where the request says `dry_run=true`.
void submit_or_ask(const RequestPtr& context, Submission submission);

}  // namespace dibs::routes
