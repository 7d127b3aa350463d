// The memory that a GPU is sold with, from what its driver reports: 81,559 MiB is a card of 80 GB.
// Requests for memory are held against it. Pure.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace dibs {

// In MiB. As the model's name has it ("H100 80GB HBM3", "MIG 1g.10gb"), else the next size that
// cards are sold with. Drivers keep up to 15 % for ECC and themselves; a total that is no such size
// stays what it is.
[[nodiscard]] std::int64_t nominal_memory_mib(std::int64_t total_mib, std::string_view model);

// Whether it has so much. A GPU whose memory is unknown has not.
[[nodiscard]] bool has_memory(std::optional<std::int64_t> total_mib, std::string_view model,
                              std::int64_t wanted_mib);

}  // namespace dibs
