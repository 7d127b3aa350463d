// The name of a GPU in sentences: "atlas:3", for a slice "atlas:3.0".
#pragma once

#include "domain/fleet/fleet.hpp"

#include <string>

namespace dibs::fleet {

// The id if the GPU is unknown or its host was removed.
[[nodiscard]] std::string gpu_name(const State& state, GpuId id);

}  // namespace dibs::fleet
