// Views of hosts, GPUs and processes, and of the calendar, which lists GPUs too.
#pragma once

#include "domain/fleet/fleet_fields.hpp"
#include "domain/gpu/driver.hpp"
#include "domain/gpu/gpu_index.hpp"
#include "projections/calendar/gpu_state.hpp"
#include "projections/calendar/reservation_views.hpp"
#include "projections/fleet/occupancy.hpp"
#include "projections/store/decimal.hpp"
#include "projections/usage/usage_views.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace dibs::views {

// key_changed: the host offers another host key than the pinned one; Dibs does not connect.
// driver_broken: the host is reachable, but reports no GPUs.
enum class HostState { connecting, reachable, unreachable, key_changed, driver_broken };
// True if the host answers: its reports are current.
[[nodiscard]] constexpr bool is_reached(HostState state) {
    return state == HostState::reachable || state == HostState::driver_broken;
}

struct Driver {
    fleet::DriverState state{};
    std::optional<std::string> words{};  // error message of a broken driver
    std::optional<Instant> since{};
};

// A GPU that a host reports although it belongs to another host.
struct Clash {
    GpuId gpu;
    std::string gpu_name;
    std::string uuid;
    HostId host_id;  // the host it belongs to
    std::string host_name;
    HostId claimant_id;
    std::string claimant_name;
    std::int64_t claimed_index = 0;  // its index on the claimant
    Instant since;
};

// Processes that ended unrecorded, because more appeared than Dibs records.
struct NotRecorded {
    Instant from;
    Instant until;
    std::int64_t count = 0;
};
struct Host {
    HostId id;
    std::string name;
    std::string address;
    std::int64_t port = 22;
    std::string user;
    std::string host_key_fingerprint;
    fleet::Version version = 1;
    HostState state{};
    std::optional<Instant> state_since{};
    std::optional<std::string> reason{};
    std::optional<std::string> offered_key{};
    std::optional<fleet::HiddenOwners> hidden_owners{};
    Driver driver{};
    std::int64_t gpu_count = 0;    // without lost GPUs; a partitioned GPU counts as its slices
    std::vector<Clash> clashes{};  // about its GPUs, then about those that it claims
    std::optional<Live> live{};
    Instant added_at;
    std::optional<std::string> boot_id{};
    std::optional<Instant> booted_at{};
    std::optional<fleet::Topology> topology{};  // only in the answer about one host
    // from the probes, not from facts; the caller adds it
    std::optional<std::string> fullest_disk{};
    // from the probes, not from facts; the caller adds it
    std::optional<std::int64_t> clock_offset_s{};
    std::optional<NotRecorded> not_recorded{};
    // from the probes, not from facts; the caller adds it
    std::optional<std::int64_t> processes_skipped{};
    std::optional<std::string> failure{};  // from the probes, not from facts; the caller adds it
    std::optional<fleet::Jumps> jumps{};
    std::optional<std::string> offered_by_jump{};  // the jump host that offered the key
};

struct Gpu {
    GpuId id;
    HostId host_id;
    std::string host_name;
    std::int64_t index = 0;
    std::string uuid;
    std::optional<std::string> model{};
    std::optional<std::int64_t> memory_total_mib{};
    std::optional<GpuId> parent{};  // of a slice: the GPU that it is part of
    std::optional<std::int64_t> parent_index{};
    GpuState state{};
    std::optional<std::string> reason{};   // why it is not available
    std::optional<Instant> state_since{};  // only if it is not available
    // as last seen; its own state or its parent GPU's
    std::optional<health::Unhealthy> unhealthy{};
    bool processes_known = false;  // false: no listed process does not mean that none runs
    std::vector<Clash> clashes{};
    std::optional<Live> live{};
    std::optional<Occupancy> occupancy{};  // none: not known, or unused and not available
    std::optional<Holder> reservation{};   // the running one
    std::optional<Holder> next{};
    std::optional<Instant> free_until{};  // only if it is free now and booked later
    std::optional<Instant> free_from{};   // only if it is held now: when it is free again
};

struct CalendarGpu {
    GpuId id;
    HostId host_id;
    std::string host_name;
    std::int64_t index = 0;
    std::optional<std::string> model{};
    std::optional<std::int64_t> memory_total_mib{};
    std::optional<std::int64_t> memory_nominal_mib{};
    std::optional<GpuId> parent{};
    std::optional<std::int64_t> parent_index{};
    GpuState state{};
    std::optional<std::string> reason{};
    bool seen = false;  // its processes are visible; not in the JSON

    [[nodiscard]] GpuIndex place() const { return gpu_index(parent_index, index); }
};

struct Calendar {
    Instant from;
    Instant until;
    std::vector<CalendarGpu> gpus;
    std::vector<CalendarRow> reservations;  // ordered by start; each once
    std::map<std::string, Personal<std::string>> people;
};

// Origin of a process, with the current name of the account that started it.
struct Origin {
    std::optional<fleet::Container> container{};
    std::optional<std::string> tty{};
    std::optional<fleet::Session> session{};
    std::optional<std::string> started_by{};  // UNIX account
    std::optional<PersonId> starter{};
    std::optional<Personal<std::string>> starter_name{};
    std::optional<std::int64_t> uid{};
};

struct Process {
    ProcessId id;
    GpuId gpu;
    std::string gpu_name;
    HostId host_id;
    std::string host_name;
    std::int64_t pid = 0;
    std::optional<std::string> unix_name{};  // like command and start; none: the host hides them
    std::optional<PersonId> person{};
    std::optional<Personal<std::string>> person_name{};
    std::optional<Personal<std::string>> command{};
    std::optional<Instant> started_at{};
    std::optional<Decimal> memory_used_mib{};
    std::optional<ViolationId> violation{};
    std::optional<Instant> unknown_since{};  // not seen since then: it may have ended
    std::optional<bool> slice_unknown{};     // it runs on a slice of `gpu`; which one is not known
    std::optional<Origin> origin{};          // none: it could not be read
    // the person who sees all of `command`; not in the JSON
    std::optional<PersonId> command_owner{};
};

