// Tells the log what came of an effect.
#pragma once

#include "ingest/command_handler.hpp"

namespace dibs {

// Waits for the log's answer: true once it has accepted it. Never on the handler's own thread.
[[nodiscard]] bool reported(CommandHandler& commands, Command command);

}  // namespace dibs
