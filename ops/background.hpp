// A part of dibsd that runs on threads of its own: the daemon starts these in order, and ends them
// in the reverse order. A jobs' planner or another follower is one row in daemon_parts.hpp.
#pragma once

#include <functional>
#include <vector>

namespace dibs {

struct Background {
    std::function<void()> start;         // the threads inherit the niceness of the caller
    std::function<void()> request_stop;  // returns at once
    std::function<void()> stop;          // waits for the threads
};

// `part` has start(), stop() and perhaps request_stop(); it outlives the result.
template <class Part>
Background background(Part& part) {
    Background made{[&part] { part.start(); }, [] {}, [&part] { part.stop(); }};
    if constexpr (requires { part.request_stop(); }) {
        made.request_stop = [&part] { part.request_stop(); };
    }
    return made;
}

inline void start_all(const std::vector<Background>& parts) {
    for (const auto& one : parts) one.start();
}
inline void request_stop_all(const std::vector<Background>& parts) {
    for (const auto& one : parts) one.request_stop();
}
inline void stop_all(const std::vector<Background>& parts) {
    for (auto one = parts.rbegin(); one != parts.rend(); ++one) one->stop();
}

}  // namespace dibs
