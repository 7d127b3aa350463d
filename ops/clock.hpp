// The wall clock: the only place that reads it. Everything else is given a Clock.
#pragma once

#include "ingest/clock.hpp"

namespace dibs {

[[nodiscard]] Clock wall_clock();

}  // namespace dibs
