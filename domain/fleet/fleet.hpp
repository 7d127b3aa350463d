// The fleet: GPU hosts, the GPUs found on them, and the processes seen there. An admin (or the
// configuration) enrols a host with a pinned host key. Probes report everything else. A bookable
// device has an id of Dibs; UUID, host and index are attributes, so a card that moved keeps its
// bookings. Unknown is absent. Account, start and command of a process are either all known, or all
// unknown because the host hides them.
#pragma once

#include "domain/fleet/fleet_commands.hpp"
#include "domain/fleet/fleet_events.hpp"
#include "domain/fleet/gpu_clash.hpp"
#include "domain/kernel/aggregate.hpp"
#include "domain/kernel/context.hpp"
#include "domain/kernel/result.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace dibs::fleet {

enum class Reach { never, reached, lost };

struct NotRecorded {  // processes that ended before they were recorded
    Instant since;
    std::int64_t count = 0;
    friend bool operator==(const NotRecorded&, const NotRecorded&) = default;
};
struct Host {
    static constexpr std::string_view row = "host";
    HostEnrolled enrolled;
    Version version = 1;
    Reach reach = Reach::never;
    std::string reason{};       // why the host was lost
    std::string offered_key{};  // the last wrong key that the host or a jump to it offered
    std::optional<HiddenOwners> hidden_owners{};
    Driver driver{};
    std::string boot_id{};  // empty: unknown
    Topology topology{};
    std::optional<NotRecorded> not_recorded{};
};
struct Gpu {
    static constexpr std::string_view row = "gpu";
    GpuId id;
    HostId host;
    std::string uuid;
    std::int64_t index = 0;
    std::optional<std::string> model{};
    std::optional<std::int64_t> memory_total_mib{};
    std::optional<GpuId> parent{};
    bool lost = false;
    std::optional<std::string> lost_words{};  // the driver's words
    bool hides_processes = false;             // the driver does not report its processes
    std::vector<Clash> clashes{};  // with other hosts that report it, ascending by host id
    std::optional<health::Unhealthy> unhealthy{};
};
struct Process {
    static constexpr std::string_view row = "process";
    [[nodiscard]] KeyOwner key_owner() const { return key_owner_of(person, unix_name); }
    ProcessId id;
    HostId host;
    std::vector<GpuId> gpus;
    std::int64_t pid = 0;
    std::optional<Instant> started{};
    std::optional<std::string> unix_name{};
    std::optional<PersonId> person{};
    std::vector<GpuId> unknown_slice_gpus{};  // a subset of `gpus`: cards whose slice is unknown
    std::optional<Personal<std::string>> command_line{};
    std::optional<Origin> origin{};
};

struct State {
    std::map<HostId, Host> hosts;
    std::map<std::string, HostId, std::less<>> host_by_name;
    std::map<GpuId, Gpu> gpus;
    std::map<std::string, GpuId, std::less<>> gpu_by_uuid;
    std::map<GpuId, std::set<GpuId>> slices;  // parent -> its children
    std::map<ProcessId, Process> processes;
};

struct Aggregate {
    static constexpr std::string_view name = "fleet";
    using State = fleet::State;
    using Command = fleet::Command;
    using Event = fleet::Event;
    struct Part {
        State fleet;
    };
    static State& of(Part& part) { return part.fleet; }
    static const State& of(const Part& part) { return part.fleet; }

    using Rows = List<Host, Gpu, Process>;
    template <class Visit>
    static void each_row(const State& state, Visit&& visit) {
        for (const auto& [id, host] : state.hosts) visit(host);
        for (const auto& [id, gpu] : state.gpus) visit(gpu);
        for (const auto& [id, process] : state.processes) visit(process);
    }
};

[[nodiscard]] const Gpu* find(const State& state, GpuId id);
// The GPU itself and all devices that share hardware with it: its parent, or its slices. A booking
// of one excludes a booking of any other.
[[nodiscard]] std::vector<GpuId> overlapping_devices(const State& state, GpuId id);

[[nodiscard]] State evolve(State state, const Event& event);
void restore(State& state, Host row);
void restore(State& state, Gpu row);
void restore(State& state, Process row);
[[nodiscard]] ProcessGone gone(const Process& process);
[[nodiscard]] std::vector<GpuId> gpus_on(const State& state, HostId host);
// Why the GPU cannot be used now, for a person. Nothing if it can be used, as far as known.
[[nodiscard]] std::optional<std::string> trouble_of(const State& state, GpuId id);
// Why the GPU or the card of the slice is unhealthy. Nothing if it is healthy, as far as known.
[[nodiscard]] std::optional<std::string> ill_health_of(const State& state, GpuId id);
// True if this process may be out of date: its driver does not answer, or its host is not reached.
[[nodiscard]] bool is_out_of_sight(const State& state, const Process& process);
[[nodiscard]] inline bool starter_unknown(const Process& process) {
    return starter_unknown(process.origin, process.unix_name);
}
// The hosts of these GPUs, ascending, without duplicates.
[[nodiscard]] std::vector<HostId> hosts_of(const State& state, const std::vector<GpuId>& gpus);

[[nodiscard]] Result<std::vector<Event>> decide(const World& world, const Command& command,
                                                const Context& context);

}  // namespace dibs::fleet
