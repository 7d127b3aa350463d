// Messages for unknown words and options. Pure, over the command tree.
#pragma once

#include "api/cli/grammar/command_tree.hpp"

#include <string>
#include <vector>

namespace dibs::cli {

// "There is no command 'resrve'. Did you mean 'reserve'?", and where to read more. `left`: the
// arguments that no command took; empty result if `left` is empty.
[[nodiscard]] std::string mistyped(const CommandText& root, const std::vector<std::string>& left,
                                   const std::vector<std::string>& arguments);

// The parser's message ("--on is required", "level: x not in {off,always}") in plain words, and
// where to read more.
[[nodiscard]] std::string incomplete(const CommandText& root,
                                     const std::vector<std::string>& arguments, std::string what);

// The names of a command and its parents, from the words typed. Throws Failure (usage) for an
// unknown command.
[[nodiscard]] std::vector<std::string> command_path(const CommandText& root,
                                                    const std::vector<std::string>& words);

}  // namespace dibs::cli
