// All commands of `dibs` in one list, a file a noun. Each adds its part of the command tree;
// parsing sets `action`, which main.cpp then runs with everything a command needs.
#pragma once

#include "api/cli/lib/command.hpp"
#include "api/cli/lib/context.hpp"

#include <array>

// Each is a function add_NAME(app, action). With `reservation` come extend, move, swap, cancel,
// release.
// clang-format off
#define DIBS_COMMANDS(command) \
    command(setup), \
    command(auth), \
    command(free), \
    command(find), \
    command(reserve), \
    command(reservation), \
    command(calendar), \
    command(host), \
    command(gpu), \
    command(process), \
    command(rules), \
    command(usage), \
    command(metrics), \
    command(violation), \
    command(user), \
    command(group), \
    command(grant), \
    command(budget), \
    command(may), \
    command(mails), \
    command(history), \
    command(audit), \
    command(import), \
    command(watch), \
    command(doctor), \
    command(api), \
    command(completion), \
    command(manual), \
    command(version)
// clang-format on

namespace dibs::cli {

#define DIBS_DECLARATION(name) add_##name(Command app, Action& action)
void DIBS_COMMANDS(DIBS_DECLARATION);
#undef DIBS_DECLARATION

// In the order of the help.
#define DIBS_FUNCTION(name) &add_##name
inline constexpr std::array all_commands{DIBS_COMMANDS(DIBS_FUNCTION)};
#undef DIBS_FUNCTION

// Without a command: what I hold, and what is free.
void show_my_situation(Context& context);
void show_free(Context& context, const std::string& host, const std::string& model);

}  // namespace dibs::cli
