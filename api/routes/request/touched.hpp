// `dry_run` of commands on people, groups and grants: reports their effect on bookings by the same
// rules, without recording anything. Used by the routes of all three.
#pragma once

#include "api/routes/request/access_bodies.hpp"
#include "api/routes/request/request_context.hpp"

namespace dibs::routes {

// Submits the command, or only a dry run if the request says `dry_run=true`.
void submit_or_ask(const RequestPtr& context, Submission submission);

}  // namespace dibs::routes
