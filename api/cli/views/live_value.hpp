// The last measured value of a GPU or a host, as the server judges it: one that is too old, or of
// what nobody sees now, says nothing about now, and is none. The server alone has that rule, since
// the clock of this machine may be wrong. For the tables of `dibs gpu` and `dibs host`. Pure.
#pragma once

#include "api/cli/lib/json.hpp"

#include <string_view>

namespace dibs::cli {

[[nodiscard]] inline Json current_value(const Json& thing, std::string_view metric) {
    const auto live = thing["live"];
    return live["current"].truth() ? live[metric] : Json();
}

}  // namespace dibs::cli
