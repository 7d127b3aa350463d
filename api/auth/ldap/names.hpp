// Distinguished names (DN, RFC 4514) in one normal form, so that different spellings compare equal.
#pragma once

#include <optional>
#include <string>

namespace dibs::auth::ldap {

// "CN=GPU users, dc=Example,dc=org" -> "cn=gpu users,dc=example,dc=org". Empty: not a DN, or the
// empty DN.
[[nodiscard]] std::optional<std::string> normal_dn(const std::string& text);

// Lowers ASCII only, as in names of attributes and accounts.
[[nodiscard]] std::string small_letters(std::string text);

}  // namespace dibs::auth::ldap
