// Arguments before CLI11 reads them, and decisions from flags and environment. Pure.
#pragma once

#include "api/cli/lib/settings.hpp"

#include <string>
#include <vector>

namespace dibs::cli {

// The arguments without the program's name. Rewrites "--json=id,owner_name" as "--json-fields=…",
// so that CLI11 can distinguish it from a bare --json.
[[nodiscard]] std::vector<std::string> prepare_arguments(int argc, const char* const* argv);
// "id,owner_name" -> id, owner_name.
[[nodiscard]] std::vector<std::string> split_fields(const std::string& text);
// The server in the link of `dibs setup LINK`; empty for other commands.
[[nodiscard]] std::string server_of_setup(const std::vector<std::string>& arguments);
// Whether a shell asks for completions. Then a person waits after pressing Tab.
[[nodiscard]] bool is_completion(const std::vector<std::string>& arguments);
// Decides from --color, NO_COLOR, CLICOLOR_FORCE and TERM=dumb, in this order.
[[nodiscard]] bool use_color(const std::string& flag, bool terminal,
                             const Environment& environment);

}  // namespace dibs::cli
