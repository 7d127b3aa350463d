// The wall clock. No other code reads it: all other code gets a Clock.
#pragma once

#include "ingest/clock.hpp"

#include <optional>

namespace dibs {

[[nodiscard]] Clock wall_clock();

// Whether the clock is synchronised (NTP, PTP, a hypervisor); nothing where the kernel does not
// report it.
[[nodiscard]] std::optional<bool> clock_is_synchronised();

}  // namespace dibs
