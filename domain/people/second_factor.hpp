// A second factor beside the password: whether somebody has one, and that each code of it opens
// once. What the codes are, only the edge knows (api/auth/sign_in/second_factor.hpp): it says of
// which half minute a right one was, or which of the recovery codes. That such a one is refused a
// second time is decided here, where one writer sees every sign-in, whichever node was asked. Used
// by people.cpp.
#pragma once

#include "domain/people/people.hpp"
#include "domain/people/people_rules.hpp"

#include <optional>

namespace dibs::people {

// Why this sign-in lacks what its person's second factor asks for; none: it does not.
[[nodiscard]] std::optional<Refusal> check_second_factor(const State& state, const SignIn& c);

[[nodiscard]] Events decide_set(const State& state, const SetSecondFactor& c,
                                const Context& context);
[[nodiscard]] Events decide_remove(const State& state, const RemoveSecondFactor& c,
                                   const Context& context);
void use_up(State& state, const SessionStarted& e);
void use_up(State& state, const RecoveryUsed& e);

}  // namespace dibs::people
