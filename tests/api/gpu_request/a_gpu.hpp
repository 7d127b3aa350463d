// A GPU that tests of requests can ask for.
#pragma once

#include "projections/fleet/fleet_views.hpp"

#include <cstdint>
#include <string>

namespace dibs::gpu_request {

inline views::CalendarGpu a_gpu(const std::string& host, std::int64_t index,
                                const std::string& model) {
    views::CalendarGpu gpu{};
    gpu.host_name = host;
    gpu.index = index;
    gpu.model = model;
    gpu.state = GpuState::available;
    return gpu;
}

}  // namespace dibs::gpu_request
