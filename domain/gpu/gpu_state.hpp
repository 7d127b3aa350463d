// Whether a GPU can be used, as shown with the GPU, in the calendar and with its bookings.
#pragma once

namespace dibs {

// driver_broken: the host is reachable, but its driver does not work, is missing or too old.
// unhealthy: by the site's rules; takes precedence over every other state.
enum class GpuState { available, lost, host_unreachable, driver_broken, unhealthy };

}  // namespace dibs
