// Makes the identity provider from [oidc], with the client's secret from its file.
#pragma once

#include "api/auth/oidc/sign_in.hpp"
#include "ingest/clock.hpp"
#include "ops/config/config.hpp"

#include <memory>
#include <string>

#include <tl/expected.hpp>

namespace dibs {

// Null: none is configured. The error is a sentence for an admin.
[[nodiscard]] tl::expected<std::unique_ptr<auth::oidc::SignIn>, std::string> make_oidc(
    const Config& config, const Clock& clock);

}  // namespace dibs
