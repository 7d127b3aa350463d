// Names of things for people.
#pragma once

#include "domain/kernel/ids.hpp"
#include "domain/kernel/sealed.hpp"
#include "projections/store/store.hpp"

#include <string>
#include <vector>

namespace dibs::projections {

// "gpu03:2"; the id if the GPU is not in the tables.
[[nodiscard]] std::string gpu_name(const Txn& txn, GpuId id);
// "gpu03:0-3,5 gpu04:1"
[[nodiscard]] std::string gpu_names_short(const Txn& txn, const std::vector<GpuId>& ids);
[[nodiscard]] std::string host_name(const Txn& txn, HostId id);
// Empty if the person is unknown.
[[nodiscard]] Personal<std::string> person_name(const Txn& txn, PersonId id);

}  // namespace dibs::projections
