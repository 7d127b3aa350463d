// The fleet: GPU hosts, the GPUs found on them, and the processes seen there. Hosts are enrolled by
// an admin (or the configuration) with a pinned host key; everything else is reported by the
// probes. A bookable device has our own id; UUID, host and index are attributes, so that a card
// that moved keeps its bookings. Unknown is absent. Of a process account, start and command are
// known together, or not at all where the host hides them.
#pragma once

#include "domain/aggregate.hpp"
#include "domain/context.hpp"
#include "domain/driver.hpp"
#include "domain/event.hpp"
#include "domain/gpu_clash.hpp"
#include "domain/ids.hpp"
#include "domain/result.hpp"
#include "domain/sealed.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace dibs::fleet {

// Why it is not known whose processes run on a host.
enum class Hiding {
    hidepid,        // its /proc shows an account its own processes only
    pid_namespace,  // the driver names processes that the account's /proc does not have
};
struct HiddenOwners {
    Hiding why{};
    std::optional<std::string> group{};  // with hidepid: whose members see all processes
    friend bool operator==(const HiddenOwners&, const HiddenOwners&) = default;
};

using Version = std::int64_t;  // of what an admin says about a host: how often that was changed

struct EnrolHost {
    static constexpr std::string_view type = "host.enrol";
    HostId id;
    std::string name;
    std::string address;
    std::int64_t port = 22;
    std::string account;
    std::string host_key;  // "SHA256:…", as ssh-keygen -l prints it
};
struct ChangeHost {  // it moved, or its key was replaced and checked
    static constexpr std::string_view type = "host.change";
    HostId id;
    std::optional<std::string> address{};
    std::optional<std::int64_t> port{};
    std::optional<std::string> account{};
    std::optional<std::string> host_key{};
    std::optional<Version> expected{};
};
struct RemoveHost {
    static constexpr std::string_view type = "host.remove";
    HostId id;
};
// Reports of the probes; each yields events only where something changed.
struct ReportReached {
    static constexpr std::string_view type = "host.report_reached";
    HostId host;
};
struct ReportLost {
    static constexpr std::string_view type = "host.report_lost";
    HostId host;
    std::string reason;
};
struct ReportHostKey {  // the host offered another key than the pinned one
    static constexpr std::string_view type = "host.report_key";
    HostId host;
    std::string offered;
};
struct ReportDriver {
    static constexpr std::string_view type = "host.report_driver";
    HostId host;
    Driver driver;
};
struct SeenGpu {
    std::string uuid;
    std::int64_t index = 0;
    std::optional<std::string> model{};  // none: it cannot be read now
    std::optional<std::int64_t> memory_total_mib{};
    std::optional<std::string> parent_uuid{};  // of a slice (MIG): the GPU it is cut from
    bool hides_processes = false;              // the driver does not tell what runs on it
    bool slices_known = true;  // else slices of it that are not in the report may be there
};
struct LostGpu {
    std::string uuid;
    std::string words;  // the driver's
};
struct ReportGpus {
    static constexpr std::string_view type = "gpu.report";
    HostId host;
    std::vector<SeenGpu> gpus;    // all that the host has now
    std::vector<LostGpu> lost{};  // of the others, those of which the driver says something
};
struct SeenProcess {
    std::vector<std::string> gpu_uuids;  // all that it uses on this host
    std::int64_t pid = 0;
    std::optional<Instant> started{};
    std::optional<std::string> unix_name{};
    std::optional<Personal<std::string>> command_line{};
    bool slice_unknown = false;  // nobody knows on which slices of those GPUs
};
struct ReportProcesses {
    static constexpr std::string_view type = "process.report";
    HostId host;
    std::vector<SeenProcess> running;  // all that run on its GPUs now
};
struct ReportOwners {  // what the probe's account sees of others' processes
    static constexpr std::string_view type = "host.report_owners";
    HostId host;
    bool proc_hides = false;
    std::optional<std::string> group{};  // if it does: whose members see them nevertheless
    std::optional<bool> all_known{};     // whose all processes on its GPUs are; absent: none runs
    friend bool operator==(const ReportOwners&, const ReportOwners&) = default;
};
using Command =
    std::variant<EnrolHost, ChangeHost, RemoveHost, ReportReached, ReportLost, ReportHostKey,
                 ReportDriver, ReportGpus, ReportProcesses, ReportOwners, MoveGpu>;

