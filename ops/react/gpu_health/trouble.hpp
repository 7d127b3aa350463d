// What a fact says of GPUs that nobody can use, and whether it is still so: unhealthy by the rules
// of the site, lost, or on a host whose driver does not work. letters.cpp asks both and writes.
#pragma once

#include "domain/codec/seal.hpp"
#include "domain/log/record.hpp"
#include "projections/questions/snapshot.hpp"

#include <optional>
#include <string>
#include <vector>

namespace dibs::gpu_health {

enum class What { unhealthy, lost, driver };

struct Trouble {
    What what{};
    HostId host;
    std::vector<GpuId> gpus;  // the first is the one that it is about; all of a host, of its driver
    std::vector<ReservationId> reservations;  // of these
};
// None: it is another fact, or names nobody who has booked them.
[[nodiscard]] std::optional<Trouble> trouble_in(const RecordView& fact, const Sealer& sealer);

struct Standing {
    std::string name;  // of the GPU; of the host, if it is its driver
    std::string reason;
    std::optional<Instant> since{};
    bool reached = false;  // its host: else nobody knows whether it is still so
};
// None: it is over.
[[nodiscard]] std::optional<Standing> standing_of(const Snapshot& tables, const Trouble& trouble);

}  // namespace dibs::gpu_health
