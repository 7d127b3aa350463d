// The tables of the configuration file for ways to sign in besides passwords.
#pragma once

#include "ops/config/config.hpp"
#include "ops/config/config_keys.hpp"

namespace dibs {

[[nodiscard]] ConfigKeys<Config> oidc_keys();     // [oidc]
[[nodiscard]] ConfigKeys<Config> ldap_keys();     // [ldap]
[[nodiscard]] ConfigKeys<Config> sign_up_keys();  // [sign_up]

// Checks the rules that concern several of their values.
[[nodiscard]] ConfigResult<void> check_identity(const Config& config);

}  // namespace dibs
