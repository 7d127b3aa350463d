// Whether a part of a model's name, as people and grants write it, means a GPU. Pure.
#pragma once

#include <string_view>

namespace dibs {

// True if `part` is part of the model's name, ignoring case and with whole numbers: "A10" does not
// match an A100. An empty part matches every model. A request for an A100 does not mean a slice of
// one. So for a slice ("NVIDIA A100-SXM4-80GB MIG 1g.10gb") the match must include a part of its
// profile.
[[nodiscard]] bool is_model(std::string_view model, bool slice, std::string_view part);

}  // namespace dibs
