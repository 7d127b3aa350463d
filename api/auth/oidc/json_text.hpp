// Members of a provider's JSON objects as text.
#pragma once

#include "domain/codec/json_value.hpp"

#include <string>
#include <string_view>

namespace dibs::auth::oidc {

// Empty if the member is absent or not a text.
[[nodiscard]] inline std::string text_in(const JsonValue& object, std::string_view name) {
    const auto value = object.member(name);
    return std::string(value ? value->as_string().value_or("") : "");
}

}  // namespace dibs::auth::oidc
