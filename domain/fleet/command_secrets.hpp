// Passwords and tokens in command lines. They are masked before a line is recorded. They are masked
// again when a line is shown, because older versions recorded them. Pure.
#pragma once

#include <string>
#include <string_view>

namespace dibs {

// Replaces secrets by "***": values of options and variables with the name of a secret, tokens of
// well-known services, the user part of URLs. Arguments are separated by blanks, as ps prints them.
// Takes linear time. A masked line stays unchanged.
[[nodiscard]] std::string mask_secrets(std::string_view line);

}  // namespace dibs
