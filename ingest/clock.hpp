// Time, as the writer takes it. The wall clock comes from outside (ops/clock, or a test's own). A
// wall clock that leaves the monotonic one by more than 5 minutes while Dibs runs pauses commands;
// at start, one that is far from the log's newest stamp is refused, or has to be confirmed by
// others.
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

// Why Dibs should not start with this clock, given the log's newest stamp: only an admin can say
// that it is right.
[[nodiscard]] std::optional<std::string> clock_objection(Instant wall, Instant newest);

// What others say of this machine's clock.
struct ClockEvidence {
    bool synchronised = false;            // the kernel says so; what it does not say is no
    std::size_t agree = 0, disagree = 0;  // hosts, by what they said: within the leeway, or not
    std::size_t unheard = 0;              // hosts that did not say yet
    bool hosts_known = false;             // false: there may be more of them
    bool waited = false;                  // long enough for those that are not heard
};

// A clock that is more than a day ahead of the newest stamp may be right, after a quiet weekend, or
// wrong, and then what is written with it keeps the log in the future: only with the evidence of
// others anything is stamped. Why it must not be; nothing if it may. Pure.
[[nodiscard]] std::optional<std::string> clock_doubt(Instant wall, Instant newest,
                                                     const ClockEvidence& evidence);

}  // namespace dibs
