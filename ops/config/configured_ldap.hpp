// Makes the directory from [ldap], with Dibs' own password from its file.
#pragma once

#include "api/auth/ldap/sign_in.hpp"
#include "ops/config/config.hpp"

#include <memory>
#include <string>

#include <tl/expected.hpp>

namespace dibs {

// Null: none is configured. The error is a sentence for an admin.
[[nodiscard]] tl::expected<std::unique_ptr<auth::ldap::SignIn>, std::string> make_ldap(
    const Config& config);

}  // namespace dibs
