// Whoever proves elsewhere who they are: at an identity provider (OpenID Connect) or in a directory
// (LDAP). What they proved is looked at where that happened; here is decided whose account that is.
// Names can be given anew or chosen there, so a name opens an account once: from then on it is the
// subject, which nobody gets a second time, that opens it. Used by people.cpp.
#pragma once

#include "domain/people/people.hpp"
#include "domain/people/people_rules.hpp"

namespace dibs::people {

[[nodiscard]] Events decide_admit(const State& state, const Admit& c, const Context& context);
[[nodiscard]] Events decide_unlink(const State& state, const Unlink& c, const Context& context);
void forget_links(State& state, PersonId person);

}  // namespace dibs::people
