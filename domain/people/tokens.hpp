// Tokens for programs: issued to the person who asks, with no more than they may themselves. Used
// by people.cpp.
#pragma once

#include "domain/people/people.hpp"
#include "domain/people/people_rules.hpp"

namespace dibs::people {

// `world`: the site's rules may limit how long a token lives.
[[nodiscard]] Events decide_issue(const World& world, const IssueToken& c, const Context& context);
[[nodiscard]] Events decide_revoke(const State& state, const RevokeToken& c,
                                   const Context& context);

}  // namespace dibs::people
