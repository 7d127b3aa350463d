// Swaps: for unusable GPUs of a booking, similar ones that are free for the rest of it. Pure. The
// caller passes the bookings, as for offers.
#pragma once

#include "domain/placement/candidate.hpp"

#include <span>
#include <vector>

namespace dibs::placement {

struct SwapRequest {
    std::vector<GpuId> gpus;   // the GPUs of the booking
    std::vector<Gpu> replace;  // those to replace, by GPUs of the same model, memory and kind
    Interval when;             // the remaining time of the booking
};
struct Swap {
    GpuId from;
    GpuId to;
    friend bool operator==(const Swap&, const Swap&) = default;
};

// One replacement for each GPU, if there is one. Prefers the same host, then links to most of the
// GPUs that the booking keeps, then idle GPUs. Unusable and closed candidates do not count.
[[nodiscard]] std::vector<Swap> swaps(std::span<const Candidate> candidates,
                                      const SwapRequest& request);

}  // namespace dibs::placement
