// The fleet: GPU hosts, the GPUs found on them, and the processes seen there. Hosts are enrolled by
// an admin (or the configuration) with a pinned host key; everything else is reported by the
// probes. A bookable device has our own id; driver UUID, host and index are attributes, so that a
// card moved to another host keeps its bookings. Unknown stays unknown: absent, never 0.
#pragma once

#include "domain/context.hpp"
#include "domain/ids.hpp"
#include "domain/people.hpp"
#include "domain/personal.hpp"
#include "domain/result.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace dibs::fleet {

// commands
struct EnrolHost {
    HostId id;
    std::string name;
    std::string address;
    std::int64_t port = 22;
    std::string account;
    std::string host_key;  // "SHA256:…", as ssh-keygen -l prints it
};
struct ChangeHost {  // it moved, or its key was replaced and checked
    HostId id;
    std::optional<std::string> address{};
    std::optional<std::int64_t> port{};
    std::optional<std::string> account{};
    std::optional<std::string> host_key{};
};
struct RemoveHost {
    HostId id;
};
// Reports of the probes; each yields events only where something changed.
struct ReportReached {
    HostId host;
};
struct ReportLost {
    HostId host;
    std::string reason;
};
struct ReportHostKey {  // the host offered another key than the pinned one
    HostId host;
    std::string offered;
};
struct SeenGpu {
    GpuId id;  // used if this UUID is new to us
    std::string uuid;
    std::int64_t index = 0;
    std::string model;
    std::optional<std::int64_t> memory_total_mib{};
    std::optional<std::string> parent_uuid{};  // of a slice (MIG): the GPU it is cut from
};
struct ReportGpus {
    HostId host;
    std::vector<SeenGpu> gpus;  // all that the host has now
};
struct SeenProcess {
    ProcessId id;  // used if this process is new to us
    std::string gpu_uuid;
    std::int64_t pid = 0;
    Instant started;
    std::string unix_name;
    Personal<std::string> command_line;
};
struct ReportProcesses {
    HostId host;
    std::vector<SeenProcess> running;  // all that run on its GPUs now
};
using Command = std::variant<EnrolHost, ChangeHost, RemoveHost, ReportReached, ReportLost,
                             ReportHostKey, ReportGpus, ReportProcesses>;

// events
struct HostEnrolled {
    static constexpr std::string_view type = "host.enrolled.v1";
    HostId id;
    std::string name;
    std::string address;
    std::int64_t port = 22;
    std::string account;
    std::string host_key;
};
struct HostChanged {
    static constexpr std::string_view type = "host.changed.v1";
    HostId id;
    std::string address;
    std::int64_t port = 22;
    std::string account;
    std::string host_key;
};
struct HostRemoved {
    static constexpr std::string_view type = "host.removed.v1";
    HostId id;
};
struct HostReached {
    static constexpr std::string_view type = "host.reached.v1";
    HostId id;
};
struct HostLost {
    static constexpr std::string_view type = "host.lost.v1";
    HostId id;
    std::string reason;
};
struct HostKeyRefused {
    static constexpr std::string_view type = "host.key_refused.v1";
    HostId id;
    std::string offered;
};
struct GpuDiscovered {
    static constexpr std::string_view type = "gpu.discovered.v1";
    GpuId id;
    HostId host;
    std::string uuid;
    std::int64_t index = 0;
    std::string model;
    std::optional<std::int64_t> memory_total_mib{};
    std::optional<GpuId> parent{};
};
struct GpuChanged {  // moved, re-indexed, or back after it was lost
    static constexpr std::string_view type = "gpu.changed.v1";
    GpuId id;
    HostId host;
    std::int64_t index = 0;
    std::string model;
    std::optional<std::int64_t> memory_total_mib{};
    std::optional<GpuId> parent{};
};
struct GpuLost {
    static constexpr std::string_view type = "gpu.lost.v1";
    GpuId id;
};
struct ProcessAppeared {
    static constexpr std::string_view type = "process.appeared.v1";
    ProcessId id;
    GpuId gpu;
    std::int64_t pid = 0;
    Instant started;
    std::string unix_name;
    Personal<std::string> command_line;
};
struct ProcessGone {
    static constexpr std::string_view type = "process.gone.v1";
    ProcessId id;
};
using Event =
    std::variant<HostEnrolled, HostChanged, HostRemoved, HostReached, HostLost, HostKeyRefused,
                 GpuDiscovered, GpuChanged, GpuLost, ProcessAppeared, ProcessGone>;

enum class Reach { never, reached, lost };

struct Host {
    HostEnrolled enrolled;
    Reach reach = Reach::never;
    std::string reason{};       // why it was lost
    std::string offered_key{};  // the last wrong key it offered
};
struct Gpu {
    GpuId id;
    HostId host;
    std::string uuid;
    std::int64_t index = 0;
    std::string model;
    std::optional<std::int64_t> memory_total_mib{};
    std::optional<GpuId> parent{};
    bool lost = false;
};
struct Process {
    ProcessId id;
    GpuId gpu;
    std::int64_t pid = 0;
    Instant started;
    std::string unix_name;
};

struct State {
    std::map<HostId, Host> hosts;
    std::map<std::string, HostId, std::less<>> host_by_name;
    std::map<GpuId, Gpu> gpus;
    std::map<std::string, GpuId, std::less<>> gpu_by_uuid;
    std::map<GpuId, std::set<GpuId>> slices;  // parent -> its children
    std::map<ProcessId, Process> processes;
};

[[nodiscard]] const Gpu* find(const State& state, GpuId id);
// The GPU itself and all that share its silicon: its parent, or its slices. A booking of one
// excludes a booking of any other.
[[nodiscard]] std::vector<GpuId> sharing_silicon(const State& state, GpuId id);

[[nodiscard]] State evolve(State state, const Event& event);
[[nodiscard]] Result<std::vector<Event>> decide(const State& state, const people::State& people,
                                                const Command& command, const Context& context);

}  // namespace dibs::fleet
