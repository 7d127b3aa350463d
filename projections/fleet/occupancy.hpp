// Whether a GPU is free, in use without a booking, or booked: the one rule of the server. The
// dashboard has the same one (api/dashboard/src/data/in_use.ts). Pure.
#pragma once

#include "domain/kernel/fields.hpp"

#include <array>
#include <cstdint>
#include <optional>

namespace dibs::views {

enum class Occupancy { free, in_use, booked };

// Utilization from here on is use. What a driver keeps for itself on an idle GPU is less memory.
inline constexpr std::int64_t use_percent = 5, use_memory_mib = 512;

struct OccupancySigns {
    bool booked = false;           // held by a booking, or by one that waits for approval
    bool available = false;        // it could be booked now
    bool seen = false;             // its host speaks of it
    bool runs = false;             // a process is seen on it
    bool processes_known = false;  // no process seen means that none runs
    std::optional<std::int64_t> utilization_percent{}, memory_used_mib{};  // of now
};

// None: nobody can say, or it is neither used nor to be had.
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
