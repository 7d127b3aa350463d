// Who is in the way of a booking: one line a reservation, with all of its GPUs that were wanted.
// The server names them in a 409 (`conflicts`); for a request by amount nothing was sent that could
// clash, so they are read from the calendar. Used by offers.cpp on the command's one thread.
#pragma once

#include "api/cli/client/context.hpp"

#include <string>

namespace dibs::cli {

// As in a 409: gpu_name, reservation, owner_name, from, until. `request` is a body of POST /offers;
// only GPUs that it could mean count. Empty if the calendar cannot be had: it is only an extra.
[[nodiscard]] Json::Array holders_at(Context& context, const Json& request, const std::string& from,
                                     const std::string& until);

// On stderr, the first to end first.
void show_holders(Context& context, const Json::Array& conflicts);

}  // namespace dibs::cli
