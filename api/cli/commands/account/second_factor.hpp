// dibs auth second-factor on|off|status: a verb of auth with verbs of its own.
#pragma once

#include "api/cli/client/context.hpp"
#include "api/cli/grammar/command.hpp"
#include "api/cli/lib/table.hpp"

#include <string>

namespace dibs::cli {

// "on" or "off" for a person; empty if the caller may not know.
[[nodiscard]] Column second_factor_column(std::string heading);

void add_second_factor(Command auth, Action& action);

}  // namespace dibs::cli
