// Where the dashboard's built files are, and reading them: as configured, else beside the program,
// as a build lies in the tree or as it is installed. A server without them serves its API alone.
#pragma once

#include "api/http/static_files.hpp"
#include "ops/config/config.hpp"

#include <optional>
#include <string>

#include <tl/expected.hpp>

namespace dibs {

// build/release/dibsd has build/dashboard, /usr/local/bin/dibsd has
// /usr/local/share/dibs/dashboard.
[[nodiscard]] std::filesystem::path dashboard_beside(const std::filesystem::path& program);

// Nothing if there are none; an error if they are configured and cannot be read.
[[nodiscard]] tl::expected<std::optional<http::StaticFiles>, std::string> open_dashboard(
    const Config& config);

}  // namespace dibs
