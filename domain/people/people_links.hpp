// External identities: people known from an identity provider (OpenID Connect) or a directory
// (LDAP). The adapter verifies the identity. This file decides which account it belongs to. A name
// may be reassigned or freely chosen at the provider, so it opens an account only once. After that
// the subject opens it, which the provider never assigns twice. Used by people.cpp.
#pragma once

#include "domain/people/people.hpp"
#include "domain/people/people_rules.hpp"

namespace dibs::people {

[[nodiscard]] Events decide_admit(const State& state, const Admit& c, const Context& context);
[[nodiscard]] Events decide_unlink(const State& state, const Unlink& c, const Context& context);
void forget_links(State& state, PersonId person);

}  // namespace dibs::people
