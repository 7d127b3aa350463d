// The writer's clock rules. The wall clock comes from outside (ops/clock, or a test). Commands
// pause when the wall clock drifts from the monotonic clock by more than 5 minutes while Dibs runs.
// At start, a clock far from the log's newest stamp is rejected or needs confirmation.
#pragma once

#include "domain/kernel/time.hpp"

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>

namespace dibs {

using Clock = std::function<Instant()>;

inline constexpr Duration clock_leeway = std::chrono::minutes{5};
inline constexpr Duration clock_far_ahead = std::chrono::days{1};  // of the log's newest stamp
inline constexpr Duration clock_furthest_ahead = std::chrono::days{90};

class ClockGuard {
  public:
    using Steady = std::chrono::steady_clock::time_point;

    ClockGuard(Instant wall, Steady steady) : wall_(wall), steady_(steady) {}

    // Returns why commands must wait, or nothing. A restart by an admin clears a jump.
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

// Returns why Dibs should not start with this clock, given the log's newest stamp. Only an admin
// can confirm such a clock.
[[nodiscard]] std::optional<std::string> clock_objection(Instant wall, Instant newest);

// Evidence from the kernel and the hosts about this machine's clock.
struct ClockEvidence {
    bool synchronised = false;            // the kernel says so; false if it says nothing
    std::size_t agree = 0, disagree = 0;  // hosts inside and outside the leeway
    std::size_t unheard = 0;              // hosts without an answer yet
    bool hosts_known = false;             // false: there may be more hosts
    bool waited = false;                  // the time for missing answers is over
};

// Returns why nothing may be stamped with this clock, or nothing. Pure.
//
// A clock more than a day ahead of the newest stamp may be right, after a quiet weekend, or wrong.
// Records with a wrong stamp would keep the log in the future. So nothing is stamped until hosts or
// the kernel confirm the clock.
[[nodiscard]] std::optional<std::string> clock_doubt(Instant wall, Instant newest,
                                                     const ClockEvidence& evidence);

}  // namespace dibs
