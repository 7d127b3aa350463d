// UTC, cut to milliseconds.
#include "ops/clock.hpp"

namespace dibs {

Clock wall_clock() {
    return [] { return std::chrono::floor<Duration>(std::chrono::system_clock::now()); };
}

}  // namespace dibs
