// UTC, truncated to milliseconds.
#include "ops/process/clock.hpp"

#include <sys/timex.h>

namespace dibs {

Clock wall_clock() {
    return [] { return std::chrono::floor<Duration>(std::chrono::system_clock::now()); };
}

std::optional<bool> clock_is_synchronised() {
    timex asked{};  // zero: reads without setting
    const int state = adjtimex(&asked);
    if (state < 0) return std::nullopt;
    return state != TIME_ERROR && (asked.status & STA_UNSYNC) == 0;
}

}  // namespace dibs
