// The text of openapi.yaml, built into the program so that it always is the one that was tested.
#pragma once

#include <string_view>

namespace dibs::http {

[[nodiscard]] std::string_view contract_text();

}  // namespace dibs::http
