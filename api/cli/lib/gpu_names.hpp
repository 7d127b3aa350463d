// The names of a reservation's GPUs, shortened for a line or a column. Pure.
#pragma once

#include <string>
#include <vector>

namespace dibs::cli {

// "gpu03:0-3,6 gpu04:0" from "gpu03:0", "gpu03:1", ….
[[nodiscard]] std::string compact_names(const std::vector<std::string>& names);

}  // namespace dibs::cli
