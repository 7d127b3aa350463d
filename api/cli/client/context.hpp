// What every command works with. Made once in main.cpp, before the one command that was asked for
// runs; tests make it with a fake Transport and Terminal.
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
    std::string zone_flag{};  // what --zone says; empty: it was not given
};

// Whether a person says yes to the question, or said so before with --yes. Throws Failure (usage)
// when there is nobody to ask.
[[nodiscard]] bool agreed(Context& context, const std::string& question);

using Action = std::function<void(Context&)>;

// Runs it; what it showed may be old, which is said behind it, also of a command that failed.
void perform(const Action& action, Context& context);

}  // namespace dibs::cli
