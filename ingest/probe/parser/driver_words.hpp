// What it means for a host's driver that nvidia-smi ended, fell silent or warns: its state, with
// what it said; of warnings the state is not known, its values say it. Text from the host: bounded,
// and cleaned. Pure.
#pragma once

#include "domain/gpu/driver.hpp"

#include <optional>
#include <string_view>

namespace dibs::probe {

inline constexpr std::size_t max_driver_words = 500;

// The rest of a frame's D line (script.cpp); nothing where it is none.
[[nodiscard]] std::optional<fleet::Driver> driver_of(std::string_view rest);

}  // namespace dibs::probe
