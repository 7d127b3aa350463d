// Names of entries (DN, RFC 4514): one form for each, so that two that are written differently can
// be told to be one.
#pragma once

#include <optional>
#include <string>

namespace dibs::auth::ldap {

// "CN=GPU users, dc=Example,dc=org" -> "cn=gpu users,dc=example,dc=org". Nothing: it is no name, or
// that of nobody (an empty one).
[[nodiscard]] std::optional<std::string> normal_dn(const std::string& text);

// ASCII alone, as in names of attributes and of accounts.
[[nodiscard]] std::string small_letters(std::string text);

}  // namespace dibs::auth::ldap
