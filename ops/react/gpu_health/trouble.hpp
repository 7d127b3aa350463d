// Unusable GPUs in a fact, and whether the trouble still lasts: unhealthy by the site's rules,
// lost, or a broken driver on their host. Used by letters.cpp.
#pragma once

#include "projections/questions/snapshot.hpp"

#include <optional>
#include <string>
#include <vector>

namespace dibs::gpu_health {

enum class What { unhealthy, lost, driver };

struct Trouble {
    What what{};
    HostId host;
    std::vector<GpuId> gpus;  // the first is the affected one; for a driver all GPUs of the host
    std::vector<ReservationId> reservations;  // with one of these GPUs
};
// None: another fact, or no booking is affected.
[[nodiscard]] std::optional<Trouble> trouble_in(const Event& event);

struct Standing {
    std::string name;  // of the GPU; for a driver, of the host
    std::string reason;
    std::optional<Instant> since{};
    bool reached = false;  // its host is reachable; otherwise the state is unknown
};
// None: the trouble is over.
[[nodiscard]] std::optional<Standing> standing_of(const Snapshot& tables, const Trouble& trouble);

}  // namespace dibs::gpu_health
