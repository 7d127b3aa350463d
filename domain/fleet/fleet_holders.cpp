// Finds the holders of GPUs that became unusable. Events name them (fleet_health.cpp,
// fleet_reports.cpp), so the history of their bookings has it and Dibs can notify them.
#include "domain/fleet/fleet_rules.hpp"
#include "domain/hold/hold.hpp"
#include "domain/world/world.hpp"

#include <set>

namespace dibs::fleet {
namespace {

constexpr Duration holder_notice = std::chrono::days{7};

}  // namespace

Holders holders_of(const World& world, const std::vector<GpuId>& gpus, Instant now) {
    Holders holders;
    std::set<PersonId> owners;
    for (const auto& one :
         hold::ahead({world.reservations, world.fleet}, gpus, now, now + holder_notice)) {
        holders.reservations.push_back(one.booking);
        owners.insert(one.owner);
    }
    holders.owners.assign(owners.begin(), owners.end());
    return holders;
}

std::optional<Holders> any_holders_of(const World& world, const std::vector<GpuId>& gpus,
                                      Instant now) {
    auto holders = holders_of(world, gpus, now);
    if (holders.reservations.empty()) return std::nullopt;
    return holders;
}

}  // namespace dibs::fleet
