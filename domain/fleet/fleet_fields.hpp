// The stored format of fleet: the names of all fields of its events and commands. They are on disks
// permanently. A change needs a new event type and a step in upcast.cpp.
#pragma once

#include "domain/fleet/fleet.hpp"
#include "domain/fleet/origin_fields.hpp"
#include "domain/gpu/health_fields.hpp"
#include "domain/gpu/topology_fields.hpp"
#include "domain/kernel/fields.hpp"

namespace dibs {

template <>
struct Fields<fleet::Jump> {
    using T = fleet::Jump;
    static constexpr auto list =
        field_list(field("address", &T::address), field("port", &T::port),
                   field("user", &T::account), field("host_key_fingerprint", &T::host_key));
};
template <>
struct Fields<fleet::EnrolHost> {
    using T = fleet::EnrolHost;
    static constexpr auto list =
        field_list(field("id", &T::id), field("name", &T::name), field("address", &T::address),
                   field("port", &T::port), field("user", &T::account),
                   field("host_key_fingerprint", &T::host_key), field("jumps", &T::jumps));
};
template <>
struct Fields<fleet::ChangeHost> {
    using T = fleet::ChangeHost;
    static constexpr auto list =
        field_list(field("id", &T::id), field("address", &T::address), field("port", &T::port),
                   field("user", &T::account), field("host_key_fingerprint", &T::host_key),
                   field("expected", &T::expected), field("jumps", &T::jumps));
};
template <>
struct Fields<fleet::RemoveHost> {
    using T = fleet::RemoveHost;
    static constexpr auto list = field_list(field("id", &T::id));
};
template <>
struct Fields<fleet::ReportReached> {
    using T = fleet::ReportReached;
    static constexpr auto list = field_list(field("host_id", &T::host));
};
template <>
struct Fields<fleet::ReportLost> {
    using T = fleet::ReportLost;
    static constexpr auto list =
        field_list(field("host_id", &T::host), field("reason", &T::reason));
};
template <>
struct Fields<fleet::ReportHostKey> {
    using T = fleet::ReportHostKey;
    static constexpr auto list = field_list(field("host_id", &T::host),
                                            field("offered", &T::offered), field("jump", &T::jump));
};
template <>
struct Names<fleet::DriverState> {
    using E = fleet::DriverState;
    static constexpr std::array list = {named(E::unknown, "unknown"), named(E::working, "working"),
                                        named(E::broken, "broken"), named(E::missing, "missing"),
                                        named(E::unsupported, "unsupported")};
};
template <>
struct Fields<fleet::Driver> {
    using T = fleet::Driver;
    static constexpr auto list = field_list(field("state", &T::state), field("words", &T::words));
};
template <>
struct Fields<fleet::ReportDriver> {
    using T = fleet::ReportDriver;
    static constexpr auto list =
        field_list(field("host_id", &T::host), field("driver", &T::driver));
};
template <>
struct Fields<fleet::ReportBoot> {
    using T = fleet::ReportBoot;
    static constexpr auto list =
        field_list(field("host_id", &T::host), field("boot_id", &T::boot_id),
                   field("booted_at", &T::booted_at));
};
template <>
struct Fields<fleet::ReportTopology> {
    using T = fleet::ReportTopology;
    static constexpr auto list =
        field_list(field("host_id", &T::host), field("topology", &T::topology));
};
template <>
struct Fields<fleet::SeenGpu> {
    using T = fleet::SeenGpu;
    static constexpr auto list = field_list(
        field("uuid", &T::uuid), field("index", &T::index), field("model", &T::model),
        field("memory_total_mib", &T::memory_total_mib), field("parent_uuid", &T::parent_uuid),
        field("hides_processes", &T::hides_processes), field("slices_known", &T::slices_known));
};
template <>
struct Fields<fleet::LostGpu> {
    using T = fleet::LostGpu;
    static constexpr auto list = field_list(field("uuid", &T::uuid), field("words", &T::words));
};
template <>
struct Fields<fleet::ReportGpus> {
    using T = fleet::ReportGpus;
    static constexpr auto list =
        field_list(field("host_id", &T::host), field("gpus", &T::gpus), field("lost", &T::lost));
};
template <>
struct Fields<fleet::SeenHealth> {
    using T = fleet::SeenHealth;
    static constexpr auto list =
        field_list(field("uuid", &T::uuid), field("readings", &T::readings));
};
template <>
struct Fields<fleet::ReportHealth> {
    using T = fleet::ReportHealth;
    static constexpr auto list = field_list(field("host_id", &T::host), field("gpus", &T::gpus));
};
template <>
struct Fields<fleet::GpuUnhealthy> {
    using T = fleet::GpuUnhealthy;
    static constexpr auto list =
        field_list(field("id", &T::id), field("host_id", &T::host),
                   field("unhealthy", &T::unhealthy), field("slices", &T::slices),
                   field("reservations", &T::reservations), field("owners", &T::owners));
};
template <>
struct Fields<fleet::GpuHealthy> {
    using T = fleet::GpuHealthy;
    static constexpr auto list =
        field_list(field("id", &T::id), field("host_id", &T::host), field("before", &T::before),
                   field("slices", &T::slices), field("reservations", &T::reservations),
                   field("owners", &T::owners));
};
template <>
struct Fields<fleet::SeenProcess> {
    using T = fleet::SeenProcess;
    static constexpr auto list = field_list(
        field("gpu_uuids", &T::gpu_uuids), field("pid", &T::pid), field("started_at", &T::started),
        field("unix_name", &T::unix_name), field("command_line", &T::command_line),
        field("unknown_slice_gpus", &T::unknown_slice_gpus), field("origin", &T::origin),
        field("waits", &T::waits));
};
template <>
struct Fields<fleet::ReportProcesses> {
    using T = fleet::ReportProcesses;
    static constexpr auto list =
        field_list(field("host_id", &T::host), field("running", &T::running));
};
template <>
struct Fields<fleet::ReportNotRecorded> {
    using T = fleet::ReportNotRecorded;
    static constexpr auto list = field_list(field("host_id", &T::host), field("since", &T::since),
                                            field("count", &T::count));
};
template <>
struct Fields<fleet::ReportOwners> {
    using T = fleet::ReportOwners;
    static constexpr auto list =
        field_list(field("host_id", &T::host), field("proc_hides", &T::proc_hides),
                   field("group", &T::group), field("all_known", &T::all_known));
};
template <>
struct Names<fleet::Hiding> {
    using E = fleet::Hiding;
    static constexpr std::array list = {named(E::hidepid, "hidepid"),
                                        named(E::pid_namespace, "pid_namespace")};
};
template <>
struct Fields<fleet::HiddenOwners> {
    using T = fleet::HiddenOwners;
    static constexpr auto list = field_list(field("why", &T::why), field("group", &T::group));
};
template <>
struct Fields<fleet::HostEnrolled> {
    using T = fleet::HostEnrolled;
    static constexpr auto list =
        field_list(field("id", &T::id), field("name", &T::name), field("address", &T::address),
                   field("port", &T::port), field("user", &T::account),
                   field("host_key_fingerprint", &T::host_key), field("jumps", &T::jumps));
};
template <>
struct Fields<fleet::HostWay> {
    using T = fleet::HostWay;
    static constexpr auto list = field_list(
        field("address", &T::address), field("port", &T::port), field("user", &T::account),
        field("host_key_fingerprint", &T::host_key), field("jumps", &T::jumps));
};
template <>
struct Fields<fleet::HostChanged> {
    using T = fleet::HostChanged;
    static constexpr auto list =
        field_list(field("id", &T::id), field("address", &T::address), field("port", &T::port),
                   field("user", &T::account), field("host_key_fingerprint", &T::host_key),
                   field("before", &T::before), field("jumps", &T::jumps));
};
template <>
struct Fields<fleet::HostRemoved> {
    using T = fleet::HostRemoved;
    static constexpr auto list =
        field_list(field("id", &T::id), field("name", &T::name), field("gpus", &T::gpus));
};
template <>
struct Fields<fleet::HostReached> {
    using T = fleet::HostReached;
    static constexpr auto list = field_list(field("id", &T::id));
};
template <>
struct Fields<fleet::HostLost> {
    using T = fleet::HostLost;
    static constexpr auto list = field_list(field("id", &T::id), field("reason", &T::reason));
};
template <>
struct Fields<fleet::HostKeyRefused> {
    using T = fleet::HostKeyRefused;
    static constexpr auto list =
        field_list(field("id", &T::id), field("offered", &T::offered), field("jump", &T::jump));
};
template <>
struct Fields<fleet::HostOwnersHidden> {
    using T = fleet::HostOwnersHidden;
    static constexpr auto list = field_list(field("id", &T::id), field("owners", &T::owners));
};
template <>
struct Fields<fleet::HostOwnersSeen> {
    using T = fleet::HostOwnersSeen;
    static constexpr auto list = field_list(field("id", &T::id));
};
template <>
struct Fields<fleet::Holders> {
    using T = fleet::Holders;
    static constexpr auto list =
        field_list(field("reservations", &T::reservations), field("owners", &T::owners));
};
template <>
struct Fields<fleet::HostDriverChanged> {
    using T = fleet::HostDriverChanged;
    static constexpr auto list = field_list(field("id", &T::id), field("driver", &T::driver),
                                            field("gpus", &T::gpus), field("holders", &T::holders));
};
template <>
struct Fields<fleet::HostBooted> {
    using T = fleet::HostBooted;
    static constexpr auto list =
        field_list(field("id", &T::id), field("boot_id", &T::boot_id),
                   field("booted_at", &T::booted_at), field("boot_id_before", &T::boot_id_before));
};
template <>
struct Fields<fleet::HostTopologyChanged> {
    using T = fleet::HostTopologyChanged;
    static constexpr auto list = field_list(field("id", &T::id), field("topology", &T::topology));
};
template <>
struct Fields<fleet::HostProcessesNotRecorded> {
    using T = fleet::HostProcessesNotRecorded;
    static constexpr auto list =
        field_list(field("id", &T::id), field("since", &T::since), field("count", &T::count));
};
template <>
struct Fields<fleet::GpuDiscovered> {
    using T = fleet::GpuDiscovered;
    static constexpr auto list =
        field_list(field("id", &T::id), field("host_id", &T::host), field("uuid", &T::uuid),
                   field("index", &T::index), field("model", &T::model),
                   field("memory_total_mib", &T::memory_total_mib), field("parent_id", &T::parent),
                   field("hides_processes", &T::hides_processes));
};
template <>
struct Fields<fleet::GpuChanged> {
    using T = fleet::GpuChanged;
    static constexpr auto list =
        field_list(field("id", &T::id), field("host_id", &T::host), field("index", &T::index),
                   field("model", &T::model), field("memory_total_mib", &T::memory_total_mib),
                   field("parent_id", &T::parent), field("host_before_id", &T::host_before),
                   field("hides_processes", &T::hides_processes), field("holders", &T::holders));
};
template <>
struct Fields<fleet::GpuLost> {
    using T = fleet::GpuLost;
    static constexpr auto list =
        field_list(field("id", &T::id), field("host_id", &T::host), field("uuid", &T::uuid),
                   field("words", &T::words), field("holders", &T::holders));
};
template <>
struct Fields<fleet::MoveGpu> {
    using T = fleet::MoveGpu;
    static constexpr auto list = field_list(field("gpu_id", &T::gpu), field("host_id", &T::host));
};
template <>
struct Fields<fleet::GpuClashBegan> {
    using T = fleet::GpuClashBegan;
    static constexpr auto list = field_list(
        field("id", &T::id), field("host_id", &T::host), field("claimant_id", &T::claimant),
        field("uuid", &T::uuid), field("index", &T::index), field("since", &T::since));
};
template <>
struct Fields<fleet::GpuClashEnded> {
    using T = fleet::GpuClashEnded;
    static constexpr auto list =
        field_list(field("id", &T::id), field("host_id", &T::host),
                   field("claimant_id", &T::claimant), field("uuid", &T::uuid));
};
template <>
struct Fields<fleet::Clash> {
    using T = fleet::Clash;
    static constexpr auto list = field_list(field("claimant_id", &T::claimant),
                                            field("index", &T::index), field("since", &T::since));
};
template <>
struct Fields<fleet::ProcessAppeared> {
    using T = fleet::ProcessAppeared;
    static constexpr auto list = field_list(
        field("id", &T::id), field("host_id", &T::host), field("gpus", &T::gpus),
        field("pid", &T::pid), field("started_at", &T::started),
        sealed_field("unix_name", &T::unix_name), field("person_id", &T::person),
        field("command_line", &T::command_line),
        field("unknown_slice_gpus", &T::unknown_slice_gpus), field("origin", &T::origin));
};
template <>
struct Fields<fleet::ProcessOwnerKnown> {
    using T = fleet::ProcessOwnerKnown;
    static constexpr auto list =
        field_list(field("id", &T::id), field("host_id", &T::host), field("gpus", &T::gpus),
                   field("pid", &T::pid), field("started_at", &T::started),
                   sealed_field("unix_name", &T::unix_name), field("person_id", &T::person),
                   field("command_line", &T::command_line), field("origin", &T::origin));
};
template <>
struct Fields<fleet::ProcessGpusChanged> {
    using T = fleet::ProcessGpusChanged;
    static constexpr auto list = field_list(
        field("id", &T::id), field("host_id", &T::host), field("gpus", &T::gpus),
        field("pid", &T::pid), sealed_field("unix_name", &T::unix_name),
        field("person_id", &T::person), field("unknown_slice_gpus", &T::unknown_slice_gpus));
};
template <>
struct Fields<fleet::ProcessGone> {
    using T = fleet::ProcessGone;
    static constexpr auto list =
        field_list(field("id", &T::id), field("host_id", &T::host), field("gpus", &T::gpus),
                   field("pid", &T::pid), field("started_at", &T::started),
                   sealed_field("unix_name", &T::unix_name), field("person_id", &T::person));
};

// --- rows of a snapshot

template <>
struct Names<fleet::Reach> {
    using E = fleet::Reach;
    static constexpr std::array list = {named(E::never, "never"), named(E::reached, "reached"),
                                        named(E::lost, "lost")};
};
template <>
struct Fields<fleet::NotRecorded> {
    using T = fleet::NotRecorded;
    static constexpr auto list = field_list(field("since", &T::since), field("count", &T::count));
};
template <>
struct Fields<fleet::Host> {
    using T = fleet::Host;
    static constexpr auto list =
        field_list(field("enrolled", &T::enrolled), field("version", &T::version),
                   field("reach", &T::reach), field("reason", &T::reason),
                   field("offered_key", &T::offered_key), field("hidden_owners", &T::hidden_owners),
                   field("driver", &T::driver), field("boot_id", &T::boot_id),
                   field("topology", &T::topology), field("not_recorded", &T::not_recorded));
};
template <>
struct Fields<fleet::Gpu> {
    using T = fleet::Gpu;
    static constexpr auto list =
        field_list(field("id", &T::id), field("host_id", &T::host), field("uuid", &T::uuid),
                   field("index", &T::index), field("model", &T::model),
                   field("memory_total_mib", &T::memory_total_mib), field("parent_id", &T::parent),
                   field("lost", &T::lost), field("lost_words", &T::lost_words),
                   field("hides_processes", &T::hides_processes), field("clashes", &T::clashes),
                   field("unhealthy", &T::unhealthy));
};
template <>
struct Fields<fleet::Process> {
    using T = fleet::Process;
    static constexpr auto list =
        field_list(field("id", &T::id), field("host_id", &T::host), field("gpus", &T::gpus),
                   field("pid", &T::pid), field("started_at", &T::started),
                   sealed_field("unix_name", &T::unix_name), field("person_id", &T::person),
                   field("unknown_slice_gpus", &T::unknown_slice_gpus),
                   field("command_line", &T::command_line), field("origin", &T::origin));
};

}  // namespace dibs
