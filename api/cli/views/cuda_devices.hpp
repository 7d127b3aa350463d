// The environment variables that select the GPUs of a booking.
#pragma once

#include "api/cli/client/context.hpp"

namespace dibs::cli {

// Notes for a person: per host, CUDA_VISIBLE_DEVICES by UUID, and by index as nvidia-smi and Dibs
// count. Prints nothing if the server does not send them.
void note_cuda_devices(Context& context, const Json& reservation);

}  // namespace dibs::cli
