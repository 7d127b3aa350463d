// What a mistyped word was meant to be, among the words there are. Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dibs::cli {

// The nearest of the words, if at most a third of the letters (one at least) are wrong, missing,
// added or swapped with their neighbour.
[[nodiscard]] std::optional<std::string> nearest_word(std::string_view typed,
                                                      const std::vector<std::string>& words);

}  // namespace dibs::cli