// events
struct HostEnrolled {
    static constexpr std::string_view type = "host.enrolled.v1";
    static constexpr std::string_view description = "A host was added, and its key pinned.";
    static constexpr Audience audience() { return Audience::everyone; }
    [[nodiscard]] Subjects subjects() const { return about(id); }
    HostId id;
    std::string name;
    std::string address;
    std::int64_t port = 22;
    std::string account;
    std::string host_key;
};
struct HostChanged {
    static constexpr std::string_view type = "host.changed.v1";
    static constexpr std::string_view description = "The way to a host was changed.";
    static constexpr Audience audience() { return Audience::everyone; }
    [[nodiscard]] Subjects subjects() const { return about(id); }
    HostId id;
    std::string address;
    std::int64_t port = 22;
    std::string account;
    std::string host_key;
};
struct HostRemoved {
    static constexpr std::string_view type = "host.removed.v1";
    static constexpr std::string_view description = "A host was removed with its GPUs.";
    static constexpr Audience audience() { return Audience::everyone; }
    [[nodiscard]] Subjects subjects() const { return about(id, gpus); }
    HostId id;
    std::string name;
    std::vector<GpuId> gpus{};  // that were on it
};
struct HostReached {
    static constexpr std::string_view type = "host.reached.v1";
    static constexpr std::string_view description =
        "A host is reached again, or for the first time.";
    static constexpr Audience audience() { return Audience::everyone; }
    [[nodiscard]] Subjects subjects() const { return about(id); }
    HostId id;
};
struct HostLost {
    static constexpr std::string_view type = "host.lost.v1";
    static constexpr std::string_view description = "A host is no longer reached.";
    static constexpr Audience audience() { return Audience::everyone; }
    [[nodiscard]] Subjects subjects() const { return about(id); }
    HostId id;
    std::string reason;
};
struct HostKeyRefused {
    static constexpr std::string_view type = "host.key_refused.v1";
    static constexpr std::string_view description =
        "A host showed a key that is not the pinned one.";
    static constexpr Audience audience() { return Audience::everyone; }
    [[nodiscard]] Subjects subjects() const { return about(id); }
    HostId id;
    std::string offered;
};
struct HostOwnersHidden {
    static constexpr std::string_view type = "host.owners_hidden.v1";
    static constexpr std::string_view description =
        "A host does not let Dibs see whose processes run on it.";
    static constexpr Audience audience() { return Audience::everyone; }
    [[nodiscard]] Subjects subjects() const { return about(id); }
    HostId id;
    HiddenOwners owners;
};
struct HostOwnersSeen {
    static constexpr std::string_view type = "host.owners_seen.v1";
    static constexpr std::string_view description =
        "A host lets Dibs see again whose processes run on it.";
    static constexpr Audience audience() { return Audience::everyone; }
    [[nodiscard]] Subjects subjects() const { return about(id); }
    HostId id;
};
struct HostDriverChanged {
    static constexpr std::string_view type = "host.driver_changed.v1";
    static constexpr std::string_view description =
        "A host's GPU driver began to work or ceased to, with its own words.";
    static constexpr Audience audience() { return Audience::everyone; }
    [[nodiscard]] Subjects subjects() const { return about(id, gpus); }
    HostId id;
    Driver driver;
    std::vector<GpuId> gpus{};  // that are on it, ascending
};
struct GpuDiscovered {
    static constexpr std::string_view type = "gpu.discovered.v1";
    static constexpr std::string_view description = "A GPU was seen for the first time.";
    static constexpr Audience audience() { return Audience::everyone; }
    [[nodiscard]] Subjects subjects() const { return about(id, host, parent); }
    GpuId id;
    HostId host;
    std::string uuid;
    std::int64_t index = 0;
    std::optional<std::string> model{};
    std::optional<std::int64_t> memory_total_mib{};
    std::optional<GpuId> parent{};
    bool hides_processes = false;  // the driver does not tell what runs on it
};
struct GpuChanged {  // moved, re-indexed, or back after it was lost
    static constexpr std::string_view type = "gpu.changed.v1";
    static constexpr std::string_view description = "A GPU moved, has another index, or is back.";
    static constexpr Audience audience() { return Audience::everyone; }
    [[nodiscard]] Subjects subjects() const { return about(id, host, host_before, parent); }
    GpuId id;
    HostId host;
    std::int64_t index = 0;
    std::optional<std::string> model{};
    std::optional<std::int64_t> memory_total_mib{};
    std::optional<GpuId> parent{};
    std::optional<HostId> host_before{};  // where it was, if it moved
    bool hides_processes = false;
};
struct GpuLost {
    static constexpr std::string_view type = "gpu.lost.v1";
    static constexpr std::string_view description = "A GPU is no longer seen on its host.";
    static constexpr Audience audience() { return Audience::everyone; }
    [[nodiscard]] Subjects subjects() const { return about(id, host); }
    GpuId id;
    HostId host;
    std::string uuid;
    std::optional<std::string> words{};  // the driver's, if it says why
};
// Whose key seals a process's command line, which is known with its account alone.
[[nodiscard]] inline KeyOwner key_owner_of(const std::optional<PersonId>& person,
                                           const std::optional<std::string>& unix_name) {
    return person ? KeyOwner{*person} : KeyOwner{unix_name.value_or("")};
}
struct ProcessAppeared {
    static constexpr std::string_view type = "process.appeared.v1";
    static constexpr std::string_view description = "A process was seen on GPUs.";
    static constexpr Audience audience() { return Audience::everyone; }
    [[nodiscard]] Subjects subjects() const { return about(id, person, gpus, host); }
    [[nodiscard]] KeyOwner key_owner() const { return key_owner_of(person, unix_name); }
    ProcessId id;
    HostId host;
    std::vector<GpuId> gpus;  // ascending
    std::int64_t pid = 0;
    std::optional<Instant> started{};
    std::optional<std::string> unix_name{};
    std::optional<PersonId> person{};  // who has that name on Dibs; none: nobody
    std::optional<Personal<std::string>> command_line{};
    bool slice_unknown = false;  // nobody knows on which slices of those GPUs
};
struct ProcessOwnerKnown {  // of one that appeared without
    static constexpr std::string_view type = "process.owner_known.v1";
    static constexpr std::string_view description =
        "It became known whose a process is that was seen before.";
    static constexpr Audience audience() { return Audience::everyone; }
    [[nodiscard]] Subjects subjects() const { return about(id, person, gpus, host); }
    [[nodiscard]] KeyOwner key_owner() const { return key_owner_of(person, unix_name); }
    ProcessId id;
    HostId host;
    std::vector<GpuId> gpus;
    std::int64_t pid = 0;
    std::optional<Instant> started{};
    std::string unix_name;
    std::optional<PersonId> person{};
    std::optional<Personal<std::string>> command_line{};
};
struct ProcessGpusChanged {  // it took or left a GPU, or it became known which slice it has
    static constexpr std::string_view type = "process.gpus_changed.v1";
    static constexpr std::string_view description = "A process took or left a GPU: all it has now.";
    static constexpr Audience audience() { return Audience::everyone; }
    [[nodiscard]] Subjects subjects() const { return about(id, person, gpus, host); }
    ProcessId id;
    HostId host;
    std::vector<GpuId> gpus;
    std::int64_t pid = 0;
    std::optional<std::string> unix_name{};
    std::optional<PersonId> person{};
    bool slice_unknown = false;
};
struct ProcessGone {
    static constexpr std::string_view type = "process.gone.v1";
    static constexpr std::string_view description = "A process is no longer seen.";
    static constexpr Audience audience() { return Audience::everyone; }
    [[nodiscard]] Subjects subjects() const { return about(id, person, gpus, host); }
    ProcessId id;
    HostId host;
    std::vector<GpuId> gpus;
    std::int64_t pid = 0;
    std::optional<Instant> started{};
    std::optional<std::string> unix_name{};
    std::optional<PersonId> person{};
};
using Event = std::variant<HostEnrolled, HostChanged, HostRemoved, HostReached, HostLost,
                           HostKeyRefused, HostOwnersHidden, HostOwnersSeen, HostDriverChanged,
                           GpuDiscovered, GpuChanged, GpuLost, GpuClashBegan, GpuClashEnded,
                           ProcessAppeared, ProcessOwnerKnown, ProcessGpusChanged, ProcessGone>;

