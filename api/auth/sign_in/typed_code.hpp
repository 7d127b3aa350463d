// Codes that a person reads in one place and types in another: twenty consonants, so that no word
// comes about and none looks like another; 4.3 bits each.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace dibs::auth {

// So many random letters, with a dash in the middle: "BCDF-GHJK".
[[nodiscard]] std::string fresh_typed_code(std::size_t letters);
// As it was given out: capitals, with the dash, whatever was typed.
[[nodiscard]] std::string as_given_out(std::string_view typed, std::size_t letters);

}  // namespace dibs::auth
