// Hosts, GPUs and processes as last reported. Removed hosts, lost GPUs and ended processes stay by
// id, because bookings, violations and the history name them.
#pragma once

#include "domain/fleet/fleet_fields.hpp"
#include "domain/world/world.hpp"
#include "projections/store/keys.hpp"
#include "projections/store/packed.hpp"
#include "projections/store/store.hpp"

#include <optional>
#include <vector>

namespace dibs::projections {

struct HostRow {
    std::string name;  // first: often the only field read (people/names.cpp)
    std::string address;
    std::int64_t port = 22;
    std::string account;
    std::string host_key;
    fleet::Version version = 1;
    fleet::Reach reach{};
    std::string reason;
    std::string offered_key;
    std::optional<Instant> state_since{};
    Instant added_at;
    std::optional<Instant> removed_at{};
    std::optional<fleet::HiddenOwners> hidden_owners{};
    fleet::DriverState driver_state{};
    std::string driver_words{};
    std::optional<Instant> driver_since{};
    std::vector<GpuId> claims{};  // GPUs of other hosts that this host reports; ascending
    std::string boot_id{};
    std::optional<Instant> booted_at{};
    std::optional<fleet::Topology> topology{};

    [[nodiscard]] fleet::Driver driver() const { return {driver_state, driver_words}; }
    std::optional<Instant> not_recorded_since{};  // processes that ended unrecorded
    std::optional<Instant> not_recorded_until{};
    std::int64_t not_recorded = 0;
    std::optional<fleet::Jumps> jumps{};
    std::optional<std::string> offered_by_jump{};  // the jump host that offered the key
};

struct GpuRow {
    HostId host;
    std::string uuid;
    std::int64_t index = 0;
    std::optional<std::string> model{};
    std::optional<std::int64_t> memory_total_mib{};
    std::optional<GpuId> parent{};
    bool lost = false;
    std::optional<std::string> lost_words{};
    std::optional<Instant> lost_since{};
    bool hides_processes = false;
    std::vector<fleet::Clash> clashes{};  // ordered by claimant
    std::optional<health::Unhealthy> unhealthy{};
};

struct ProcessRow {
    HostId host;
    std::vector<GpuId> gpus;  // after its end: the last ones
    std::int64_t pid = 0;
    std::optional<Instant> started{};
    std::optional<std::string> unix_name{};
    std::optional<Personal<std::string>> command_line{};
    std::optional<Instant> ended_at{};
    std::vector<GpuId> unknown_slice_gpus{};  // GPUs on which it uses a slice that is not known
    std::optional<fleet::Origin> origin{};
    Instant appeared_at{};  // time of its record
};

struct Fleet {
    static constexpr std::string_view name = "fleet";
    static constexpr int version = 11;
    static constexpr TableSet tables{Table::hosts,     Table::host_names,       Table::gpus,
                                     Table::gpu_uuids, Table::host_gpus,        Table::processes,
                                     Table::running,   Table::running_processes};
    static void project(WriteTxn& txn, const Recorded& recorded);
};

[[nodiscard]] std::optional<HostRow> find_host(const Txn& txn, HostId id);
[[nodiscard]] std::optional<GpuRow> find_gpu(const Txn& txn, GpuId id);
[[nodiscard]] std::optional<ProcessRow> find_process(const Txn& txn, ProcessId id);
struct HostGpu {
    GpuId id;
    std::optional<GpuId> parent{};
};
// The index of a slice's parent GPU; none for a whole GPU.
[[nodiscard]] std::optional<std::int64_t> parent_index_of(const Txn& txn, const GpuRow& row);
[[nodiscard]] std::vector<HostGpu> gpus_of_host(const Txn& txn, HostId id);
// Number of GPUs that can be booked at the same time. A partitioned GPU counts as its slices.
[[nodiscard]] std::size_t bookable_count(const std::vector<HostGpu>& present);
// GPUs of the host that are not lost.
[[nodiscard]] std::vector<HostGpu> present_gpus(const Txn& txn, HostId id);
[[nodiscard]] std::vector<ProcessId> running_on(const Txn& txn, GpuId id);
// Whether any process runs on the GPU. `running` is a cursor of the table `running`.
[[nodiscard]] bool runs_on(TableCursor& running, GpuId id);
// The GPU itself, its parent and its slices. `all` are the GPUs of its host.
[[nodiscard]] std::vector<GpuId> overlapping_devices(const Txn& txn, GpuId id);
[[nodiscard]] std::vector<GpuId> overlapping_devices(const std::vector<HostGpu>& all, GpuId id);

}  // namespace dibs::projections

namespace dibs {

template <>
struct Fields<projections::HostRow> {
    using T = projections::HostRow;
    static constexpr auto list = field_list(
        field("name", &T::name), field("address", &T::address), field("port", &T::port),
        field("user", &T::account), field("host_key_fingerprint", &T::host_key),
        field("version", &T::version), field("reach", &T::reach), field("reason", &T::reason),
        field("offered_key", &T::offered_key), field("state_since", &T::state_since),
        field("added_at", &T::added_at), field("removed_at", &T::removed_at),
        field("hidden_owners", &T::hidden_owners), field("driver_state", &T::driver_state),
        field("driver_words", &T::driver_words), field("driver_since", &T::driver_since),
        field("claims", &T::claims), field("boot_id", &T::boot_id),
        field("booted_at", &T::booted_at), field("topology", &T::topology),
        field("not_recorded_since", &T::not_recorded_since),
        field("not_recorded_until", &T::not_recorded_until),
        field("not_recorded", &T::not_recorded), field("jumps", &T::jumps),
        field("offered_by_jump", &T::offered_by_jump));
};
template <>
struct Fields<projections::GpuRow> {
    using T = projections::GpuRow;
    static constexpr auto list =
        field_list(field("host_id", &T::host), field("uuid", &T::uuid), field("index", &T::index),
                   field("model", &T::model), field("memory_total_mib", &T::memory_total_mib),
                   field("parent_id", &T::parent), field("lost", &T::lost),
                   field("lost_words", &T::lost_words), field("lost_since", &T::lost_since),
                   field("hides_processes", &T::hides_processes), field("clashes", &T::clashes),
                   field("unhealthy", &T::unhealthy));
};
template <>
struct Fields<projections::ProcessRow> {
    using T = projections::ProcessRow;
    static constexpr auto list =
        field_list(field("host_id", &T::host), field("gpus", &T::gpus), field("pid", &T::pid),
                   field("started_at", &T::started), field("unix_name", &T::unix_name),
                   field("command_line", &T::command_line), field("ended_at", &T::ended_at),
                   field("unknown_slice_gpus", &T::unknown_slice_gpus), field("origin", &T::origin),
                   field("appeared_at", &T::appeared_at));
};

}  // namespace dibs