struct GpuFilter {
    std::optional<HostId> host{};
    std::string model{};  // part of the model's name, case-insensitive
    std::vector<GpuState> states{};
};

struct ProcessFilter {
    std::optional<HostId> host{};
    std::vector<GpuId> gpus{};
    std::optional<PersonId> person{};
};

}  // namespace dibs::views

namespace dibs {

template <>
struct Names<views::HostState> {
    using E = views::HostState;
    static constexpr std::array list = {
        named(E::connecting, "connecting"), named(E::reachable, "reachable"),
        named(E::unreachable, "unreachable"), named(E::key_changed, "key_changed"),
        named(E::driver_broken, "driver_broken")};
};
template <>
struct Fields<views::Driver> {
    using T = views::Driver;
    static constexpr auto list =
        field_list(field("state", &T::state), field("words", &T::words), field("since", &T::since));
};
template <>
struct Fields<views::Clash> {
    using T = views::Clash;
    static constexpr auto list = field_list(
        field("gpu_id", &T::gpu), field("gpu_name", &T::gpu_name), field("uuid", &T::uuid),
        field("host_id", &T::host_id), field("host_name", &T::host_name),
        field("claimant_id", &T::claimant_id), field("claimant_name", &T::claimant_name),
        field("claimed_index", &T::claimed_index), field("since", &T::since));
};
template <>
struct Fields<views::NotRecorded> {
    using T = views::NotRecorded;
    static constexpr auto list =
        field_list(field("from", &T::from), field("until", &T::until), field("count", &T::count));
};
template <>
struct Fields<views::Host> {
    using T = views::Host;
    static constexpr auto list = field_list(
        field("id", &T::id), field("name", &T::name), field("address", &T::address),
        field("port", &T::port), field("user", &T::user),
        field("host_key_fingerprint", &T::host_key_fingerprint), field("version", &T::version),
        field("state", &T::state), field("state_since", &T::state_since),
        field("reason", &T::reason), field("offered_key", &T::offered_key),
        field("hidden_owners", &T::hidden_owners), field("driver", &T::driver),
        field("gpu_count", &T::gpu_count), field("clashes", &T::clashes), field("live", &T::live),
        field("added_at", &T::added_at), field("boot_id", &T::boot_id),
        field("booted_at", &T::booted_at), field("topology", &T::topology),
        field("fullest_disk", &T::fullest_disk), field("clock_offset_s", &T::clock_offset_s),
        field("not_recorded", &T::not_recorded), field("processes_skipped", &T::processes_skipped),
        field("failure", &T::failure), field("jumps", &T::jumps),
        field("offered_by_jump", &T::offered_by_jump));
};
template <>
struct Fields<views::Gpu> {
    using T = views::Gpu;
    static constexpr auto list = field_list(
        field("id", &T::id), field("host_id", &T::host_id), field("host_name", &T::host_name),
        field("index", &T::index), field("uuid", &T::uuid), field("model", &T::model),
        field("memory_total_mib", &T::memory_total_mib), field("parent_id", &T::parent),
        field("parent_index", &T::parent_index), field("state", &T::state),
        field("reason", &T::reason), field("state_since", &T::state_since),
        field("unhealthy", &T::unhealthy), field("processes_known", &T::processes_known),
        field("clashes", &T::clashes), field("live", &T::live), field("occupancy", &T::occupancy),
        field("reservation", &T::reservation), field("next", &T::next),
        field("free_until", &T::free_until), field("free_from", &T::free_from));
};
template <>
struct Fields<views::CalendarGpu> {
    using T = views::CalendarGpu;
    static constexpr auto list =
        field_list(field("id", &T::id), field("host_id", &T::host_id),
                   field("host_name", &T::host_name), field("index", &T::index),
                   field("model", &T::model), field("memory_total_mib", &T::memory_total_mib),
                   field("memory_nominal_mib", &T::memory_nominal_mib),
                   field("parent_id", &T::parent), field("parent_index", &T::parent_index),
                   field("state", &T::state), field("reason", &T::reason));
};
template <>
struct Fields<views::Calendar> {
    using T = views::Calendar;
    static constexpr auto list =
        field_list(field("from", &T::from), field("until", &T::until), field("gpus", &T::gpus),
                   field("reservations", &T::reservations), field("people", &T::people));
};
template <>
struct Fields<views::Origin> {
    using T = views::Origin;
    static constexpr auto list = field_list(
        field("container", &T::container), field("tty", &T::tty), field("session", &T::session),
        field("started_by", &T::started_by), field("starter_id", &T::starter),
        field("starter_name", &T::starter_name), field("uid", &T::uid));
};
template <>
struct Fields<views::Process> {
    using T = views::Process;
    static constexpr auto list = field_list(
        field("id", &T::id), field("gpu_id", &T::gpu), field("gpu_name", &T::gpu_name),
        field("host_id", &T::host_id), field("host_name", &T::host_name), field("pid", &T::pid),
        field("unix_name", &T::unix_name), field("person_id", &T::person),
        field("person_name", &T::person_name), field("command", &T::command),
        field("started_at", &T::started_at), field("memory_used_mib", &T::memory_used_mib),
        field("violation_id", &T::violation), field("unknown_since", &T::unknown_since),
        field("slice_unknown", &T::slice_unknown), field("origin", &T::origin));
};

}  // namespace dibs
