// The names of GPUs, and those of a reservation shortened for a line or a column. Pure.
#pragma once

#include "api/cli/lib/json.hpp"

#include <string>
#include <vector>

namespace dibs::cli {

// "0", of a slice "0.1": of a GPU as the API has it.
[[nodiscard]] std::string gpu_index_of(const Json& gpu);
// "gpu03:0", of a slice "gpu03:0.1".
[[nodiscard]] std::string gpu_name_of(const Json& gpu);
// "gpu03:0-3,6 gpu04:0" from "gpu03:0", "gpu03:1", ….
[[nodiscard]] std::string compact_names(const std::vector<std::string>& names);

}  // namespace dibs::cli
