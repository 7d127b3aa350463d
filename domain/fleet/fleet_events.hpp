// The events of the fleet: hosts, the GPUs found on them, the processes seen there. domain/fleet
// makes and applies them, fleet_fields.hpp stores them.
#pragma once

#include "domain/fleet/gpu_clash.hpp"
#include "domain/fleet/hidden_owners.hpp"
#include "domain/fleet/jump.hpp"
#include "domain/fleet/origin.hpp"
#include "domain/gpu/driver.hpp"
#include "domain/gpu/health.hpp"
#include "domain/gpu/topology.hpp"
#include "domain/kernel/event.hpp"
#include "domain/kernel/ids.hpp"
#include "domain/kernel/sealed.hpp"
#include "domain/kernel/time.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dibs::fleet {

// The bookings of GPUs that cannot be used, and their owners. The bookings run or begin within a
// week. Both lists are ascending.
struct Holders {
    std::vector<ReservationId> reservations;
    std::vector<PersonId> owners;
};
[[nodiscard]] inline Subjects with_holders(Subjects subjects,
                                           const std::optional<Holders>& holders) {
    if (!holders) return subjects;
    subjects.add(holders->reservations);
    subjects.add(holders->owners);
    return subjects;
}

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
    std::optional<Jumps> jumps{};  // absent: none
};
struct HostWay {  // the way to a host
    std::string address;
    std::int64_t port = 22;
    std::string account;
    std::string host_key;
    std::optional<Jumps> jumps{};
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
    std::optional<HostWay> before{};
    std::optional<Jumps> jumps{};
};
struct HostRemoved {
    static constexpr std::string_view type = "host.removed.v1";
    static constexpr std::string_view description = "A host was removed with its GPUs.";
    static constexpr Audience audience() { return Audience::everyone; }
    [[nodiscard]] Subjects subjects() const { return about(id, gpus); }
    HostId id;
    std::string name;
    std::vector<GpuId> gpus{};  // the GPUs that were on it
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
        "A host, or a jump to it, showed a key that is not the pinned one.";
    static constexpr Audience audience() { return Audience::everyone; }
    [[nodiscard]] Subjects subjects() const { return about(id); }
    HostId id;
    std::string offered;
    std::optional<std::string> jump{};  // the jump that offered it
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
    [[nodiscard]] Subjects subjects() const { return with_holders(about(id, gpus), holders); }
    HostId id;
    Driver driver;
    std::vector<GpuId> gpus{};         // the GPUs on it, ascending
    std::optional<Holders> holders{};  // of these, if the driver stopped working or works again
};
struct HostBooted {
    static constexpr std::string_view type = "host.booted.v1";
    static constexpr std::string_view description =
        "A host was restarted, or it became known when it was.";
    static constexpr Audience audience() { return Audience::everyone; }
    [[nodiscard]] Subjects subjects() const { return about(id); }
    HostId id;
    std::string boot_id;  // the kernel's
    std::optional<Instant> booted_at{};
    std::optional<std::string> boot_id_before{};  // none: this is the first known one
};
struct HostTopologyChanged {
    static constexpr std::string_view type = "host.topology_changed.v1";
    static constexpr std::string_view description =
        "A host's GPUs are linked in another way, or it became known how.";
    static constexpr Audience audience() { return Audience::everyone; }
    [[nodiscard]] Subjects subjects() const { return about(id); }
    HostId id;
    Topology topology;
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
    bool hides_processes = false;  // the driver does not report its processes
};
struct GpuChanged {  // moved, changed index, or returned after it was lost
    static constexpr std::string_view type = "gpu.changed.v1";
    static constexpr std::string_view description = "A GPU moved, has another index, or is back.";
    static constexpr Audience audience() { return Audience::everyone; }
    [[nodiscard]] Subjects subjects() const {
        return with_holders(about(id, host, host_before, parent), holders);
    }
    GpuId id;
    HostId host;
    std::int64_t index = 0;
    std::optional<std::string> model{};
    std::optional<std::int64_t> memory_total_mib{};
    std::optional<GpuId> parent{};
    std::optional<HostId> host_before{};  // its earlier host, if it moved
    bool hides_processes = false;
    std::optional<Holders> holders{};  // of a GPU that returned, possibly empty; else absent
};
struct GpuLost {
    static constexpr std::string_view type = "gpu.lost.v1";
    static constexpr std::string_view description = "A GPU is no longer seen on its host.";
    static constexpr Audience audience() { return Audience::everyone; }
    [[nodiscard]] Subjects subjects() const { return with_holders(about(id, host), holders); }
    GpuId id;
    HostId host;
    std::string uuid;
    std::optional<std::string> words{};  // the driver's reason, if any
    std::optional<Holders> holders{};
};
// `reservations` are the bookings of it that run or begin within a week; `owners` are their owners.
struct GpuUnhealthy {
    static constexpr std::string_view type = "gpu.unhealthy.v1";
    static constexpr std::string_view description =
        "A GPU is unhealthy by the rules of the site, or for other reasons than before.";
    static constexpr Audience audience() { return Audience::everyone; }
    [[nodiscard]] Subjects subjects() const {
        return about(id, host, slices, reservations, owners);
    }
    GpuId id;
    HostId host;
    health::Unhealthy unhealthy;
    std::vector<GpuId> slices{};  // its slices
    std::vector<ReservationId> reservations{};
    std::vector<PersonId> owners{};
};
struct GpuHealthy {
    static constexpr std::string_view type = "gpu.healthy.v1";
    static constexpr std::string_view description = "A GPU that was unhealthy is healthy again.";
    static constexpr Audience audience() { return Audience::everyone; }
    [[nodiscard]] Subjects subjects() const {
        return about(id, host, slices, reservations, owners);
    }
    GpuId id;
    HostId host;
    health::Unhealthy before;
    std::vector<GpuId> slices{};
    std::vector<ReservationId> reservations{};
    std::vector<PersonId> owners{};
};
// The owner of the key that seals a process's command line. The command line is known only together
// with the account.
[[nodiscard]] inline KeyOwner key_owner_of(const std::optional<PersonId>& person,
                                           const std::optional<std::string>& unix_name) {
    return person ? KeyOwner{*person} : KeyOwner{unix_name.value_or("")};
}
struct HostProcessesNotRecorded {
    static constexpr std::string_view type = "host.processes_not_recorded.v1";
    static constexpr std::string_view description =
        "More processes came on a host's GPUs than are recorded: so many ended unrecorded.";
    static constexpr Audience audience() { return Audience::everyone; }
    [[nodiscard]] Subjects subjects() const { return about(id); }
    HostId id;
    Instant since;           // the end of the first of them
    std::int64_t count = 0;  // since then
};
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
    std::optional<PersonId> person{};  // the person with that name on Dibs; none: no person has it
    std::optional<Personal<std::string>> command_line{};
    std::vector<GpuId> unknown_slice_gpus{};  // a subset of `gpus`: cards whose slice is unknown
    std::optional<Origin> origin{};           // none: the probe could not look
};
struct ProcessOwnerKnown {  // of a process that appeared without an owner
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
    std::optional<Origin> origin{};
};
struct ProcessGpusChanged {  // it took or left a GPU, or its slice became known
    static constexpr std::string_view type = "process.gpus_changed.v1";
    static constexpr std::string_view description = "A process took or left a GPU: all it has now.";
    static constexpr Audience audience() { return Audience::everyone; }
    [[nodiscard]] Subjects subjects() const { return about(id, person, gpus, host); }
    [[nodiscard]] KeyOwner key_owner() const { return key_owner_of(person, unix_name); }
    ProcessId id;
    HostId host;
    std::vector<GpuId> gpus;
    std::int64_t pid = 0;
    std::optional<std::string> unix_name{};
    std::optional<PersonId> person{};
    std::vector<GpuId> unknown_slice_gpus{};
};
struct ProcessGone {
    static constexpr std::string_view type = "process.gone.v1";
    static constexpr std::string_view description = "A process is no longer seen.";
    static constexpr Audience audience() { return Audience::everyone; }
    [[nodiscard]] Subjects subjects() const { return about(id, person, gpus, host); }
    [[nodiscard]] KeyOwner key_owner() const { return key_owner_of(person, unix_name); }
    ProcessId id;
    HostId host;
    std::vector<GpuId> gpus;
    std::int64_t pid = 0;
    std::optional<Instant> started{};
    std::optional<std::string> unix_name{};
    std::optional<PersonId> person{};
};
using Event = EventOf<HostEnrolled, HostChanged, HostRemoved, HostReached, HostLost, HostKeyRefused,
                      HostOwnersHidden, HostOwnersSeen, HostDriverChanged, HostBooted,
                      HostTopologyChanged, HostProcessesNotRecorded, GpuDiscovered, GpuChanged,
                      GpuLost, GpuClashBegan, GpuClashEnded, GpuUnhealthy, GpuHealthy,
                      ProcessAppeared, ProcessOwnerKnown, ProcessGpusChanged, ProcessGone>;

}  // namespace dibs::fleet
