// Whether a GPU is free, in use without a booking, or booked. The server's only rule for it; the
// dashboard has the same (api/dashboard/src/data/usage/in_use.ts). Pure.
#pragma once

#include "domain/kernel/fields.hpp"

#include <array>
#include <cstdint>
#include <optional>

namespace dibs::views {

enum class Occupancy { free, in_use, booked };

// A utilization of at least this many percent is use, and so is this much memory in MiB. The memory
// that a driver keeps on an idle GPU is less.
inline constexpr std::int64_t use_percent = 5, use_memory_mib = 512;

struct OccupancySigns {
    bool booked = false;           // held by a booking, also by one that waits for approval
    bool available = false;        // it could be booked now
    bool seen = false;             // its host reports it
    bool runs = false;             // a process is seen on it
    bool processes_known = false;  // true: no process seen means that none runs
    std::optional<std::int64_t> utilization_percent{}, memory_used_mib{};  // current values
};

// None: not known, or unused and not available.
[[nodiscard]] constexpr std::optional<Occupancy> occupancy_of(const OccupancySigns& signs) {
    if (signs.booked) return Occupancy::booked;
    if (!signs.seen) return std::nullopt;
    if (signs.runs || signs.utilization_percent >= use_percent ||
        signs.memory_used_mib >= use_memory_mib) {
        return Occupancy::in_use;
    }
    const bool known = signs.processes_known || signs.memory_used_mib;
    return known && signs.available ? std::optional{Occupancy::free} : std::nullopt;
}

}  // namespace dibs::views

namespace dibs {

template <>
struct Names<views::Occupancy> {
    using E = views::Occupancy;
    static constexpr std::array list = {named(E::free, "free"), named(E::in_use, "in_use"),
                                        named(E::booked, "booked")};
};

}  // namespace dibs
