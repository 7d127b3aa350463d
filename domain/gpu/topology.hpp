// How a host's GPUs are linked with each other, and which NUMA node each is close to, by the
// driver's index. Part of a host's state (fleet.hpp); set by the probes' reports alone. Absent is
// not known.
#pragma once

#include <cstdint>
#include <vector>

namespace dibs::fleet {

// From the closest to the farthest. What a transfer passes: bonded NVLinks; one PCIe bridge;
// several; the CPU's host bridge; two host bridges of one NUMA node; the link between nodes.
enum class LinkKind : std::uint8_t { nvlink, pix, pxb, phb, node, sys };

struct GpuLink {
    std::int64_t from = 0;  // of the two indexes the lower one
    std::int64_t to = 0;
    LinkKind kind{};
    std::int64_t nvlinks = 0;  // how many, of nvlink
    friend bool operator==(const GpuLink&, const GpuLink&) = default;
};

struct GpuNuma {
    std::int64_t index = 0;
    std::int64_t node = 0;
    friend bool operator==(const GpuNuma&, const GpuNuma&) = default;
};

inline constexpr std::int64_t most_linked_gpus = 32;  // a host with more is told of up to here

struct Topology {
    std::vector<GpuLink> links{};  // by `from`, then `to`
    std::vector<GpuNuma> numa{};   // by index
    friend bool operator==(const Topology&, const Topology&) = default;
};

}  // namespace dibs::fleet
