// Reports the result of an effect to the log.
#pragma once

#include "ingest/command_handler.hpp"

namespace dibs {

// Waits for the log's answer: true once the log has accepted it. Never call it on the handler's own
// thread.
[[nodiscard]] bool reported(CommandHandler& commands, Command command);

}  // namespace dibs
