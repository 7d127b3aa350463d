// The commands of the fleet: an admin's changes of hosts and GPUs, and the reports of the probes.
// domain/fleet decides on them.
#pragma once

#include "domain/fleet/gpu_clash.hpp"
#include "domain/fleet/hidden_owners.hpp"
#include "domain/fleet/jump.hpp"
#include "domain/fleet/origin.hpp"
#include "domain/gpu/driver.hpp"
#include "domain/gpu/health.hpp"
#include "domain/gpu/topology.hpp"
#include "domain/kernel/command.hpp"
#include "domain/kernel/ids.hpp"
#include "domain/kernel/sealed.hpp"
#include "domain/kernel/time.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dibs::fleet {

using Version = std::int64_t;  // the number of an admin's changes of a host

struct EnrolHost {
    static constexpr std::string_view type = "host.enrol";
    HostId id;
    std::string name;
    std::string address;
    std::int64_t port = 22;
    std::string account;
    std::string host_key;  // "SHA256:…", as ssh-keygen -l prints it
    std::optional<Jumps> jumps{};
};
struct ChangeHost {  // the host moved, or an admin checked its new key
    static constexpr std::string_view type = "host.change";
    HostId id;
    std::optional<std::string> address{};
    std::optional<std::int64_t> port{};
    std::optional<std::string> account{};
    std::optional<std::string> host_key{};
    std::optional<Version> expected{};
    std::optional<Jumps> jumps{};  // empty: no jumps
};
struct RemoveHost {
    static constexpr std::string_view type = "host.remove";
    HostId id;
};
// Reports of the probes. Each yields events only if something changed.
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
    std::optional<std::string> jump{};  // the jump that offered it, instead of the host
};
struct ReportDriver {
    static constexpr std::string_view type = "host.report_driver";
    HostId host;
    Driver driver;
};
struct ReportBoot {
    static constexpr std::string_view type = "host.report_boot";
    HostId host;
    std::string boot_id;
    std::optional<Instant> booted_at{};
};
struct ReportTopology {
    static constexpr std::string_view type = "host.report_topology";
    HostId host;
    Topology topology;
};
struct SeenGpu {
    std::string uuid;
    std::int64_t index = 0;
    std::optional<std::string> model{};  // none: unreadable now
    std::optional<std::int64_t> memory_total_mib{};
    std::optional<std::string> parent_uuid{};  // of a slice (MIG): its card
    bool hides_processes = false;              // the driver does not report its processes
    bool slices_known = true;  // false: the GPU may have slices that are not in the report
};
struct LostGpu {
    std::string uuid;
    std::string words;  // the driver's words
};
struct ReportGpus {
    static constexpr std::string_view type = "gpu.report";
    HostId host;
    std::vector<SeenGpu> gpus;    // all that the host has now
    std::vector<LostGpu> lost{};  // of the other GPUs, those with words of the driver
};
struct SeenHealth {
    std::string uuid;
    std::vector<health::Reading> readings;  // the readings that the driver gives
    friend bool operator==(const SeenHealth&, const SeenHealth&) = default;
};
struct ReportHealth {
    static constexpr std::string_view type = "gpu.report_health";
    HostId host;
    std::vector<SeenHealth> gpus;
};
struct SeenProcess {
    std::vector<std::string> gpu_uuids;  // all that it uses on this host
    std::int64_t pid = 0;
    std::optional<Instant> started{};
    std::optional<std::string> unix_name{};
    std::optional<Personal<std::string>> command_line{};
    // A subset of `gpu_uuids`: cards whose slice is unknown.
    std::vector<std::string> unknown_slice_gpus{};
    std::optional<Origin> origin{};  // without `starter`: a host does not know persons
    // Over the limit of recorded processes of its host: its appearance and moves are not recorded.
    bool waits = false;
};
struct ReportProcesses {
    static constexpr std::string_view type = "process.report";
    HostId host;
    std::vector<SeenProcess> running;  // all that run on its GPUs now
};
struct ReportNotRecorded {  // processes that ended while they waited to be recorded
    static constexpr std::string_view type = "host.report_not_recorded";
    HostId host;
    Instant since;
    std::int64_t count = 0;  // since then
};
struct ReportOwners {  // what the probe's account sees of other accounts' processes
    static constexpr std::string_view type = "host.report_owners";
    HostId host;
    bool proc_hides = false;
    std::optional<std::string> group{};  // if proc_hides: the group whose members see all processes
    // True if the owner of every process on its GPUs is known; absent: no process runs.
    std::optional<bool> all_known{};
    friend bool operator==(const ReportOwners&, const ReportOwners&) = default;
};
using Command = CommandOf<EnrolHost, ChangeHost, RemoveHost, ReportReached, ReportLost,
                          ReportHostKey, ReportDriver, ReportBoot, ReportTopology, ReportGpus,
                          ReportHealth, ReportProcesses, ReportNotRecorded, ReportOwners, MoveGpu>;

}  // namespace dibs::fleet
