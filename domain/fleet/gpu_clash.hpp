// Two hosts that report the same GPU: the words for it, part of the fleet (fleet.hpp), whose rules
// for it are in fleet_clashes.cpp. A GPU stays where it is with its bookings; each other host that
// reports its UUID is a claimant, and its claim a clash: an alarm until it ends. A clash is about
// whole cards: their slices go with them.
#pragma once

#include "domain/kernel/event.hpp"
#include "domain/kernel/ids.hpp"
#include "domain/kernel/time.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace dibs::fleet {

// What a host that reports others' GPUs can write to the log: it has so many clashes at most, and
// each lasts so long at least, unless the other host gives the GPU up. No machine has more cards; a
// claim beyond them is not told, and changes nothing either.
inline constexpr std::size_t most_clashes = 32;
inline constexpr Duration shortest_clash = std::chrono::minutes{10};

struct MoveGpu {  // an admin says that it is there now
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
    HostId host;  // that has it
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
    HostId host;  // that had it
    HostId claimant;
    std::string uuid;
};

struct Clash {  // of a GPU
    HostId claimant;
    std::int64_t index = 0;  // there
    Instant since;
};

}  // namespace dibs::fleet
