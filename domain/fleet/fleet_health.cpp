// Decides which GPUs are unhealthy. A report of readings becomes an event if the faults differ from
// those before, by the present rules. An unreachable host reports nothing, so its GPUs keep their
// last state.
#include "domain/fleet/fleet_rules.hpp"
#include "domain/world/world.hpp"

#include <algorithm>
#include <set>

namespace dibs::fleet {
namespace {

bool same_symptoms(const std::vector<health::Fault>& a, const std::vector<health::Fault>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto& x, const auto& y) {
        return x.what == y.what && x.xid == y.xid;
    });
}

std::optional<Event> health_event(const World& world, const Gpu& gpu,
                                  const std::vector<health::Reading>& readings, Instant now) {
    const auto before = gpu.unhealthy ? gpu.unhealthy->faults : std::vector<health::Fault>{};
    auto faults = health::faults_of(before, readings, world.rules.site.health(), now);
    if (same_symptoms(before, faults)) return std::nullopt;
    // Includes the holders of its slices, or of the card of the slice.
    auto [reservations, owners] = holders_of(world, overlapping_devices(world.fleet, gpu.id), now);
    const auto cut = world.fleet.slices.find(gpu.id);
    std::vector<GpuId> slices;
    if (cut != world.fleet.slices.end()) slices.assign(cut->second.begin(), cut->second.end());
    if (faults.empty()) {
        return GpuHealthy{
            gpu.id,           gpu.host, *gpu.unhealthy, std::move(slices), std::move(reservations),
            std::move(owners)};
    }
    const auto since = gpu.unhealthy ? gpu.unhealthy->since : now;
    return GpuUnhealthy{gpu.id,
                        gpu.host,
                        {std::move(faults), since},
                        std::move(slices),
                        std::move(reservations),
                        std::move(owners)};
}

}  // namespace

Events decide_on(const World& world, const ReportHealth& c, const Context& context) {
    const auto host = reported(world, c.host, context);
    if (!host) return tl::unexpected(host.error());
    std::vector<Event> events;
    std::set<GpuId> done;
    for (const auto& seen : c.gpus) {
        const auto known = world.fleet.gpu_by_uuid.find(seen.uuid);
        if (known == world.fleet.gpu_by_uuid.end()) continue;
        const auto& gpu = world.fleet.gpus.at(known->second);
        // A GPU on another host is another device, whatever its UUID.
        if (gpu.host != c.host || !done.insert(gpu.id).second) continue;
        if (auto event = health_event(world, gpu, seen.readings, context.now)) {
            events.push_back(*std::move(event));
        }
    }
    return events;
}

}  // namespace dibs::fleet
