// Names of things, as people see them.
#pragma once

#include "domain/kernel/ids.hpp"
#include "domain/kernel/sealed.hpp"
#include "projections/store/store.hpp"

#include <string>
#include <vector>

namespace dibs::projections {

// "gpu03:2"; a GPU that is not in the tables is called by its id.
[[nodiscard]] std::string gpu_name(const Txn& txn, GpuId id);
// "gpu03:0-3,5 gpu04:1"
[[nodiscard]] std::string gpu_names_short(const Txn& txn, const std::vector<GpuId>& ids);
[[nodiscard]] std::string host_name(const Txn& txn, HostId id);
// Empty if there is no such person.
[[nodiscard]] Personal<std::string> person_name(const Txn& txn, PersonId id);

}  // namespace dibs::projections
