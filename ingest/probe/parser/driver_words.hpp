// Derives the state of a host's driver from the end, the silence or the warnings of nvidia-smi, and
// keeps its words. A warning leaves the state unknown; the values decide it. Text from the host is
// bounded and cleaned. Pure.
#pragma once

#include "domain/gpu/driver.hpp"

#include <optional>
#include <string_view>

namespace dibs::probe {

inline constexpr std::size_t max_driver_words = 500;

// Parses the rest of a frame's D line (script.cpp); nothing if it is invalid.
[[nodiscard]] std::optional<fleet::Driver> driver_of(std::string_view rest);

}  // namespace dibs::probe
