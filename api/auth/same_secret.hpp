// Compares two secrets in constant time, so that the time reveals nothing about a guess.
#pragma once

#include <string_view>

namespace dibs::auth {

[[nodiscard]] bool is_same_secret(std::string_view a, std::string_view b);

}  // namespace dibs::auth
