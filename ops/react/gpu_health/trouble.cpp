// A GPU that is both unhealthy and lost is reported only as unhealthy: its holders are notified
// already.
#include "ops/react/gpu_health/trouble.hpp"

#include "ops/react/fact_in.hpp"
#include "projections/questions/fleet.hpp"

#include <utility>

namespace dibs::gpu_health {
namespace {

std::optional<Trouble> of_unhealthy(fleet::GpuUnhealthy e) {
    if (e.owners.empty()) return std::nullopt;
    std::vector<GpuId> gpus{e.id};
    gpus.insert(gpus.end(), e.slices.begin(), e.slices.end());
    return Trouble{What::unhealthy, e.host, std::move(gpus), std::move(e.reservations)};
}

std::optional<Trouble> of_lost(fleet::GpuLost e) {
    if (!e.holders) return std::nullopt;
    return Trouble{What::lost, e.host, {e.id}, std::move(e.holders->reservations)};
}

std::optional<Trouble> of_driver(fleet::HostDriverChanged e) {
    if (!e.holders || !e.driver.fails()) return std::nullopt;
    return Trouble{What::driver, e.id, std::move(e.gpus), std::move(e.holders->reservations)};
}

std::optional<Standing> of_gpu(const Snapshot& tables, const Trouble& trouble) {
    const GpuId id = trouble.gpus.front();
    const auto gpu = find_gpu(tables, id);
    if (!gpu) return std::nullopt;
    Standing standing{gpu_name(tables, id), {}, gpu->state_since};
    if (trouble.what == What::unhealthy) {
        if (!gpu->unhealthy) return std::nullopt;
        standing.reason = health::words_of(gpu->unhealthy->faults);
    } else {
        if (gpu->state != GpuState::lost) return std::nullopt;
        standing.reason = gpu->reason.value_or("its host no longer shows it");
    }
    return standing;
}

}  // namespace

std::optional<Trouble> trouble_in(const RecordView& fact, const Sealer& sealer) {
    if (auto e = fact_in<fleet::GpuUnhealthy>(fact, sealer)) return of_unhealthy(*std::move(e));
    if (auto e = fact_in<fleet::GpuLost>(fact, sealer)) return of_lost(*std::move(e));
    if (auto e = fact_in<fleet::HostDriverChanged>(fact, sealer)) return of_driver(*std::move(e));
    return std::nullopt;
}

std::optional<Standing> standing_of(const Snapshot& tables, const Trouble& trouble) {
    const auto host = find_host(tables, trouble.host);
    if (!host) return std::nullopt;
    std::optional<Standing> standing;
    if (trouble.what != What::driver) {
        standing = of_gpu(tables, trouble);
    } else if (fleet::Driver{host->driver.state, {}}.fails()) {
        standing = {host->name, host->driver.words.value_or(""), host->driver.since};
    }
    if (standing) {
        standing->reached = host->state == views::HostState::reachable ||
                            host->state == views::HostState::driver_broken;
    }
    return standing;
}

}  // namespace dibs::gpu_health