enum class Reach { never, reached, lost };

struct Host {
    static constexpr std::string_view row = "host";
    HostEnrolled enrolled;
    Version version = 1;
    Reach reach = Reach::never;
    std::string reason{};       // why it was lost
    std::string offered_key{};  // the last wrong key it offered
    std::optional<HiddenOwners> hidden_owners{};
    Driver driver{};
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
    std::optional<std::string> lost_words{};  // the driver's
    bool hides_processes = false;             // it does not tell what runs on it
    std::vector<Clash> clashes{};             // with other hosts that report it, by their id
};
struct Process {
    static constexpr std::string_view row = "process";
    ProcessId id;
    HostId host;
    std::vector<GpuId> gpus;
    std::int64_t pid = 0;
    std::optional<Instant> started{};
    std::optional<std::string> unix_name{};
    std::optional<PersonId> person{};
    bool slice_unknown = false;  // of a card in slices, which of them it runs on
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
// The GPU itself and all that share its silicon: its parent, or its slices. A booking of one
// excludes a booking of any other.
[[nodiscard]] std::vector<GpuId> sharing_silicon(const State& state, GpuId id);

[[nodiscard]] State evolve(State state, const Event& event);
void restore(State& state, Host row);
void restore(State& state, Gpu row);
void restore(State& state, Process row);
[[nodiscard]] ProcessGone gone(const Process& process);
[[nodiscard]] std::vector<GpuId> gpus_on(const State& state, HostId host);
// Why nobody can use it now, for a person; none: it can be used, as far as is known.
[[nodiscard]] std::optional<std::string> trouble_of(const State& state, GpuId id);
// Whether what is known of this process is of an earlier time: its driver is silent.
[[nodiscard]] bool is_out_of_sight(const State& state, const Process& process);
// The hosts of these GPUs, ascending, each once.
[[nodiscard]] std::vector<HostId> hosts_of(const State& state, const std::vector<GpuId>& gpus);

[[nodiscard]] Result<std::vector<Event>> decide(const World& world, const Command& command,
                                                const Context& context);

}  // namespace dibs::fleet
