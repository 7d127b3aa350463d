// The distance between two words, to find the word that a typo meant. Pure.
#pragma once

#include <cstddef>
#include <string_view>

namespace dibs {

// The number of bytes to add, remove or change to turn one word into the other (Levenshtein).
[[nodiscard]] std::size_t edit_distance(std::string_view a, std::string_view b);

}  // namespace dibs
