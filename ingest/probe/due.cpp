// The waits double with each failure. Each is cut by a random share, so that hosts which failed
// together do not return together. Frames over some time clear the failures.
#include "ingest/probe/due.hpp"

#include <algorithm>
#include <cmath>

namespace dibs::probe {

Duration silence_limit(const DueRules& rules) {
    return std::max(rules.period * 3, Duration{5000});
}

Duration wait_after(int failures, double random, const DueRules& rules) {
    constexpr int most_doublings = 20;
    const auto doublings = std::clamp(failures - 1, 0, most_doublings);
    const auto whole =
        std::min(rules.first_wait * (std::int64_t{1} << doublings), rules.longest_wait);
    const auto share = 0.5 + std::clamp(random, 0.0, 1.0) / 2;
    return Duration{std::llround(static_cast<double>(whole.count()) * share)};
}

HostDue::Action HostDue::check(SteadyTime now) const {
    switch (state_) {
        case State::waiting:
            return now >= since_ ? Action::connect : Action::none;
        case State::connecting:
            return Action::none;  // the connection has its own deadline
        case State::opened:
            return now - since_ >= rules_.connect_limit ? Action::give_up : Action::none;
        case State::streaming:
            return now - since_ >= silence_limit(rules_) ? Action::give_up : Action::none;
    }
    return Action::none;
}

void HostDue::connecting(SteadyTime now) {
    state_ = State::connecting;
    since_ = now;
}

void HostDue::opened(SteadyTime now) {
    state_ = State::opened;
    since_ = now;
    opened_ = now;
}

void HostDue::frame(SteadyTime now) {
    state_ = State::streaming;
    since_ = now;
    if (now - opened_ >= rules_.steady_after) {
        failures_ = 0;
    }
}

void HostDue::failed(SteadyTime now, double random) {
    ++failures_;
    state_ = State::waiting;
    since_ = now + wait_after(failures_, random, rules_);
}

void HostDue::ended_as_planned(SteadyTime now) {
    state_ = State::waiting;
    since_ = now;
}

}  // namespace dibs::probe
