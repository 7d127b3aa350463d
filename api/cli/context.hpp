// What every command works with. Made once in main.cpp, before the one command that was asked for
// runs; tests make it with a fake Transport and Terminal.
#pragma once

#include "api/cli/client.hpp"
#include "api/cli/clock.hpp"
#include "api/cli/output.hpp"
#include "api/cli/settings.hpp"
#include "api/cli/terminal.hpp"

#include <functional>

namespace dibs::cli {

struct Context {
    Client& client;
    Output& out;
    const Settings& settings;
    const Clock& clock;
    Terminal& terminal;
    bool assume_yes = false;
};

using Action = std::function<void(Context&)>;

}  // namespace dibs::cli
