// Settings of sign-up from [sign_up]: codes go to hosts over SSH.
#pragma once

#include "api/service.hpp"
#include "ingest/ssh/remote.hpp"
#include "ops/config/config.hpp"

#include <optional>
#include <string>

#include <tl/expected.hpp>

namespace dibs {

// None: only admins make accounts. The error is a sentence for an admin.
[[nodiscard]] tl::expected<std::optional<routes::SigningUp>, std::string> make_signing_up(
    const Config& config);
// Call it once the SSH connections exist; `remote` outlives `signing_up`.
void connect(routes::SigningUp& signing_up, const Config& config, ssh::Remote& remote);

}  // namespace dibs
