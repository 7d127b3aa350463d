// The one-time link that makes the first admin. While there is no admin, each start opens the setup
// with a new secret. The secret is printed and never stored; the last one printed is valid.
#pragma once

#include "ingest/clock.hpp"
#include "ingest/command_handler.hpp"

#include <string>

namespace dibs {

// Returns the secret for the link. Blocks until the writer has answered.
[[nodiscard]] Result<std::string> open_setup(CommandHandler& handler, const Clock& clock);

}  // namespace dibs
