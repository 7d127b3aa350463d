// What a shell offers when Tab is pressed. Pure: which names are there (hosts, reservations) is
// asked for by whoever calls, only where one of them can stand.
#pragma once

#include "api/cli/grammar/command_tree.hpp"

#include <functional>

namespace dibs::cli {

struct CompletionCandidate {
    std::string word;
    std::string help;
};

// The names of a kind, as "HOST" or "PERSON": the value of an option or argument.
using NamesOf = std::function<std::vector<CompletionCandidate>(const std::string& kind)>;

// `words` are those behind `dibs`; the last is being typed and may be empty.
[[nodiscard]] std::vector<CompletionCandidate> candidates(const CommandText& root,
                                                          const std::vector<std::string>& words,
                                                          const NamesOf& names);

}  // namespace dibs::cli
