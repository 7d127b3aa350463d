// Finds the holders of GPUs that became unusable. Events name them (fleet_health.cpp,
// fleet_reports.cpp), so the history of their bookings has it and Dibs can notify them.
#include "domain/fleet/fleet_rules.hpp"
#include "domain/world/world.hpp"

#include <set>

namespace dibs::fleet {
namespace {

constexpr Duration holder_notice = std::chrono::days{7};

}  // namespace

Holders holders_of(const World& world, const std::vector<GpuId>& gpus, Instant now) {
    std::set<ReservationId> found;
    std::set<PersonId> owners;
    for (const GpuId gpu : gpus) {
        const auto timeline = world.reservations.live.find(gpu);
        if (timeline == world.reservations.live.end()) continue;
        auto at = timeline->second.upper_bound(now);
        for (; at != timeline->second.end(); ++at) {
            const auto& held = world.reservations.all.at(at->second);
            if (held.booking.when.from > now + holder_notice) break;
            found.insert(held.booking.id);
            owners.insert(held.booking.owner);
        }
    }
    return {{found.begin(), found.end()}, {owners.begin(), owners.end()}};
}

std::optional<Holders> any_holders_of(const World& world, const std::vector<GpuId>& gpus,
                                      Instant now) {
    auto holders = holders_of(world, gpus, now);
    if (holders.reservations.empty()) return std::nullopt;
    return holders;
}

}  // namespace dibs::fleet
