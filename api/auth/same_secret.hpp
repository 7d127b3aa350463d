// Whether two secrets are one, in a time that tells nobody how much of a guess is right.
#pragma once

#include <string_view>

namespace dibs::auth {

[[nodiscard]] bool is_same_secret(std::string_view a, std::string_view b);

}  // namespace dibs::auth
