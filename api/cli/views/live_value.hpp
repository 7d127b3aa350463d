// The last measured value of a GPU or host, for the tables of `dibs gpu` and `dibs host`. Null if
// the server marks it as not current: too old, or its host or GPU is out of sight. Only the server
// applies that rule, since this machine's clock may be wrong. Pure.
#pragma once

#include "api/cli/lib/json.hpp"

#include <string_view>

namespace dibs::cli {

[[nodiscard]] inline Json current_value(const Json& thing, std::string_view metric) {
    const auto live = thing["live"];
    return live["current"].truth() ? live[metric] : Json();
}

}  // namespace dibs::cli
