// What to say of a word or an option that no command takes, and the help of a command by its name.
// Like command.cpp it reads CLI11's tree.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace dibs::cli {

// "There is no command 'resrve'. Did you mean 'reserve'?", with where to read more. Empty: each
// word that was typed is taken.
[[nodiscard]] std::string mistyped(const CLI::App& root, const std::vector<std::string>& arguments);

// What `dibs COMMAND --help` prints. Throws Failure (usage) for a command that does not exist.
[[nodiscard]] std::string help_of(const CLI::App& root, const std::vector<std::string>& command);

}  // namespace dibs::cli
