// Swaps: for unusable GPUs of a booking, similar ones that are free for the rest of it. Pure. The
// caller passes the bookings, as for offers (offer.hpp).
#pragma once

#include "domain/placement/offer.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace dibs::placement {

// A GPU to replace. A replacement has its model, its memory and its kind.
struct GivenUp {
    GpuId gpu;
    HostId host;
    std::string model;  // empty: unknown, so no GPU matches
    std::optional<std::int64_t> memory_total_mib{};
    bool slice = false;
};
struct SwapRequest {
    std::vector<GpuId> gpus;  // the GPUs of the booking
    std::vector<GivenUp> away;
    Interval when;  // the remaining time of the booking
};
struct Swap {
    GpuId from;
    GpuId to;
    friend bool operator==(const Swap&, const Swap&) = default;
};

// One replacement for each GPU, if there is one. Prefers the same host, then links to most of the
// GPUs that the booking keeps, then idle GPUs. Unusable candidates do not count.
[[nodiscard]] std::vector<Swap> swaps(std::span<const Candidate> candidates,
                                      const SwapRequest& request);

}  // namespace dibs::placement
