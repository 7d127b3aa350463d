// The result of a read request: the number of matching GPUs, and its echo. Last step of
// read_gpu_request. Pure.
#pragma once

#include "api/gpu_request/gpu_request.hpp"
#include "api/gpu_request/known_gpus.hpp"

#include <string>

namespace dibs::gpu_request {

// For an amount: sets `there` and `on_one_host`, free or not.
void count_matching_gpus(GpuRequest& request, const KnownGpus& known);
// Empty for a request without GPUs.
[[nodiscard]] std::string echo_of(const GpuRequest& request);

}  // namespace dibs::gpu_request
