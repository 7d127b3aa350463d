// Turns reports of the probes into events. A report yields events only for differences from the
// known state, so probes may report at any rate.
#include "domain/fleet/command_secrets.hpp"
#include "domain/fleet/fleet_rules.hpp"
#include "domain/world/world.hpp"

#include <algorithm>
#include <set>

namespace dibs::fleet {
namespace {

using IdsByUuid = std::map<std::string, GpuId, std::less<>>;

// The ids of all reported GPUs, known or new.
IdsByUuid ids_of(const State& state, const ReportGpus& c, const Context& context) {
    IdsByUuid ids;
    for (const auto& seen : c.gpus) {
        if (ids.contains(seen.uuid)) continue;
        const auto known = state.gpu_by_uuid.find(seen.uuid);
        ids.emplace(seen.uuid,
                    known == state.gpu_by_uuid.end() ? context.fresh<GpuId>() : known->second);
    }
    return ids;
}

std::optional<Event> gpu_event(const World& world, HostId host, const SeenGpu& seen,
                               const IdsByUuid& ids, Instant now) {
    const State& state = world.fleet;
    std::optional<GpuId> parent;
    if (seen.parent_uuid) {
        const auto found = ids.find(*seen.parent_uuid);
        if (found != ids.end()) parent = found->second;
    }
    const GpuId id = ids.at(seen.uuid);
    const auto known = state.gpus.find(id);
    if (known == state.gpus.end()) {
        return GpuDiscovered{id,         host,
                             seen.uuid,  seen.index,
                             seen.model, seen.memory_total_mib,
                             parent,     seen.hides_processes};
    }
    const Gpu& gpu = known->second;
    // Keeps the known name and memory of a card if they cannot be read now.
    const auto model = seen.model ? seen.model : gpu.model;
    const auto memory = seen.memory_total_mib ? seen.memory_total_mib : gpu.memory_total_mib;
    if (!gpu.lost && gpu.host == host && gpu.index == seen.index && gpu.model == model &&
        gpu.memory_total_mib == memory && gpu.parent == parent &&
        gpu.hides_processes == seen.hides_processes) {
        return std::nullopt;
    }
    std::optional<HostId> before;
    if (gpu.host != host) before = gpu.host;
    GpuChanged changed{id, host, seen.index, model, memory, parent, before, seen.hides_processes};
    if (gpu.lost && !before) changed.holders = holders_of(world, {id}, now);
    return changed;
}

// True if its card is present and the slices of the card are unknown.
bool may_be_there(const State& state, const ReportGpus& c, const Gpu& gpu) {
    const auto* card = gpu.parent ? find(state, *gpu.parent) : nullptr;
    return card && std::any_of(c.gpus.begin(), c.gpus.end(), [&](const SeenGpu& seen) {
               return seen.uuid == card->uuid && !seen.slices_known;
           });
}

std::optional<std::string> words_of(const ReportGpus& c, const std::string& uuid) {
    for (const auto& lost : c.lost) {
        if (lost.uuid == uuid) return lost.words;
    }
    return std::nullopt;
}

// The known GPUs of a process on this host, ascending. Ignores a GPU of another host: to this host
// it is an unknown device.
std::vector<GpuId> gpus_of(const State& state, HostId host, const std::vector<std::string>& uuids) {
    std::set<GpuId> found;
    for (const auto& uuid : uuids) {
        const auto id = state.gpu_by_uuid.find(uuid);
        if (id != state.gpu_by_uuid.end() && state.gpus.at(id->second).host == host) {
            found.insert(id->second);
        }
    }
    return {found.begin(), found.end()};
}

// A process is the same if its GPU, pid and start are. Pids repeat, start times do not. ps computes
// start times from the uptime, so two values of one process may differ by a second.
constexpr Duration start_slack = std::chrono::seconds{2};

// An unknown start matches any start.
bool same_start(std::optional<Instant> a, std::optional<Instant> b) {
    return !a || !b || (*a - *b <= start_slack && *b - *a <= start_slack);
}

struct RunningProcess {
    const SeenProcess* seen = nullptr;
    std::vector<GpuId> gpus, unknown_slice_gpus;
};
using Running = std::map<std::int64_t, RunningProcess>;

Running running_of(const State& state, const ReportProcesses& c) {
    Running running;
    for (const auto& seen : c.running) {
        auto gpus = gpus_of(state, c.host, seen.gpu_uuids);
        if (gpus.empty()) continue;
        running[seen.pid] = {&seen, std::move(gpus),
                             gpus_of(state, c.host, seen.unknown_slice_gpus)};
    }
    return running;
}

std::optional<PersonId> person_of(const World& world, const std::optional<std::string>& unix_name) {
    return unix_name ? people::by_unix_name(world.people, *unix_name) : std::nullopt;
}

// The origin in its recorded form. It names a person of Dibs by id, so the name can be erased. The
// key of the process seals its own account.
std::optional<Origin> origin_of(const World& world, const SeenProcess& seen) {
    auto origin = seen.origin;
    if (!origin) return origin;
    origin->starter.reset();
    if (origin->started_by == seen.unix_name) return origin;
    if (const auto person = person_of(world, origin->started_by)) {
        origin->starter = person;
        origin->started_by.reset();
    }
    return origin;
}

// Secrets are masked before recording.
std::optional<Personal<std::string>> command_line_of(const SeenProcess& seen) {
    if (!seen.command_line) return std::nullopt;
    return Personal<std::string>{mask_secrets(seen.command_line->value)};
}

ProcessAppeared appeared(const World& world, HostId host, RunningProcess process,
                         const Context& context) {
    const auto& seen = *process.seen;
    return {context.fresh<ProcessId>(),
            host,
            std::move(process.gpus),
            seen.pid,
            seen.started,
            seen.unix_name,
            person_of(world, seen.unix_name),
            command_line_of(seen),
            std::move(process.unknown_slice_gpus),
            origin_of(world, seen)};
}

// Adds the changes that a report brings for a running process.
void add_changes(std::vector<Event>& events, const World& world, const Process& known,
                 RunningProcess now) {
    const auto& seen = *now.seen;
    auto process = known;
    process.gpus = std::move(now.gpus);
    process.unknown_slice_gpus = std::move(now.unknown_slice_gpus);
    if (!known.unix_name && seen.unix_name) {
        process.unix_name = seen.unix_name;
        process.person = person_of(world, seen.unix_name);
        events.emplace_back(ProcessOwnerKnown{known.id, known.host, process.gpus, known.pid,
                                              seen.started, *seen.unix_name, process.person,
                                              command_line_of(seen), origin_of(world, seen)});
    }
    if (seen.waits) return;
    if (process.gpus != known.gpus || process.unknown_slice_gpus != known.unknown_slice_gpus) {
        events.emplace_back(ProcessGpusChanged{known.id, known.host, process.gpus, known.pid,
                                               process.unix_name, process.person,
                                               process.unknown_slice_gpus});
    }
}

// While no process runs, an earlier `pid_namespace` state stays. `hidepid` ends with its cause.
std::optional<HiddenOwners> hidden_by(const Host& host, const ReportOwners& c) {
    if (c.proc_hides) return HiddenOwners{Hiding::hidepid, c.group};
    if (c.all_known == false) return HiddenOwners{Hiding::pid_namespace, {}};
    const auto& before = host.hidden_owners;
    return before && before->why == Hiding::pid_namespace && !c.all_known ? before : std::nullopt;
}

}  // namespace

// Checks that Dibs itself reports, about a known host.
Result<const Host*> reported(const World& world, HostId host, const Context& context) {
    if (!context.is_dibs()) return refuse(Code::not_allowed, "", "Only probes report.");
    const auto found = world.fleet.hosts.find(host);
    if (found == world.fleet.hosts.end()) {
        return refuse(Code::unknown_host, "host_id", "There is no such host.");
    }
    return &found->second;
}

ProcessGone gone(const Process& p) {
    return {p.id, p.host, p.gpus, p.pid, p.started, p.unix_name, p.person};
}

Events decide_on(const World& world, const ReportReached& c, const Context& context) {
    const auto host = reported(world, c.host, context);
    if (!host) return tl::unexpected(host.error());
    if ((*host)->reach == Reach::reached) return std::vector<Event>{};
    return std::vector<Event>{HostReached{c.host}};
}

Events decide_on(const World& world, const ReportLost& c, const Context& context) {
    const auto host = reported(world, c.host, context);
    if (!host) return tl::unexpected(host.error());
    if ((*host)->reach == Reach::lost && (*host)->reason == c.reason) return std::vector<Event>{};
    return std::vector<Event>{HostLost{c.host, c.reason}};
}

Events decide_on(const World& world, const ReportHostKey& c, const Context& context) {
    const auto host = reported(world, c.host, context);
    if (!host) return tl::unexpected(host.error());
    if ((*host)->offered_key == c.offered) return std::vector<Event>{};
    return std::vector<Event>{HostKeyRefused{c.host, c.offered, c.jump}};
}

Events decide_on(const World& world, const ReportDriver& c, const Context& context) {
    const auto host = reported(world, c.host, context);
    if (!host) return tl::unexpected(host.error());
    const auto& before = (*host)->driver;
    if (before == c.driver) return std::vector<Event>{};
    HostDriverChanged changed{c.host, c.driver, gpus_on(world.fleet, c.host), {}};
    // Other words for the same failure do not concern the holders.
    if (before.fails() != c.driver.fails()) {
        changed.holders = any_holders_of(world, changed.gpus, context.now);
    }
    return std::vector<Event>{std::move(changed)};
}

Events decide_on(const World& world, const ReportBoot& c, const Context& context) {
    const auto host = reported(world, c.host, context);
    if (!host) return tl::unexpected(host.error());
    const auto& before = (*host)->boot_id;
    if (c.boot_id.empty() || before == c.boot_id) return std::vector<Event>{};
    HostBooted booted{c.host, c.boot_id, c.booted_at, {}};
    if (!before.empty()) booted.boot_id_before = before;
    return std::vector<Event>{std::move(booted)};
}

Events decide_on(const World& world, const ReportTopology& c, const Context& context) {
    const auto host = reported(world, c.host, context);
    if (!host) return tl::unexpected(host.error());
    if ((*host)->topology == c.topology) return std::vector<Event>{};
    return std::vector<Event>{HostTopologyChanged{c.host, c.topology}};
}

Events decide_on(const World& world, const ReportGpus& c, const Context& context) {
    const auto host = reported(world, c.host, context);
    if (!host) return tl::unexpected(host.error());
    const State& state = world.fleet;
    auto events = clash_events(state, c, context.now);
    const auto own = without_foreign(state, c);
    const auto ids = ids_of(state, own, context);
    std::set<std::string_view> done;
    for (const auto& seen : own.gpus) {
        if (!done.insert(seen.uuid).second) continue;
        auto event = gpu_event(world, c.host, seen, ids, context.now);
        if (event) events.push_back(std::move(*event));
    }
    for (const auto& [id, gpu] : state.gpus) {
        if (gpu.host == c.host && !gpu.lost && !ids.contains(gpu.uuid) &&
            !may_be_there(state, c, gpu)) {
            events.emplace_back(GpuLost{id, gpu.host, gpu.uuid, words_of(c, gpu.uuid),
                                        any_holders_of(world, {id}, context.now)});
        }
    }
    return events;
}

Events decide_on(const World& world, const ReportProcesses& c, const Context& context) {
    const auto host = reported(world, c.host, context);
    if (!host) return tl::unexpected(host.error());
    auto running = running_of(world.fleet, c);
    std::vector<Event> events;
    for (const auto& [id, process] : world.fleet.processes) {
        if (process.host != c.host) continue;
        const auto found = running.find(process.pid);
        if (found == running.end() || !same_start(found->second.seen->started, process.started)) {
            events.emplace_back(gone(process));
            continue;
        }
        add_changes(events, world, process, std::move(found->second));
        running.erase(found);
    }
    for (auto& [pid, process] : running) {
        if (process.seen->waits) continue;
        events.emplace_back(appeared(world, c.host, std::move(process), context));
    }
    return events;
}

Events decide_on(const World& world, const ReportNotRecorded& c, const Context& context) {
    const auto host = reported(world, c.host, context);
    if (!host) return tl::unexpected(host.error());
    const NotRecorded now{c.since, c.count};
    if ((*host)->not_recorded == now) return std::vector<Event>{};
    return std::vector<Event>{HostProcessesNotRecorded{c.host, c.since, c.count}};
}

Events decide_on(const World& world, const ReportOwners& c, const Context& context) {
    const auto host = reported(world, c.host, context);
    if (!host) return tl::unexpected(host.error());
    const auto hidden = hidden_by(**host, c);
    if (hidden == (*host)->hidden_owners) return std::vector<Event>{};
    if (hidden) return std::vector<Event>{HostOwnersHidden{c.host, *hidden}};
    return std::vector<Event>{HostOwnersSeen{c.host}};
}

}  // namespace dibs::fleet
