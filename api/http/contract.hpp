// The texts of openapi.yaml and asyncapi.yaml, built into the program, so that it serves exactly
// the tested ones.
#pragma once

#include <string_view>

namespace dibs::http {

[[nodiscard]] std::string_view contract_text();
[[nodiscard]] std::string_view async_contract_text();

}  // namespace dibs::http
