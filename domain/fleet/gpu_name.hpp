// What people call a GPU, for sentences of decisions: "atlas:3", of a slice "atlas:3.0".
#pragma once

#include "domain/fleet/fleet.hpp"

#include <string>

namespace dibs::fleet {

// One that is not known, or whose host was removed, is called by its id.
[[nodiscard]] std::string gpu_name(const State& state, GpuId id);

}  // namespace dibs::fleet
