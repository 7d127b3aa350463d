// Turns the second factor on with a correct code, and off by its person or an admin. Sign-ins by
// password require it in between.
#include "domain/people/second_factor.hpp"

#include <algorithm>

namespace dibs::people {

std::optional<Refusal> check_second_factor(const State& state, const SignIn& c) {
    const auto factor = state.second_factors.find(c.person);
    if (factor == state.second_factors.end() || !c.by_password) return std::nullopt;
    const SecondFactor& its = factor->second;
    const auto proof = c.second.value_or(SecondProof{});
    if (!proof.step && !proof.recovery) {
        return Refusal{Code::second_factor_needed, "code", "This account asks for a code too."};
    }
    if (proof.step && *proof.step <= its.last_step) {
        return Refusal{Code::wrong_code, "code", "This code was used already: wait for the next."};
    }
    const auto& used = its.recovery_used;
    if (proof.recovery && std::find(used.begin(), used.end(), *proof.recovery) != used.end()) {
        return Refusal{Code::wrong_code, "code", "This recovery code was used already."};
    }
    return std::nullopt;
}

// Sessions stay: the person uses one of them, and can end the others.
Events decide_set(const State& state, const SetSecondFactor& c, const Context& context) {
    if (!find(state, c.person)) return no_such_person();
    if (!manages_own_account(state, c.person, context)) {
        return refuse(Code::not_allowed, "", "Everybody turns on their own second factor.");
    }
    if (state.second_factors.contains(c.person)) {
        return refuse(Code::already_exists, "", "There is a second factor: turn it off first.");
    }
    if (c.seed.empty()) return refuse(Code::malformed, "seed", "The field is missing.");
    return std::vector<Event>{SecondFactorSet{c.person, c.seed, c.step}};
}

Events decide_remove(const State& state, const RemoveSecondFactor& c, const Context& context) {
    if (!find(state, c.person)) return no_such_person();
    if (!manages_own_account(state, c.person, context) && !is_admin(state, context))
        return admins_only();
    if (!state.second_factors.contains(c.person)) return std::vector<Event>{};
    return std::vector<Event>{SecondFactorRemoved{c.person}};
}

void use_up(State& state, const SessionStarted& e) {
    const auto factor = state.second_factors.find(e.person);
    if (factor != state.second_factors.end() && e.step) factor->second.last_step = *e.step;
}

void use_up(State& state, const RecoveryUsed& e) {
    const auto factor = state.second_factors.find(e.person);
    if (factor != state.second_factors.end()) factor->second.recovery_used.push_back(e.recovery);
}

void restore(State& state, SecondFactor row) {
    state.second_factors.emplace(row.person, std::move(row));
}

}  // namespace dibs::people
