// Offers: "2 GPUs for 4 hours from tomorrow nine" -> which GPUs and when, best first. First fit
// across time: only the start of the search and the ends of bookings are tried, because no other
// moment can begin to fit. Pure. The caller passes the bookings.
#pragma once

#include "domain/kernel/ids.hpp"
#include "domain/kernel/time.hpp"
#include "domain/placement/candidate.hpp"

#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace dibs::placement {

// The start of a search: the requested one if it is no further in the past than a booking may start
// late; otherwise now, in whole seconds.
[[nodiscard]] Instant earliest_start(std::optional<Instant> requested, Instant now);

struct Search {
    Request request{};
    Duration length{};
    Instant earliest;      // the earliest start
    Instant latest;        // the latest start
    std::size_t most = 5;  // the maximum number of offers
    // Offers that start before this prefer idle GPUs. Later offers ignore work, which may have
    // ended by then.
    Instant work_counts_until{};
};

struct Offer {
    Interval when;
    std::vector<GpuId> gpus;  // by host and index
    std::vector<HostId> hosts;
    std::optional<ReservationId> after{};  // the booking that ends then; none: free at `earliest`
    // GPUs of those hosts that are still free then: fewer means less fragmentation
    std::size_t left_free = 0;
    // A subset of `gpus`: used by others or unknown accounts, if that counts at the start.
    std::vector<GpuId> worked_on{};
};

// Offers sorted by start, then by GPUs in use by others, then by free GPUs left on their hosts;
// least first. A card with slices is offered only if the request names it, its slices if they suit.
[[nodiscard]] std::vector<Offer> find(std::span<const Candidate> candidates, const Search& search);
// Offers of GPUs that are usable now; if there are none, of all for the time when they become
// bookable. Calls `search` once or twice.
[[nodiscard]] std::vector<Offer> sound_first(
    std::span<const Candidate> candidates,
    const std::function<std::vector<Offer>(std::span<const Candidate>)>& search);

}  // namespace dibs::placement
