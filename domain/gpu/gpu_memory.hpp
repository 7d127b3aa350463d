// The memory size that a GPU is sold with, from the size that its driver reports: 81,559 MiB is a
// card of 80 GB. Requests for memory are compared with it. Pure.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace dibs {

// In MiB. The size in the model's name ("H100 80GB HBM3", "MIG 1g.10gb"), else the next size that
// cards are sold with. Drivers reserve up to 15 % for ECC and themselves. A total that fits no such
// size is returned unchanged.
[[nodiscard]] std::int64_t nominal_memory_mib(std::int64_t total_mib, std::string_view model);

// True if the GPU has at least `wanted_mib`. False if its memory is unknown.
[[nodiscard]] bool has_memory(std::optional<std::int64_t> total_mib, std::string_view model,
                              std::int64_t wanted_mib);

}  // namespace dibs
