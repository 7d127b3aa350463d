// The bookings that conflict with a request: one line per reservation, with its GPUs that were
// wanted. The server names them in a 409 (`conflicts`). A request by amount sends no booking, so
// they are read from the calendar. offers.cpp uses it, on the command's one thread.
#pragma once

#include "api/cli/client/context.hpp"

#include <string>

namespace dibs::cli {

// Rows as in a 409: gpu_name, reservation, owner_name, from, until. `request`: a body of POST
// /offers; only GPUs that match it count. Empty if the calendar cannot be read: the list is
// optional.
[[nodiscard]] Json::Array holders_at(Context& context, const Json& request, const std::string& from,
                                     const std::string& until);

// Prints to stderr, ordered by end.
void show_holders(Context& context, const Json::Array& conflicts);

}  // namespace dibs::cli
