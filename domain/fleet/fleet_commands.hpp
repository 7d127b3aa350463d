// What is asked of the fleet: an admin's words about hosts and GPUs, and the reports of the probes.
// domain/fleet decides them.
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

using Version = std::int64_t;  // of what an admin says about a host: how often that was changed

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
struct ChangeHost {  // it moved, or its key was replaced and checked
    static constexpr std::string_view type = "host.change";
    HostId id;
    std::optional<std::string> address{};
    std::optional<std::int64_t> port{};
    std::optional<std::string> account{};
    std::optional<std::string> host_key{};
    std::optional<Version> expected{};
    std::optional<Jumps> jumps{};  // empty: it is reached without any
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
    std::optional<std::string> jump{};  // that offered it, in place of the host
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
struct SeenHealth {
    std::string uuid;
    std::vector<health::Reading> readings;  // those that its driver gives
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
    std::vector<std::string> unknown_slice_gpus{};  // of those: cards, on a slice that nobody knows
    std::optional<Origin> origin{};  // without `starter`: who is a person is not the host's to say
    bool waits = false;  // beyond what is recorded of its host: neither it nor its move is news
};
struct ReportProcesses {
    static constexpr std::string_view type = "process.report";
    HostId host;
    std::vector<SeenProcess> running;  // all that run on its GPUs now
};
struct ReportNotRecorded {  // processes that ended while they waited
    static constexpr std::string_view type = "host.report_not_recorded";
    HostId host;
    Instant since;
    std::int64_t count = 0;  // since then
};
struct ReportOwners {  // what the probe's account sees of others' processes
    static constexpr std::string_view type = "host.report_owners";
    HostId host;
    bool proc_hides = false;
    std::optional<std::string> group{};  // if it does: whose members see them nevertheless
    std::optional<bool> all_known{};     // whose all processes on its GPUs are; absent: none runs
    friend bool operator==(const ReportOwners&, const ReportOwners&) = default;
};
using Command = CommandOf<EnrolHost, ChangeHost, RemoveHost, ReportReached, ReportLost,
                          ReportHostKey, ReportDriver, ReportBoot, ReportTopology, ReportGpus,
                          ReportHealth, ReportProcesses, ReportNotRecorded, ReportOwners, MoveGpu>;

}  // namespace dibs::fleet
