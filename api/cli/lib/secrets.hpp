// Passwords typed and tokens kept: shared by setup, auth and user.
#pragma once

#include "api/cli/lib/context.hpp"

#include <string>

namespace dibs::cli {

// From stdin (one line) or asked for; twice when it is a new one.
[[nodiscard]] std::string read_password(Context& context, bool from_stdin, bool is_new);

// While the client is signed in by cookie: makes a token for this machine, keeps it and the
// server's address, and ends the cookie's session.
void keep_signed_in(Context& context, const Json& session);

}  // namespace dibs::cli
