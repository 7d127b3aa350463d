// Applies the fleet's events to its state, and answers the questions of other rules. The rules
// themselves are in fleet_hosts.cpp, fleet_reports.cpp, fleet_health.cpp and fleet_clashes.cpp.
#include "domain/fleet/fleet.hpp"

#include "domain/fleet/fleet_rules.hpp"
#include "domain/fleet/gpu_name.hpp"
#include "domain/kernel/overloaded.hpp"

#include <algorithm>

namespace dibs::fleet {
namespace {

void place(State& state, GpuId id, std::optional<GpuId> before, std::optional<GpuId> after) {
    if (before) {
        const auto children = state.slices.find(*before);
        if (children != state.slices.end() && children->second.erase(id) > 0 &&
            children->second.empty()) {
            state.slices.erase(children);
        }
    }
    if (after) state.slices[*after].insert(id);
}

void evolve_discovered(State& state, const GpuDiscovered& e) {
    auto& gpu = state.gpus[e.id];
    gpu = Gpu{e.id, e.host, e.uuid, e.index, e.model, e.memory_total_mib, e.parent};
    gpu.hides_processes = e.hides_processes;
    state.gpu_by_uuid[e.uuid] = e.id;
    place(state, e.id, std::nullopt, e.parent);
}

void evolve_changed(State& state, const GpuChanged& e) {
    auto& gpu = state.gpus[e.id];
    place(state, e.id, gpu.parent, e.parent);
    gpu.host = e.host;
    gpu.index = e.index;
    gpu.model = e.model;
    gpu.memory_total_mib = e.memory_total_mib;
    gpu.parent = e.parent;
    gpu.lost = false;
    gpu.lost_words.reset();
    gpu.hides_processes = e.hides_processes;
}

void evolve_owner_known(State& state, const ProcessOwnerKnown& e) {
    auto& process = state.processes.at(e.id);
    process.started = e.started;
    process.unix_name = e.unix_name;
    process.command_line = e.command_line;
    process.person = e.person;
    process.origin = e.origin;
}

void evolve_clash_began(State& state, const GpuClashBegan& e) {
    auto& clashes = state.gpus.at(e.id).clashes;
    const auto at = std::find_if(clashes.begin(), clashes.end(),
                                 [&](const Clash& one) { return one.claimant > e.claimant; });
    clashes.insert(at, Clash{e.claimant, e.index, e.since});
}

void evolve_clash_ended(State& state, const GpuClashEnded& e) {
    std::erase_if(state.gpus.at(e.id).clashes,
                  [&](const Clash& one) { return one.claimant == e.claimant; });
}

void evolve_host_changed(State& state, const HostChanged& e) {
    auto& host = state.hosts.at(e.id);
    host.enrolled.address = e.address;
    host.enrolled.port = e.port;
    host.enrolled.account = e.account;
    host.enrolled.host_key = e.host_key;
    host.enrolled.jumps = e.jumps;
    ++host.version;
    host.offered_key.clear();
}

void evolve_removed(State& state, const HostRemoved& e) {
    const auto host = state.hosts.find(e.id);
    if (host == state.hosts.end()) return;
    state.host_by_name.erase(host->second.enrolled.name);
    state.hosts.erase(host);
}

}  // namespace

const Gpu* find(const State& state, GpuId id) {
    const auto found = state.gpus.find(id);
    return found == state.gpus.end() ? nullptr : &found->second;
}

std::vector<GpuId> overlapping_devices(const State& state, GpuId id) {
    std::vector<GpuId> all{id};
    if (const auto* gpu = find(state, id); gpu && gpu->parent) all.push_back(*gpu->parent);
    if (const auto slices = state.slices.find(id); slices != state.slices.end()) {
        all.insert(all.end(), slices->second.begin(), slices->second.end());
    }
    return all;
}

std::optional<std::string> trouble_of(const State& state, GpuId id) {
    const auto* gpu = find(state, id);
    if (gpu == nullptr) return std::nullopt;
    const auto found = state.hosts.find(gpu->host);
    if (found == state.hosts.end()) return std::nullopt;
    const auto& host = found->second;
    if (gpu->lost) {
        return gpu_name(state, id) +
               " is lost: " + gpu->lost_words.value_or("its host no longer shows it");
    }
    if (!host.driver.fails()) return std::nullopt;
    return "The GPU driver of " + host.enrolled.name + " does not work: " + host.driver.words;
}

std::optional<std::string> ill_health_of(const State& state, GpuId id) {
    for (const auto* gpu = find(state, id); gpu != nullptr;
         gpu = gpu->parent ? find(state, *gpu->parent) : nullptr) {
        if (!gpu->unhealthy) continue;
        return gpu_name(state, gpu->id) +
               " is unhealthy: " + health::words_of(gpu->unhealthy->faults);
    }
    return std::nullopt;
}

bool is_out_of_sight(const State& state, const Process& process) {
    const auto host = state.hosts.find(process.host);
    if (host == state.hosts.end()) return false;
    return host->second.driver.fails() || host->second.reach == Reach::lost;
}

std::vector<GpuId> gpus_on(const State& state, HostId host) {
    std::vector<GpuId> gpus;
    for (const auto& [id, gpu] : state.gpus) {
        if (gpu.host == host) gpus.push_back(id);
    }
    return gpus;
}

std::vector<HostId> hosts_of(const State& state, const std::vector<GpuId>& gpus) {
    std::set<HostId> hosts;
    for (const GpuId id : gpus) {
        if (const auto* gpu = find(state, id)) hosts.insert(gpu->host);
    }
    return {hosts.begin(), hosts.end()};
}

State evolve(State state, const Event& event) {
    visit(overloaded{
              [&](const HostEnrolled& e) {
                  state.hosts[e.id] = Host{.enrolled = e};
                  state.host_by_name[e.name] = e.id;
              },
              [&](const HostChanged& e) { evolve_host_changed(state, e); },
              [&](const HostRemoved& e) { evolve_removed(state, e); },
              [&](const HostReached& e) {
                  auto& host = state.hosts.at(e.id);
                  host.reach = Reach::reached;
                  host.reason.clear();
                  host.offered_key.clear();
              },
              [&](const HostLost& e) {
                  auto& host = state.hosts.at(e.id);
                  host.reach = Reach::lost;
                  host.reason = e.reason;
              },
              [&](const HostKeyRefused& e) { state.hosts.at(e.id).offered_key = e.offered; },
              [&](const HostOwnersHidden& e) { state.hosts.at(e.id).hidden_owners = e.owners; },
              [&](const HostOwnersSeen& e) { state.hosts.at(e.id).hidden_owners.reset(); },
              [&](const HostDriverChanged& e) { state.hosts.at(e.id).driver = e.driver; },
              [&](const HostBooted& e) { state.hosts.at(e.id).boot_id = e.boot_id; },
              [&](const HostTopologyChanged& e) { state.hosts.at(e.id).topology = e.topology; },
              [&](const HostProcessesNotRecorded& e) {
                  state.hosts.at(e.id).not_recorded = NotRecorded{e.since, e.count};
              },
              [&](const GpuDiscovered& e) { evolve_discovered(state, e); },
              [&](const GpuChanged& e) { evolve_changed(state, e); },
              [&](const GpuLost& e) {
                  auto& gpu = state.gpus.at(e.id);
                  gpu.lost = true;
                  gpu.lost_words = e.words;
              },
              [&](const GpuClashBegan& e) { evolve_clash_began(state, e); },
              [&](const GpuClashEnded& e) { evolve_clash_ended(state, e); },
              [&](const GpuUnhealthy& e) { state.gpus.at(e.id).unhealthy = e.unhealthy; },
              [&](const GpuHealthy& e) { state.gpus.at(e.id).unhealthy.reset(); },
              [&](const ProcessAppeared& e) {
                  state.processes[e.id] =
                      Process{e.id,           e.host,      e.gpus,   e.pid,
                              e.started,      e.unix_name, e.person, e.unknown_slice_gpus,
                              e.command_line, e.origin};
              },
              [&](const ProcessOwnerKnown& e) { evolve_owner_known(state, e); },
              [&](const ProcessGpusChanged& e) {
                  auto& process = state.processes.at(e.id);
                  process.gpus = e.gpus;
                  process.unknown_slice_gpus = e.unknown_slice_gpus;
              },
              [&](const ProcessGone& e) { state.processes.erase(e.id); },
          },
          event);
    return state;
}

void restore(State& state, Host row) {
    const auto id = row.enrolled.id;
    state.host_by_name[row.enrolled.name] = id;
    state.hosts.emplace(id, std::move(row));
}

void restore(State& state, Gpu row) {
    const auto id = row.id;
    state.gpu_by_uuid[row.uuid] = id;
    place(state, id, std::nullopt, row.parent);
    state.gpus.emplace(id, std::move(row));
}

void restore(State& state, Process row) {
    const auto id = row.id;
    state.processes.emplace(id, std::move(row));
}

Result<std::vector<Event>> decide(const World& world, const Command& command,
                                  const Context& context) {
    return visit([&](const auto& c) { return decide_on(world, c, context); }, command);
}

}  // namespace dibs::fleet
