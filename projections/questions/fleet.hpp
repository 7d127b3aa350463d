// Questions about hosts, GPUs and processes, answered from one snapshot (snapshot.hpp). Any thread.
#pragma once

#include "projections/fleet/fleet_views.hpp"
#include "projections/questions/snapshot.hpp"
#include "projections/store/page.hpp"

namespace dibs {

[[nodiscard]] std::optional<views::Host> find_host(const Snapshot& tables, HostId id);
[[nodiscard]] std::optional<HostId> host_called(const Snapshot& tables,
                                                std::string_view id_or_name);
// ordered by name
[[nodiscard]] Slice<views::Host> list_hosts(const Snapshot& tables, const PageFrom& page);
[[nodiscard]] std::optional<views::Gpu> find_gpu(const Snapshot& tables, GpuId id);
// By the driver's UUID, as samples name it.
[[nodiscard]] std::optional<GpuId> gpu_of_uuid(const Snapshot& tables, std::string_view uuid);
// "gpu03:2"
[[nodiscard]] std::string gpu_name(const Snapshot& tables, GpuId id);
[[nodiscard]] std::optional<std::string> host_name_of(const Snapshot& tables, GpuId id);
// Those of these GPUs that cannot be used now.
[[nodiscard]] std::vector<views::GpuTrouble> troubles_of(const Snapshot& tables,
                                                         const std::vector<GpuId>& gpus);
// Ordered by host name and index, without GPUs of removed hosts.
[[nodiscard]] Slice<views::Gpu> list_gpus(const Snapshot& tables, const views::GpuFilter& filter,
                                          const PageFrom& page);
// The same GPUs without live values and holders. Cheap.
[[nodiscard]] std::vector<views::CalendarGpu> plain_gpus(const Snapshot& tables,
                                                         const views::GpuFilter& filter);
// The GPU, its parent and its slices: a booking of one excludes the others.
[[nodiscard]] std::vector<GpuId> overlapping_devices(const Snapshot& tables, GpuId id);
// Ordered by host name, GPU index, pid.
[[nodiscard]] Slice<views::Process> list_processes(const Snapshot& tables,
                                                   const views::ProcessFilter& filter,
                                                   const PageFrom& page);
// One row for each GPU of the process; empty if it has ended.
[[nodiscard]] std::vector<views::Process> rows_of_process(const Snapshot& tables, ProcessId id);
// Processes on these GPUs, each with its GPU.
[[nodiscard]] std::vector<views::ProcessOnGpu> processes_on(const Snapshot& tables,
                                                            const std::vector<GpuId>& gpus);
// Processes on each GPU that has any, as last seen.
[[nodiscard]] std::map<GpuId, std::vector<ProcessId>> running_processes(const Snapshot& tables);
// GPUs with processes of other people or of unknown accounts.
[[nodiscard]] std::set<GpuId> worked_on_by_others(const Snapshot& tables, PersonId me);

}  // namespace dibs
