// The known word nearest to a mistyped one. Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dibs::cli {

// The nearest word, if at most a third of the letters (at least one) are wrong, missing, added or
// swapped with a neighbour.
[[nodiscard]] std::optional<std::string> nearest_word(std::string_view typed,
                                                      const std::vector<std::string>& words);

}  // namespace dibs::cli
