// The tables of the configuration file about where else people prove who they are.
#pragma once

#include "ops/config.hpp"
#include "ops/config_keys.hpp"

namespace dibs {

[[nodiscard]] Keys<Config> oidc_keys();  // [oidc]
[[nodiscard]] Keys<Config> ldap_keys();  // [ldap]

// What concerns several of their values.
[[nodiscard]] ConfigResult<void> check_identity(const Config& config);

}  // namespace dibs
