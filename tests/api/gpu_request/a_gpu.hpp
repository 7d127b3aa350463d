// A GPU that tests of requests can ask for.
#pragma once

#include "domain/placement/request.hpp"

#include <cstdint>
#include <string>

namespace dibs::gpu_request {

inline placement::Gpu a_gpu(const std::string& host, std::int64_t index, const std::string& model) {
    placement::Gpu gpu{};
    gpu.host_name = host;
    gpu.index = index;
    gpu.model = model;
    gpu.state = GpuState::available;
    return gpu;
}

}  // namespace dibs::gpu_request
