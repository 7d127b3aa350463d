// Passwords and tokens in command lines. Masked before a line is recorded, and again when a line is
// shown, because older versions recorded them. Pure.
#pragma once

#include <string>
#include <string_view>

namespace dibs {

// Replaces by "***": values of options and variables that are named like a secret, tokens in the
// form of a well-known service, the user part of URLs. Arguments are separated by blanks, as ps
// prints them. Linear in the length; a masked line stays as it is.
[[nodiscard]] std::string mask_secrets(std::string_view line);

}  // namespace dibs
