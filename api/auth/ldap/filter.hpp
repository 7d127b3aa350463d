// Filters of a search (RFC 4515): a template of the configuration, with what somebody typed put in
// so that it is a value and never a part of the filter.
#pragma once

#include <string>
#include <string_view>

namespace dibs::auth::ldap {

// Each byte that means something in a filter, and each that is not plain ASCII, as \xx.
[[nodiscard]] std::string escaped(std::string_view value);

struct Person {
    std::string_view name{}, dn{};
};
// The template with {name} and {dn} in their places.
[[nodiscard]] std::string filled(std::string_view filter, const Person& person);

// In brackets that fit each other, and nothing outside of them.
[[nodiscard]] bool is_filter(std::string_view text);
[[nodiscard]] bool asks_for(std::string_view filter, std::string_view place);

}  // namespace dibs::auth::ldap
