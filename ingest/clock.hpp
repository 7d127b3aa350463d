// Time, as the writer takes it. The wall clock comes from outside (ops/clock, or a test's own). A
// wall clock that leaves the monotonic one by more than 5 minutes while Dibs runs pauses commands;
// at start, one that is far from the log's newest stamp is refused.
#pragma once

#include "domain/time.hpp"

#include <chrono>
#include <functional>
#include <optional>
#include <string>

namespace dibs {

using Clock = std::function<Instant()>;

inline constexpr Duration clock_leeway = std::chrono::minutes{5};
inline constexpr Duration clock_furthest_ahead = std::chrono::days{90};

class ClockGuard {
  public:
    using Steady = std::chrono::steady_clock::time_point;

    ClockGuard(Instant wall, Steady steady) : wall_(wall), steady_(steady) {}

    // Why commands must wait, if they must. A jump is forgiven once an admin restarts Dibs.
    [[nodiscard]] std::optional<std::string> objection(Instant wall, Steady steady) const {
        const auto passed = std::chrono::duration_cast<Duration>(steady - steady_);
        const auto off = (wall - wall_) - passed;
        if (off <= clock_leeway && off >= -clock_leeway) return std::nullopt;
        return "The clock of this machine jumped to " + to_text(wall) +
               "; commands wait until it is right again, or Dibs is restarted.";
    }

  private:
    Instant wall_;
    Steady steady_;
};

// Why Dibs should not start with this clock, given the log's newest stamp.
[[nodiscard]] inline std::optional<std::string> clock_objection(Instant wall, Instant newest) {
    const bool behind = wall < newest - clock_leeway;
    if (!behind && wall <= newest + clock_furthest_ahead) return std::nullopt;
    return "The clock of this machine says " + to_text(wall) + ", the newest event in the log " +
           to_text(newest) + ". If the clock is right, start with --accept-clock.";
}

}  // namespace dibs
