// The memory of answered keys. A command of several events is remembered at its last one; a repeat
// of it must not move it.
#include "domain/answer.hpp"

namespace dibs::answer {

namespace {

void drop_older(State& state, State::Aging& aging, Instant than) {
    while (!aging.empty() && aging.front().first < than) {
        state.answers.erase(aging.front().second);
        aging.pop_front();
    }
}

}  // namespace

State remember(State state, const Key& key, Answer answer, Instant at) {
    drop_older(state, state.by_age, at - kept);
    drop_older(state, state.own_by_age, at - kept_own);
    auto& aging = key.starts_with('~') ? state.own_by_age : state.by_age;
    if (state.answers.insert_or_assign(key, std::move(answer)).second) {
        aging.emplace_back(at, key);
    }
    return state;
}

const Answer* find(const State& state, std::string_view key) {
    const auto found = state.answers.find(key);
    return found == state.answers.end() ? nullptr : &found->second;
}

}  // namespace dibs::answer
