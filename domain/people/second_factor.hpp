// A second factor besides the password: whether a person has one, and that each code is used only
// once. Only the API knows the codes (api/auth/sign_in/second_factor.hpp). It reports the half
// minute of a correct code, or the number of a recovery code. This refuses a code that was used
// before. Only the writer can do that, because it sees every sign-in of every node. Used by
// people.cpp.
#pragma once

#include "domain/people/people.hpp"
#include "domain/people/people_rules.hpp"

#include <optional>

namespace dibs::people {

// The refusal if this sign-in lacks the second factor of its person. Nothing otherwise.
[[nodiscard]] std::optional<Refusal> check_second_factor(const State& state, const SignIn& c);

[[nodiscard]] Events decide_set(const State& state, const SetSecondFactor& c,
                                const Context& context);
[[nodiscard]] Events decide_remove(const State& state, const RemoveSecondFactor& c,
                                   const Context& context);
void use_up(State& state, const SessionStarted& e);
void use_up(State& state, const RecoveryUsed& e);

}  // namespace dibs::people
