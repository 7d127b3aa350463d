// What every program of the command line does: parses its arguments, makes the Context, runs the
// command.
#pragma once

#include "api/cli/client/context.hpp"
#include "api/cli/grammar/command.hpp"

#include <functional>

namespace dibs::cli {

// Adds the commands of a program. `action` is what runs without a command; parsing replaces it by
// the command that was given.
using AddCommands = std::function<void(Command app, Action& action)>;

// The body of main(). Prints failures with a next step, and returns the exit code.
[[nodiscard]] int run_program(int argc, const char* const* argv, const AddCommands& add_commands);

}  // namespace dibs::cli
