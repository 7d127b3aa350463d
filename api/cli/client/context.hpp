// Everything a CLI command uses: the server, output, settings, clock and terminal. The program
// makes it once, before the command runs. Tests make it with a fake Transport and Terminal. One
// thread.
#pragma once

#include "api/cli/client/client.hpp"
#include "api/cli/lib/clock.hpp"
#include "api/cli/lib/output.hpp"
#include "api/cli/lib/settings.hpp"
#include "api/cli/lib/terminal.hpp"

#include <functional>
#include <string>
#include <vector>

namespace dibs::cli {

// The referenced objects outlive the context.
struct Context {
    Client& client;
    Output& out;
    const Settings& settings;
    const ZoneClock& clock;
    Terminal& terminal;
    bool assume_yes = false;               // --yes: commands ask for no confirmation
    std::string zone_flag{};               // the value of --zone; empty: not given
    std::vector<std::string> arguments{};  // of the command line, without the program's name
};

// Asks a yes/no question on the terminal. Returns true for "y" and "yes", or without asking if
// --yes was given. Throws Failure (usage) if the terminal is not interactive.
[[nodiscard]] bool confirm(Context& context, const std::string& question);

// A parsed command, ready to run. It throws Failure on errors.
using Action = std::function<void(Context&)>;

// Runs the action, then notes the age of its answers if the server could not follow its log. Does
// so after a failure too, and rethrows it.
void perform(const Action& action, Context& context);

}  // namespace dibs::cli
