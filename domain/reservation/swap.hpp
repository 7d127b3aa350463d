// Swaps: for GPUs of a booking that are of no use, others like them that are free for the rest of
// it. Pure; who is busy when is passed in, as for offers (offer.hpp).
#pragma once

#include "domain/reservation/offer.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace dibs::offer {

// A GPU that is given up: what is like it has its model, its memory and its kind.
struct GivenUp {
    GpuId gpu;
    HostId host;
    std::string model;  // empty: not known, and nothing is like it
    std::optional<std::int64_t> memory_total_mib{};
    bool slice = false;
};
struct SwapRequest {
    std::vector<GpuId> gpus;  // that the booking has
    std::vector<GivenUp> away;
    Interval when;  // what is left of the booking
};
struct Swap {
    GpuId from;
    GpuId to;
    friend bool operator==(const Swap&, const Swap&) = default;
};

// One for each GPU that is given up, where there is one: on the same host before others, there
// those that are linked to the most of what the booking keeps, idle ones before those that somebody
// works on. Candidates that cannot be used now are none.
[[nodiscard]] std::vector<Swap> swaps(std::span<const Candidate> candidates,
                                      const SwapRequest& request);

}  // namespace dibs::offer
