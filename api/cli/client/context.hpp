// The environment of a command. main.cpp makes it once, before the command runs; tests make it
// with a fake Transport and Terminal.
#pragma once

#include "api/cli/client/client.hpp"
#include "api/cli/lib/clock.hpp"
#include "api/cli/lib/output.hpp"
#include "api/cli/lib/settings.hpp"
#include "api/cli/lib/terminal.hpp"

#include <functional>
#include <string>

namespace dibs::cli {

struct Context {
    Client& client;
    Output& out;
    const Settings& settings;
    const ZoneClock& clock;
    Terminal& terminal;
    bool assume_yes = false;
    std::string zone_flag{};  // the value of --zone; empty: not given
};

// Asks for confirmation; true if the answer is yes, or if --yes was given. Throws Failure (usage)
// if stdin is not a terminal.
[[nodiscard]] bool confirm(Context& context, const std::string& question);

using Action = std::function<void(Context&)>;

// Runs the action. Then warns if its output may be stale, also after a failure.
void perform(const Action& action, Context& context);

}  // namespace dibs::cli
