// One-time links with which people set their own password: the first one of a new account, or one
// in place of what they forgot. An admin makes it and hands it over; nobody else learns a password.
// One is open per person at most. It is void once it is used, once its time is over, once a newer
// one is made, once the password is changed otherwise, and once the account is disabled or removed.
// Used by people.cpp.
#pragma once

#include "domain/people/people.hpp"
#include "domain/people/people_rules.hpp"

namespace dibs::people {

inline constexpr Duration password_link_life = std::chrono::days{7};

[[nodiscard]] Events decide_make_link(const State& state, const MakePasswordLink& c,
                                      const Context& context);
[[nodiscard]] Events decide_use_link(const State& state, const UsePasswordLink& c,
                                     const Context& context);

// The same for every link that opens nothing: nobody learns whether it ever did.
[[nodiscard]] Refusal void_password_link();

}  // namespace dibs::people
