// Hosts on record -> probes.
#include "ops/react/hosts/fleet_keeper.hpp"

#include "ops/react/hosts/host_target.hpp"
#include "projections/questions/fleet.hpp"

#include <algorithm>

namespace dibs {
namespace {

template <class... Events>
bool is_one_of(const Recorded& fact) {
    return (fact.event.is<Events>() || ...);
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
    } catch (const TableNotThere&) {  // until its read model is swapped in
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
        const auto* event = &fact.event;
        if (const auto* one = get_if<fleet::ProcessAppeared>(event)) {
            for (const GpuId gpu : one->gpus) sampler_.process_appeared(one->id, gpu, one->pid);
        } else if (const auto* moved = get_if<fleet::ProcessGpusChanged>(event)) {
            sampler_.process_gone(moved->id);
            for (const GpuId gpu : moved->gpus) {
                sampler_.process_appeared(moved->id, gpu, moved->pid);
            }
        } else if (const auto* gone = get_if<fleet::ProcessGone>(event)) {
            sampler_.process_gone(gone->id);
        }
    }
}

void FleetKeeper::refresh_hosts() {
    if_there([&] {
        std::map<std::string, HostId> ids;
        std::vector<ssh::HostTarget> targets;
        const auto tables = model_.snapshot(clock_());
        const auto keep = [&](const views::Host& host) {
            ids[host.name] = host.id;
            targets.push_back(target_of(host));
        };
        every_row([&](const PageFrom& page) { return list_hosts(tables, page); }, keep);
        observer_.set_hosts(std::move(ids));
        monitor_.set_hosts(std::move(targets));
    });
}

void FleetKeeper::refresh_gpus() {
    if_there([&] {
        std::map<std::string, GpuOnHost> by_uuid;
        const auto tables = model_.snapshot(clock_());
        every_row([&](const PageFrom& page) { return list_gpus(tables, {}, page); },
                  [&](const auto& gpu) {
                      by_uuid[gpu.uuid] = {gpu.id, gpu.host_id};
                  });
        sampler_.set_gpus(std::move(by_uuid));
    });
}

void FleetKeeper::refresh_processes() {
    if_there([&] {
        const auto tables = model_.snapshot(clock_());
        const auto keep = [&](const views::Process& process) {
            sampler_.process_appeared(process.id, process.gpu, process.pid);
        };
        every_row([&](const PageFrom& page) { return list_processes(tables, {}, page); }, keep);
    });
}

}  // namespace dibs
