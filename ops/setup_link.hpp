// The one-time link that makes the first admin. As long as there is none, each start opens the
// setup anew with a fresh secret, which is printed and never stored; the last one printed counts.
#pragma once

#include "ingest/clock.hpp"
#include "ingest/command_handler.hpp"

#include <string>

namespace dibs {

// The secret for the link. Blocks until the writer has answered.
[[nodiscard]] Result<std::string> open_setup(CommandHandler& handler, const Clock& clock);

}  // namespace dibs
