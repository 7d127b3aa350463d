// What to say of a word or an option that no command takes. Pure, over the tree of commands.
#pragma once

#include "api/cli/grammar/command_tree.hpp"

#include <string>
#include <vector>

namespace dibs::cli {

// "There is no command 'resrve'. Did you mean 'reserve'?", with where to read more. `left` are
// those of the arguments that nothing took; empty where there are none.
[[nodiscard]] std::string mistyped(const CommandText& root, const std::vector<std::string>& left,
                                   const std::vector<std::string>& arguments);

// What the parser says of the arguments ("--on is required", "level: x not in {off,always}") in
// plain words, with where to read more.
[[nodiscard]] std::string incomplete(const CommandText& root,
                                     const std::vector<std::string>& arguments, std::string what);

// The names of a command and of those above it, from the words that somebody typed for them.
// Throws Failure (usage) for a command that does not exist.
[[nodiscard]] std::vector<std::string> command_path(const CommandText& root,
                                                    const std::vector<std::string>& words);

}  // namespace dibs::cli
