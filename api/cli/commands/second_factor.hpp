// dibs auth second-factor on|off|status: a verb of auth with verbs of its own.
#pragma once

#include "api/cli/lib/context.hpp"

namespace CLI {
class App;
}

namespace dibs::cli {

void add_second_factor(CLI::App& auth, Action& action);

}  // namespace dibs::cli
