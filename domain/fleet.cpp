// Rules of the fleet. Enrolment is an admin's; a report becomes events only where it differs from
// what is known, so that probes may report as often as they like.
#include "domain/fleet.hpp"

#include "domain/overloaded.hpp"

#include <algorithm>

namespace dibs::fleet {
namespace {

using Events = Result<std::vector<Event>>;

constexpr std::size_t longest_text = 253;  // a host name's limit (RFC 1035)

std::optional<Refusal> check_enrolment(const EnrolHost& c) {
    const auto bad = [](std::string field, std::string detail) {
        return Refusal{Code::out_of_range, std::move(field), std::move(detail), {}};
    };
    const auto plain = [](std::string_view text) {
        return !text.empty() && text.size() <= longest_text && text.front() != '-' &&
               std::all_of(text.begin(), text.end(), [](char ch) { return ch > ' ' && ch < 127; });
    };
    if (!plain(c.name)) {
        return bad("name", "A host name has 1 to 253 visible ASCII characters.");
    }
    if (!plain(c.address)) return bad("address", "An address is a host name or an IP address.");
    if (!plain(c.account)) return bad("account", "An account is a UNIX user name on the host.");
    if (c.port < 1 || c.port > 65535) return bad("port", "A port is 1 to 65535.");
    if (!c.host_key.starts_with("SHA256:") || c.host_key.size() != 50) {
        return bad("host_key", "A host key is given as SHA256: and 43 characters of base64.");
    }
    return std::nullopt;
}

Events decide_enrol(const State& state, const people::State& people, const EnrolHost& c,
                    const Context& context) {
    if (!people::is_admin(people, context)) {
        return refuse(Code::not_allowed, "", "Only an admin enrols hosts.");
    }
    if (auto wrong = check_enrolment(c)) return tl::unexpected(*wrong);
    if (state.hosts.contains(c.id)) {
        return refuse(Code::already_exists, "id", "This id is taken.");
    }
    if (state.host_by_name.contains(c.name)) {
        return refuse(Code::already_exists, "name", "A host of this name is enrolled.");
    }
    return std::vector<Event>{HostEnrolled{c.id, c.name, c.address, c.port, c.account, c.host_key}};
}

Events decide_change(const State& state, const people::State& people, const ChangeHost& c,
                     const Context& context) {
    if (!people::is_admin(people, context)) {
        return refuse(Code::not_allowed, "", "Only an admin changes hosts.");
    }
    const auto found = state.hosts.find(c.id);
    if (found == state.hosts.end()) {
        return refuse(Code::not_found, "id", "There is no such host.");
    }
    const HostEnrolled& before = found->second.enrolled;
    const EnrolHost after{c.id,
                          before.name,
                          c.address.value_or(before.address),
                          c.port.value_or(before.port),
                          c.account.value_or(before.account),
                          c.host_key.value_or(before.host_key)};
    if (auto wrong = check_enrolment(after)) return tl::unexpected(*wrong);
    if (after.address == before.address && after.port == before.port &&
        after.account == before.account && after.host_key == before.host_key) {
        return std::vector<Event>{};
    }
    return std::vector<Event>{
        HostChanged{c.id, after.address, after.port, after.account, after.host_key}};
}

// The GPUs go with their host, and with them what ran there.
Events decide_remove(const State& state, const people::State& people, const RemoveHost& c,
                     const Context& context) {
    if (!people::is_admin(people, context)) {
        return refuse(Code::not_allowed, "", "Only an admin removes hosts.");
    }
    if (!state.hosts.contains(c.id)) {
        return refuse(Code::not_found, "id", "There is no such host.");
    }
    std::vector<Event> events;
    for (const auto& [id, process] : state.processes) {
        const auto* gpu = find(state, process.gpu);
        if (gpu && gpu->host == c.id) events.emplace_back(ProcessGone{id});
    }
    for (const auto& [id, gpu] : state.gpus) {
        if (gpu.host == c.id && !gpu.lost) events.emplace_back(GpuLost{id});
    }
    events.emplace_back(HostRemoved{c.id});
    return events;
}

Events decide_reached(const State&, const Host& host, const ReportReached& c) {
    if (host.reach == Reach::reached) return std::vector<Event>{};
    return std::vector<Event>{HostReached{c.host}};
}

Events decide_lost(const State&, const Host& host, const ReportLost& c) {
    if (host.reach == Reach::lost && host.reason == c.reason) return std::vector<Event>{};
    return std::vector<Event>{HostLost{c.host, c.reason}};
}

Events decide_key(const State&, const Host& host, const ReportHostKey& c) {
    if (host.offered_key == c.offered) return std::vector<Event>{};
    return std::vector<Event>{HostKeyRefused{c.host, c.offered}};
}

std::optional<Event> gpu_event(const State& state, const ReportGpus& c, const SeenGpu& seen,
                               const std::map<std::string, GpuId>& ids) {
    std::optional<GpuId> parent;
    if (seen.parent_uuid) {
        const auto found = ids.find(*seen.parent_uuid);
        if (found != ids.end()) parent = found->second;
    }
    const auto known = state.gpu_by_uuid.find(seen.uuid);
    if (known == state.gpu_by_uuid.end()) {
        return GpuDiscovered{
            seen.id, c.host, seen.uuid, seen.index, seen.model, seen.memory_total_mib, parent};
    }
    const Gpu& gpu = state.gpus.at(known->second);
    if (!gpu.lost && gpu.host == c.host && gpu.index == seen.index && gpu.model == seen.model &&
        gpu.memory_total_mib == seen.memory_total_mib && gpu.parent == parent) {
        return std::nullopt;
    }
    return GpuChanged{gpu.id, c.host, seen.index, seen.model, seen.memory_total_mib, parent};
}

Events decide_gpus(const State& state, const Host&, const ReportGpus& c) {
    std::map<std::string, GpuId> ids;  // of everything seen now, known before or not
    for (const auto& seen : c.gpus) {
        const auto known = state.gpu_by_uuid.find(seen.uuid);
        ids.try_emplace(seen.uuid, known == state.gpu_by_uuid.end() ? seen.id : known->second);
    }
    std::vector<Event> events;
    std::set<std::string> done;
    for (const auto& seen : c.gpus) {
        if (!done.insert(seen.uuid).second) continue;
        if (auto event = gpu_event(state, c, seen, ids)) events.push_back(std::move(*event));
    }
    for (const auto& [id, gpu] : state.gpus) {
        if (gpu.host == c.host && !gpu.lost && !ids.contains(gpu.uuid)) {
            events.emplace_back(GpuLost{id});
        }
    }
    return events;
}

// A process is the same if its GPU and pid are, and its start: pids come back, start times do not.
// ps computes those from the uptime, so the same one may differ by a second.
constexpr Duration start_slack = std::chrono::seconds{2};

bool same_start(Instant a, Instant b) {
    return a - b <= start_slack && b - a <= start_slack;
}

Events decide_processes(const State& state, const Host&, const ReportProcesses& c) {
    std::map<std::pair<GpuId, std::int64_t>, const SeenProcess*> running;
    for (const auto& seen : c.running) {
        const auto gpu = state.gpu_by_uuid.find(seen.gpu_uuid);
        if (gpu == state.gpu_by_uuid.end()) continue;
        if (state.gpus.at(gpu->second).host != c.host) continue;  // the next report of GPUs tells
        running[{gpu->second, seen.pid}] = &seen;
    }
    std::vector<Event> events;
    for (const auto& [id, process] : state.processes) {
        const auto* gpu = find(state, process.gpu);
        if (!gpu || gpu->host != c.host) continue;
        const auto seen = running.find({process.gpu, process.pid});
        if (seen != running.end() && same_start(seen->second->started, process.started)) {
            running.erase(seen);
        } else {
            events.emplace_back(ProcessGone{id});
        }
    }
    for (const auto& [key, seen] : running) {
        events.emplace_back(ProcessAppeared{seen->id, key.first, seen->pid, seen->started,
                                            seen->unix_name, seen->command_line});
    }
    return events;
}

// Reports are Dibs' own, about hosts it knows.
template <class Report, class Decide>
Events decide_report(const State& state, const Report& report, const Context& context,
                     const Decide& decide_it) {
    if (!context.is_dibs()) return refuse(Code::not_allowed, "", "Only probes report.");
    const auto host = state.hosts.find(report.host);
    if (host == state.hosts.end()) {
        return refuse(Code::unknown_host, "host", "There is no such host.");
    }
    return decide_it(state, host->second, report);
}

void place(State& state, GpuId id, std::optional<GpuId> before, std::optional<GpuId> after) {
    if (before) state.slices[*before].erase(id);
    if (after) state.slices[*after].insert(id);
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
}

void evolve_host_changed(State& state, const HostChanged& e) {
    auto& host = state.hosts.at(e.id);
    host.enrolled.address = e.address;
    host.enrolled.port = e.port;
    host.enrolled.account = e.account;
    host.enrolled.host_key = e.host_key;
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

std::vector<GpuId> sharing_silicon(const State& state, GpuId id) {
    std::vector<GpuId> all{id};
    if (const auto* gpu = find(state, id); gpu && gpu->parent) all.push_back(*gpu->parent);
    if (const auto slices = state.slices.find(id); slices != state.slices.end()) {
        all.insert(all.end(), slices->second.begin(), slices->second.end());
    }
    return all;
}

State evolve(State state, const Event& event) {
    std::visit(overloaded{
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
                   [&](const GpuDiscovered& e) {
                       state.gpus[e.id] = Gpu{
                           e.id, e.host, e.uuid, e.index, e.model, e.memory_total_mib, e.parent};
                       state.gpu_by_uuid[e.uuid] = e.id;
                       place(state, e.id, std::nullopt, e.parent);
                   },
                   [&](const GpuChanged& e) { evolve_changed(state, e); },
                   [&](const GpuLost& e) { state.gpus.at(e.id).lost = true; },
                   [&](const ProcessAppeared& e) {
                       state.processes[e.id] = Process{e.id, e.gpu, e.pid, e.started, e.unix_name};
                   },
                   [&](const ProcessGone& e) { state.processes.erase(e.id); },
               },
               event);
    return state;
}

Result<std::vector<Event>> decide(const State& state, const people::State& people,
                                  const Command& command, const Context& context) {
    const auto report = [&](const auto& c, const auto& decide_it) {
        return decide_report(state, c, context, decide_it);
    };
    return std::visit(
        overloaded{
            [&](const EnrolHost& c) { return decide_enrol(state, people, c, context); },
            [&](const ChangeHost& c) { return decide_change(state, people, c, context); },
            [&](const RemoveHost& c) { return decide_remove(state, people, c, context); },
            [&](const ReportReached& c) { return report(c, decide_reached); },
            [&](const ReportLost& c) { return report(c, decide_lost); },
            [&](const ReportHostKey& c) { return report(c, decide_key); },
            [&](const ReportGpus& c) { return report(c, decide_gpus); },
            [&](const ReportProcesses& c) { return report(c, decide_processes); },
        },
        command);
}

}  // namespace dibs::fleet
