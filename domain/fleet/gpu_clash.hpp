// A clash: two hosts report the same GPU. The values are part of the fleet (fleet.hpp); the rules
// are in fleet_clashes.cpp. A GPU stays on its host with its bookings. Every other host that
// reports its UUID is a claimant, and its claim is a clash: an alarm until it ends. A clash
// concerns whole cards with their slices.
#pragma once

#include "domain/kernel/event.hpp"
#include "domain/kernel/ids.hpp"
#include "domain/kernel/time.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace dibs::fleet {

// Limits the events that a host can cause by reporting other hosts' GPUs. Each host has at most
// `most_clashes`. Each clash lasts at least `shortest_clash`, unless the other host gives the GPU
// up. No host has more cards. A claim above the limit is not recorded and has no effect.
inline constexpr std::size_t most_clashes = 32;
inline constexpr Duration shortest_clash = std::chrono::minutes{10};

struct MoveGpu {  // by an admin: the GPU is on this host now
    static constexpr std::string_view type = "gpu.move";
    GpuId gpu;
    HostId host;
};

struct GpuClashBegan {
    static constexpr std::string_view type = "gpu.clash_began.v1";
    static constexpr std::string_view description =
        "A host reports a GPU that another host has: it stays there.";
    static constexpr Audience audience() { return Audience::everyone; }
    [[nodiscard]] Subjects subjects() const { return about(id, host, claimant); }
    GpuId id;
    HostId host;  // the host that has the GPU
    HostId claimant;
    std::string uuid;
    std::int64_t index = 0;  // at the claimant
    Instant since;
};
struct GpuClashEnded {
    static constexpr std::string_view type = "gpu.clash_ended.v1";
    static constexpr std::string_view description =
        "A host no longer claims a GPU that another had: it reports it no longer, has it now, or "
        "was removed.";
    static constexpr Audience audience() { return Audience::everyone; }
    [[nodiscard]] Subjects subjects() const { return about(id, host, claimant); }
    GpuId id;
    HostId host;  // the host that had the GPU
    HostId claimant;
    std::string uuid;
};

struct Clash {  // of a GPU
    HostId claimant;
    std::int64_t index = 0;  // at the claimant
    Instant since;
};

}  // namespace dibs::fleet
