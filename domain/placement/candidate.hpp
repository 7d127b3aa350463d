// Candidates of a search: GPUs with all that decides whether and when they can be offered. Made
// from plain values that the caller reads from its tables. Pure.
#pragma once

#include "domain/gpu/topology.hpp"
#include "domain/kernel/ids.hpp"
#include "domain/kernel/time.hpp"
#include "domain/placement/request.hpp"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace dibs::placement {

struct Busy {
    Interval when;
    ReservationId by;
};

// Why a GPU cannot be used now, for a person. A booking that starts at `bookable_from` is accepted.
struct Trouble {
    Instant bookable_from;
    std::string words;
};

// A GPU that may be offered, with its bookings that have not ended, in order of time.
struct Candidate {
    Gpu gpu;
    std::vector<Busy> busy{};
    std::optional<Trouble> trouble{};
    bool worked_on = false;          // at this moment, by other people or by an unknown account
    std::vector<GpuId> linked_to{};  // by NVLink, ascending; empty if unknown
};

// True if they are linked by NVLink, as far as known.
[[nodiscard]] bool are_linked(const Candidate& one, GpuId other);
// True if no booking of the GPU overlaps `when`.
[[nodiscard]] bool is_free(const Candidate& candidate, const Interval& when);
// True if a booking that starts then is accepted in spite of trouble now.
[[nodiscard]] bool is_bookable(const Candidate& candidate, Instant from);

// A GPU of the fleet, and the devices that share hardware with it, itself included.
struct Device {
    Gpu gpu;
    std::vector<GpuId> overlapping;
};
// The fleet at one moment, as far as a search needs it.
struct Fleet {
    std::vector<Device> devices;                    // by host name and index
    std::map<GpuId, std::vector<Busy>> bookings{};  // of each device, in any order
    std::set<GpuId> worked_on{};                    // by other people or by unknown accounts
    std::map<HostId, std::vector<fleet::GpuLink>> links{};  // by the driver's index
};

// The GPUs that the search names; empty: it considers all.
using NamedGpus = std::set<GpuId>;
// A search that names GPUs considers only these, even if they are gone. Any other search leaves out
// GPUs that are lost without a reason: those are gone.
[[nodiscard]] bool is_considered(const Gpu& gpu, const NamedGpus& named);
// One candidate for each device, in the same order.
[[nodiscard]] std::vector<Candidate> candidates(Fleet fleet, const NamedGpus& named, Instant now);

}  // namespace dibs::placement
