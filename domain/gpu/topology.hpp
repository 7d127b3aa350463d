// The links between the GPUs of a host, and the NUMA node of each, by the driver's index. Part of a
// host's state (fleet.hpp). Only reports of probes set it. Absent means unknown.
#pragma once

#include <cstdint>
#include <vector>

namespace dibs::fleet {

// From the closest to the farthest, by the path of a transfer. It passes bonded NVLinks, one PCIe
// bridge, several bridges, the CPU's host bridge, two host bridges of one NUMA node, or the link
// between nodes.
enum class LinkKind : std::uint8_t { nvlink, pix, pxb, phb, node, sys };

struct GpuLink {
    std::int64_t from = 0;  // the lower one of the two indexes
    std::int64_t to = 0;
    LinkKind kind{};
    std::int64_t nvlinks = 0;  // the number of links, only for `nvlink`
    friend bool operator==(const GpuLink&, const GpuLink&) = default;
};

struct GpuNuma {
    std::int64_t index = 0;
    std::int64_t node = 0;
    friend bool operator==(const GpuNuma&, const GpuNuma&) = default;
};

// A host with more GPUs reports only the first ones.
inline constexpr std::int64_t most_linked_gpus = 32;

struct Topology {
    std::vector<GpuLink> links{};  // by `from`, then `to`
    std::vector<GpuNuma> numa{};   // by index
    friend bool operator==(const Topology&, const Topology&) = default;
};

}  // namespace dibs::fleet
