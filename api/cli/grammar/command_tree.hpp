// The commands and options of `dibs` as plain values, read from what the commands declared: from
// it the shells' completions and the manual page are made, so that neither is written by hand.
#pragma once

#include "api/cli/grammar/command.hpp"

#include <string>
#include <vector>

namespace dibs::cli {

struct OptionText {
    std::vector<std::string> names;    // "-o", "--output"; a positional argument has one, bare
    std::string value;                 // what it takes: "TEXT", "HOST"; empty: nothing
    std::vector<std::string> choices;  // the only values there are, if they are few
    std::string help;
    bool positional = false;
    bool required = false;
};

struct CommandText {
    std::string name;
    std::vector<std::string> aliases;
    std::string help;
    std::vector<OptionText> options;  // positional ones first, in their order
    std::vector<CommandText> commands;
};

// Without what is hidden from the help.
[[nodiscard]] CommandText command_tree(Command command);

}  // namespace dibs::cli
