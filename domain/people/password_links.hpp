// One-time links to set a password: the first one of a new account, or a replacement for a
// forgotten one. An admin makes the link and hands it over; only its user learns the password. A
// person has at most one open link. A link becomes void when it is used or expires, when a newer
// one is made, or when the password is changed in another way. It also becomes void when the
// account is disabled or removed. Used by people.cpp.
#pragma once

#include "domain/people/people.hpp"
#include "domain/people/people_rules.hpp"

namespace dibs::people {

inline constexpr Duration password_link_life = std::chrono::days{7};

[[nodiscard]] Events decide_make_link(const State& state, const MakePasswordLink& c,
                                      const Context& context);
[[nodiscard]] Events decide_use_link(const State& state, const UsePasswordLink& c,
                                     const Context& context);

// The same answer for every invalid link, so it does not reveal whether the link was ever valid.
[[nodiscard]] Refusal void_password_link();

}  // namespace dibs::people
