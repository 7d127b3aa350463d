// What a request that was read comes to: how many GPUs suit it, and how it is written back. The
// last step of read_gpu_request. Pure.
#pragma once

#include "api/gpu_request/gpu_request.hpp"
#include "api/gpu_request/known_gpus.hpp"

#include <string>

namespace dibs::gpu_request {

// Of an amount: `there` and `on_one_host`, free or not.
void count_those_that_suit(GpuRequest& request, const KnownGpus& known);
// Of nothing about GPUs: empty.
[[nodiscard]] std::string echo_of(const GpuRequest& request);

}  // namespace dibs::gpu_request
