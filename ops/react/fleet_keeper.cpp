// Hosts on record -> probes.
#include "ops/react/fleet_keeper.hpp"

#include <algorithm>

namespace dibs {
namespace {

constexpr PageFrom everything{.limit = 100'000};

bool concerns_hosts(const Recorded& fact) {
    const auto* event = std::get_if<fleet::Event>(&fact.event);
    return event && (std::holds_alternative<fleet::HostEnrolled>(*event) ||
                     std::holds_alternative<fleet::HostChanged>(*event) ||
                     std::holds_alternative<fleet::HostRemoved>(*event));
}

}  // namespace

void FleetKeeper::on_facts(const std::vector<Recorded>& facts) {
    if (std::any_of(facts.begin(), facts.end(), concerns_hosts)) refresh();
}

void FleetKeeper::refresh() {
    std::map<std::string, HostId> ids;
    std::vector<ssh::HostTarget> targets;
    for (const auto& host : model_.snapshot(clock_()).hosts(everything).items) {
        ids[host.name] = host.id;
        targets.push_back({host.name, host.address, static_cast<std::uint16_t>(host.port),
                           host.user, host.host_key_fingerprint});
    }
    observer_.set_hosts(std::move(ids));
    monitor_.set_hosts(std::move(targets));
}

std::vector<fleet::Command> enrolments(const std::vector<fleet::EnrolHost>& configured,
                                       const std::vector<views::Host>& known) {
    std::vector<fleet::Command> commands;
    for (const auto& host : configured) {
        const auto same_name = [&](const views::Host& other) { return other.name == host.name; };
        const auto found = std::find_if(known.begin(), known.end(), same_name);
        if (found == known.end()) {
            commands.emplace_back(host);
        } else {
            commands.emplace_back(fleet::ChangeHost{found->id, host.address, host.port,
                                                    host.account, host.host_key});
        }
    }
    return commands;
}

}  // namespace dibs
