// Tokens for programs. A person gets tokens with at most their own scopes. Used by people.cpp.
#pragma once

#include "domain/people/people.hpp"
#include "domain/people/people_rules.hpp"

namespace dibs::people {

// The rules in `world` may limit the lifetime of a token.
[[nodiscard]] Events decide_issue(const World& world, const IssueToken& c, const Context& context);
[[nodiscard]] Events decide_revoke(const State& state, const RevokeToken& c,
                                   const Context& context);

}  // namespace dibs::people
