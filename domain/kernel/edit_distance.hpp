// How far a word is from another: what a typo is held against. Pure.
#pragma once

#include <cstddef>
#include <string_view>

namespace dibs {

// How many bytes must be added, left out or changed to make one the other (Levenshtein).
[[nodiscard]] std::size_t edit_distance(std::string_view a, std::string_view b);

}  // namespace dibs
