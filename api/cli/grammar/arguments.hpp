// Arguments before CLI11 sees them, and decisions from flags and surroundings. Pure.
#pragma once

#include "api/cli/lib/settings.hpp"

#include <string>
#include <vector>

namespace dibs::cli {

// Without the program's name. "--json=id,owner_name" becomes two arguments that CLI11 can tell
// apart.
[[nodiscard]] std::vector<std::string> prepare_arguments(int argc, const char* const* argv);
// "id,owner_name" -> id, owner_name.
[[nodiscard]] std::vector<std::string> split_fields(const std::string& text);
// The server named by the link of `dibs setup LINK`; empty for every other command.
[[nodiscard]] std::string server_of_setup(const std::vector<std::string>& arguments);
// Whether it is a shell that asks, while somebody waits behind a pressed Tab.
[[nodiscard]] bool is_completion(const std::vector<std::string>& arguments);
// --color, NO_COLOR, CLICOLOR_FORCE and TERM=dumb, in this order.
[[nodiscard]] bool use_color(const std::string& flag, bool terminal,
                             const Environment& environment);

}  // namespace dibs::cli
