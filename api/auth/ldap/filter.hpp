// Search filters (RFC 4515): a template from the configuration with typed text inserted as a value.
// Typed text never becomes a part of the filter's syntax.
#pragma once

#include <string>
#include <string_view>

namespace dibs::auth::ldap {

// Writes each special and each non-ASCII byte as \xx.
[[nodiscard]] std::string escaped(std::string_view value);

struct Person {
    std::string_view name{}, dn{};
};
// The template with {name} and {dn} replaced.
[[nodiscard]] std::string filled(std::string_view filter, const Person& person);

// True if the brackets balance and nothing is outside of them.
[[nodiscard]] bool is_filter(std::string_view text);
[[nodiscard]] bool asks_for(std::string_view filter, std::string_view place);

}  // namespace dibs::auth::ldap
