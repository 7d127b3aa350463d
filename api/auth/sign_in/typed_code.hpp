// Codes that a person reads in one place and types in another. Twenty consonants: they form no
// words and do not look alike; 4.3 bits each.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace dibs::auth {

// `letters` random letters with a dash in the middle: "BCDF-GHJK".
[[nodiscard]] std::string fresh_typed_code(std::size_t letters);
// The code in the form of fresh_typed_code(): capitals, with the dash.
[[nodiscard]] std::string as_given_out(std::string_view typed, std::size_t letters);

}  // namespace dibs::auth
