// The manual page dibs(1) in roff (man(7)), generated from the command tree.
#pragma once

#include "api/cli/grammar/command_tree.hpp"

namespace dibs::cli {

[[nodiscard]] std::string manual_page(const CommandText& root, const std::string& version);

}  // namespace dibs::cli
