// A GPU that is both unhealthy and lost is reported only as unhealthy: its holders are notified
// already.
#include "ops/react/gpu_health/trouble.hpp"

#include "domain/fleet/fleet.hpp"
#include "projections/questions/fleet.hpp"

#include <utility>

namespace dibs::gpu_health {
namespace {

std::optional<Trouble> of_unhealthy(const fleet::GpuUnhealthy& e) {
    if (e.owners.empty()) return std::nullopt;
    std::vector<GpuId> gpus{e.id};
    gpus.insert(gpus.end(), e.slices.begin(), e.slices.end());
    return Trouble{What::unhealthy, e.host, std::move(gpus), e.reservations};
}

std::optional<Trouble> of_lost(const fleet::GpuLost& e) {
    if (!e.holders) return std::nullopt;
    return Trouble{What::lost, e.host, {e.id}, e.holders->reservations};
}

std::optional<Trouble> of_driver(const fleet::HostDriverChanged& e) {
    if (!e.holders || !e.driver.fails()) return std::nullopt;
    return Trouble{What::driver, e.id, e.gpus, e.holders->reservations};
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

std::optional<Trouble> trouble_in(const Event& event) {
    if (const auto* e = get_if<fleet::GpuUnhealthy>(&event)) return of_unhealthy(*e);
    if (const auto* e = get_if<fleet::GpuLost>(&event)) return of_lost(*e);
    if (const auto* e = get_if<fleet::HostDriverChanged>(&event)) return of_driver(*e);
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
