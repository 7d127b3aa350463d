// Completion candidates for a shell. Pure: the caller supplies names (hosts, reservations), and is
// asked only for kinds that fit at the cursor.
#pragma once

#include "api/cli/grammar/command_tree.hpp"

#include <functional>

namespace dibs::cli {

struct CompletionCandidate {
    std::string word;
    std::string help;
};

// The names of a kind: "HOST", "PERSON", the value name of an option or argument.
using NamesOf = std::function<std::vector<CompletionCandidate>(const std::string& kind)>;

// `words`: the words after `dibs`; the last one is incomplete and may be empty.
[[nodiscard]] std::vector<CompletionCandidate> candidates(const CommandText& root,
                                                          const std::vector<std::string>& words,
                                                          const NamesOf& names);

}  // namespace dibs::cli
