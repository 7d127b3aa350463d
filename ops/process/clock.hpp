// The wall clock: the only place that reads it. Everything else is given a Clock.
#pragma once

#include "ingest/clock.hpp"

#include <optional>

namespace dibs {

[[nodiscard]] Clock wall_clock();

// Whether something keeps it right (NTP, PTP, a hypervisor); nothing where the kernel does not
// tell.
[[nodiscard]] std::optional<bool> clock_is_synchronised();

}  // namespace dibs
