// The environment variables with which a program uses the GPUs of a booking.
#pragma once

#include "api/cli/client/context.hpp"

namespace dibs::cli {

// For a person: a line a host with CUDA_VISIBLE_DEVICES of the booking's GPUs, by their UUIDs, and
// by index as nvidia-smi and Dibs count. Nothing where the server does not give them.
void note_cuda_devices(Context& context, const Json& reservation);

}  // namespace dibs::cli
