// Alternatives to a refused booking: as many GPUs for as long, at the same time on its own and on
// other hosts, and the same GPUs later. Pure.
#pragma once

#include "domain/placement/offer.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace dibs::placement {

struct RefusedBooking {
    std::vector<GpuId> gpus;
    Interval when;
    std::optional<ReservationId> changed{};  // the existing booking that was to be changed
};

// The first and the last start of an alternative, at most a week on.
struct Starts {
    Instant first;
    Instant last;
};
// `horizon`: how far ahead a booking may start.
[[nodiscard]] Starts alternative_starts(const RefusedBooking& refused, Instant now,
                                        Duration horizon);

struct Alternative {
    Offer offer;
    std::string reason;  // what is different, for a person
};
// At most five, by start. `candidates` is in the order of hosts, with all bookings that overlap
// any of the alternatives.
[[nodiscard]] std::vector<Alternative> alternatives(std::span<const Candidate> candidates,
                                                    const RefusedBooking& refused,
                                                    const Starts& starts);

}  // namespace dibs::placement
