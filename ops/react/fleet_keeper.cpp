// Hosts on record -> probes.
#include "ops/react/fleet_keeper.hpp"

#include "ingest/fresh_id.hpp"
#include "projections/questions/fleet.hpp"

#include <algorithm>

namespace dibs {
namespace {

constexpr PageFrom everything{.limit = 100'000};

template <class... Events>
bool is_one_of(const Recorded& fact) {
    const auto* event = std::get_if<fleet::Event>(&fact.event);
    return event && (std::holds_alternative<Events>(*event) || ...);
}

bool concerns_hosts(const Recorded& fact) {
    return is_one_of<fleet::HostEnrolled, fleet::HostChanged, fleet::HostRemoved>(fact);
}

bool concerns_gpus(const Recorded& fact) {
    return is_one_of<fleet::GpuDiscovered, fleet::GpuChanged, fleet::GpuLost>(fact);
}

template <class Ask>
void if_there(const Ask& ask) {
    try {
        ask();
    } catch (const TableNotThere&) {  // until its read model was swapped in
    }
}

}  // namespace

void FleetKeeper::refresh() {
    refresh_gpus();
    refresh_processes();
    refresh_hosts();
}

void FleetKeeper::on_facts(const std::vector<Recorded>& facts) {
    if (std::any_of(facts.begin(), facts.end(), concerns_hosts)) refresh_hosts();
    if (std::any_of(facts.begin(), facts.end(), concerns_gpus)) refresh_gpus();
    for (const auto& fact : facts) {
        const auto* event = std::get_if<fleet::Event>(&fact.event);
        if (!event) continue;
        if (const auto* one = std::get_if<fleet::ProcessAppeared>(event)) {
            for (const GpuId gpu : one->gpus) sampler_.process_appeared(one->id, gpu, one->pid);
        } else if (const auto* gone = std::get_if<fleet::ProcessGone>(event)) {
            sampler_.process_gone(gone->id);
        }
    }
}

void FleetKeeper::refresh_hosts() {
    if_there([&] {
        std::map<std::string, HostId> ids;
        std::vector<ssh::HostTarget> targets;
        for (const auto& host : list_hosts(model_.snapshot(clock_()), everything).items) {
            ids[host.name] = host.id;
            targets.push_back({host.name, host.address, static_cast<std::uint16_t>(host.port),
                               host.user, host.host_key_fingerprint});
        }
        observer_.set_hosts(std::move(ids));
        monitor_.set_hosts(std::move(targets));
    });
}

void FleetKeeper::refresh_gpus() {
    if_there([&] {
        std::map<std::string, GpuId> by_uuid;
        for (const auto& gpu : list_gpus(model_.snapshot(clock_()), {}, everything).items) {
            by_uuid[gpu.uuid] = gpu.id;
        }
        sampler_.set_gpus(std::move(by_uuid));
    });
}

void FleetKeeper::refresh_processes() {
    if_there([&] {
        for (const auto& process :
             list_processes(model_.snapshot(clock_()), {}, everything).items) {
            sampler_.process_appeared(process.id, process.gpu, process.pid);
        }
    });
}

std::vector<fleet::Command> enrolments(const std::vector<ConfiguredHost>& configured,
                                       const Snapshot& tables, Instant now) {
    std::vector<fleet::Command> commands;
    for (const auto& host : configured) {
        if (const auto known = host_called(tables, host.name)) {
            commands.emplace_back(
                fleet::ChangeHost{*known, host.address, host.port, host.account, host.host_key});
        } else {
            commands.emplace_back(fleet::EnrolHost{fresh_id<HostId>(now), host.name, host.address,
                                                   host.port, host.account, host.host_key});
        }
    }
    return commands;
}

}  // namespace dibs
