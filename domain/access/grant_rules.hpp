// What a grant must look like: names that exist, lists in order, windows that a zone gives a
// meaning. Used by grant.cpp.
#pragma once

#include "domain/access/grant.hpp"

#include <optional>

namespace dibs::grant {

inline constexpr std::size_t most_grants = 1000;
inline constexpr std::size_t most_named = 1000;   // of each kind, in one grant
inline constexpr std::size_t most_windows = 100;  // of one grant

// Puts it into its normal form. What `before` names may be gone by now.
[[nodiscard]] std::optional<Refusal> check_grant(Grant& grant, const Grant* before,
                                                 const World& world, const Context& context);

}  // namespace dibs::grant
