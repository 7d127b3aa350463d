// The rules for the content of a grant: existing names, sorted lists, windows with a zone. Used by
// grant.cpp.
#pragma once

#include "domain/access/grant.hpp"

#include <optional>

namespace dibs::grant {

inline constexpr std::size_t most_grants = 1000;
inline constexpr std::size_t most_named = 1000;   // of each kind, in one grant
inline constexpr std::size_t most_windows = 100;  // of one grant

// Normalizes the grant and checks it. Things that `before` names may be gone by now.
[[nodiscard]] std::optional<Refusal> check_grant(Grant& grant, const Grant* before,
                                                 const World& world, const Context& context);

}  // namespace dibs::grant
