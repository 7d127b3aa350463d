// The commands and options of `dibs` as plain values, read from the declarations. Completions and
// the manual page are generated from them.
#pragma once

#include "api/cli/grammar/command.hpp"

#include <string>
#include <vector>

namespace dibs::cli {

struct OptionText {
    // "-o", "--output"; a positional argument has one, without dashes
    std::vector<std::string> names;
    std::string value;                 // the name of its value: "TEXT", "HOST"; empty: takes none
    std::vector<std::string> choices;  // the allowed values, if there are few
    std::string help;
    bool positional = false;
    bool required = false;
};

struct CommandText {
    std::string name;
    std::vector<std::string> aliases;
    std::string help;
    std::vector<OptionText> options;  // positional ones first, in order
    std::vector<CommandText> commands;
};

// Leaves out commands and options hidden from the help.
[[nodiscard]] CommandText command_tree(Command command);

}  // namespace dibs::cli
