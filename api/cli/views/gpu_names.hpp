// Names of GPUs, and the names of a reservation in short form. Pure.
#pragma once

#include "api/cli/lib/json.hpp"

#include <string>
#include <vector>

namespace dibs::cli {

// "0", for a slice "0.1"; `gpu`: a GPU of the API.
[[nodiscard]] std::string gpu_index_of(const Json& gpu);
// "gpu03:0", for a slice "gpu03:0.1".
[[nodiscard]] std::string gpu_name_of(const Json& gpu);
// "gpu03:0-3,6 gpu04:0" from "gpu03:0", "gpu03:1", ….
[[nodiscard]] std::string compact_names(const std::vector<std::string>& names);

}  // namespace dibs::cli
