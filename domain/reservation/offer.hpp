// Offers: "2 GPUs for 4 hours from tomorrow nine" -> which GPUs and when, best first, each with its
// reason. First fit across time: a booking can only start to fit when the search begins or when
// some other booking ends, so only those moments are tried. Pure; who is busy when is passed in.
#pragma once

#include "domain/gpu/gpu_index.hpp"
#include "domain/kernel/ids.hpp"
#include "domain/kernel/time.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dibs::offer {

struct Busy {
    Interval when;
    ReservationId by;
};

// Why nobody can use a GPU now, for a person; a booking of it that starts then is taken.
struct Trouble {
    Instant bookable_from;
    std::string words;
};

// A GPU that could be offered, with its bookings that have not ended, in order of time.
struct Candidate {
    GpuId gpu;
    HostId host;
    std::string host_name;
    GpuIndex index{0};
    std::string model;
    std::optional<std::int64_t> memory_total_mib{};
    std::vector<Busy> busy{};
    std::optional<GpuId> parent{};  // of a slice
    std::optional<Trouble> trouble{};
    bool worked_on = false;          // just now, by others or by an unknown account
    std::vector<GpuId> linked_to{};  // by NVLink, ascending; where that is not known, none
};

// By NVLink, as far as is known.
[[nodiscard]] bool are_linked(const Candidate& one, GpuId other);
// No booking of the GPU overlaps `when`.
[[nodiscard]] bool is_free(const Candidate& candidate, const Interval& when);

struct Request {
    std::size_t count = 1;
    std::string model{};          // part of the model's name, any case; empty: any. A slice's has
                                  // its profile at the end, and part of its card's is not enough
    std::vector<GpuId> among{};   // empty: any GPU
    std::vector<HostId> hosts{};  // empty: any host
    std::int64_t min_memory_mib = 0;  // held against the size that a card is sold with
    bool same_host = true;
    bool linked = false;  // each with each, by NVLink; on the same host then
    Duration length{};
    Instant earliest;      // start of the first booking to look at
    Instant latest;        // the last moment it may start
    std::size_t most = 5;  // how many offers
    // Offers that start before this prefer GPUs on which nobody works; later, those may have ended.
    Instant work_counts_until{};
};

struct Offer {
    Interval when;
    std::vector<GpuId> gpus;  // by host and index
    std::vector<HostId> hosts;
    std::optional<ReservationId> after{};  // whose end makes it possible; none: free at `earliest`
    std::size_t left_free = 0;  // GPUs of those hosts still free then: fewer is less fragmentation
    std::vector<GpuId> worked_on{};  // of those: by others or unknown, so far as that counts
};

// Whether this is part of its model's name, numbers whole: an A10 is no A100. Who asks for an A100
// does not mean a seventh of one: of a slice ("NVIDIA A100-SXM4-80GB MIG 1g.10gb") what is asked
// for must reach into its profile.
[[nodiscard]] bool is_model(std::string_view model, bool slice, std::string_view part);
[[nodiscard]] bool suits(const Candidate& candidate, const Request& request);
// Earliest first; at the same start the one with the fewest GPUs on which somebody else works, then
// the one that leaves the fewest GPUs of its hosts free. A
// GPU that is cut is offered only where it is named, its slices where they suit.
[[nodiscard]] std::vector<Offer> find(std::span<const Candidate> candidates,
                                      const Request& request);
// Why nothing was found, for a person.
[[nodiscard]] std::string why_none(std::span<const Candidate> candidates, const Request& request);

// Until when a GPU free at `from` stays free; none: for ever.
[[nodiscard]] std::optional<Instant> free_until(const Candidate& candidate, Instant from);

}  // namespace dibs::offer
