// The tables of the configuration file about how people prove who they are, beside passwords.
#pragma once

#include "ops/config/config.hpp"
#include "ops/config/config_keys.hpp"

namespace dibs {

[[nodiscard]] ConfigKeys<Config> oidc_keys();     // [oidc]
[[nodiscard]] ConfigKeys<Config> ldap_keys();     // [ldap]
[[nodiscard]] ConfigKeys<Config> sign_up_keys();  // [sign_up]

// What concerns several of their values.
[[nodiscard]] ConfigResult<void> check_identity(const Config& config);

}  // namespace dibs
