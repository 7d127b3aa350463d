// The memory of answered keys. A command of several events is remembered at its last one; a repeat
// of it must not move it.
#include "domain/answer.hpp"

namespace dibs::answer {

namespace {

void drop_older(State& state, Instant than) {
    while (!state.by_age.empty() && state.by_age.front().first < than) {
        state.answers.erase(state.by_age.front().second);
        state.by_age.pop_front();
    }
}

}  // namespace

State remember(State state, const Key& key, Answer answer, Instant at) {
    drop_older(state, at - kept);
    if (state.answers.insert_or_assign(key, std::move(answer)).second) {
        state.by_age.emplace_back(at, key);
    }
    return state;
}

const Answer* find(const State& state, std::string_view key) {
    const auto found = state.answers.find(key);
    return found == state.answers.end() ? nullptr : &found->second;
}

}  // namespace dibs::answer
