// Start of the step that contains a moment. Steps are counted from 1970. Pure.
#pragma once

#include "domain/kernel/time.hpp"

namespace dibs {

template <class Step>
[[nodiscard]] Instant floor_to(Instant t, Step step) {
    const auto ms = std::chrono::duration_cast<Duration>(step).count();
    auto rest = unix_ms(t) % ms;
    if (rest < 0) rest += ms;
    return t - Duration{rest};
}

}  // namespace dibs
