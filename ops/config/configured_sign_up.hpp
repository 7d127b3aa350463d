// What [sign_up] means for the parts of dibsd: codes that go to hosts over SSH.
#pragma once

#include "api/service.hpp"
#include "ingest/ssh/remote.hpp"
#include "ops/config/config.hpp"

#include <optional>
#include <string>

#include <tl/expected.hpp>

namespace dibs {

// None: admins make accounts. The error is a sentence for an admin.
[[nodiscard]] tl::expected<std::optional<routes::SigningUp>, std::string> make_signing_up(
    const Config& config);
// From when there are hosts to ask; `remote` outlives it.
void connect(routes::SigningUp& signing_up, const Config& config, ssh::Remote& remote);

}  // namespace dibs
