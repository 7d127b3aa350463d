// Finds and reads the dashboard's built files: in the configured folder, else beside the program,
// in the layout of the build tree or of an installation. Without them the server serves its API
// alone.
#pragma once

#include "api/http/static_files.hpp"
#include "ops/config/config.hpp"

#include <optional>
#include <string>

#include <tl/expected.hpp>

namespace dibs {

// build/release/dibsd uses build/dashboard, /usr/local/bin/dibsd uses
// /usr/local/share/dibs/dashboard.
[[nodiscard]] std::filesystem::path dashboard_beside(const std::filesystem::path& program);

// Nothing if there are none; an error if the configured files cannot be read.
[[nodiscard]] tl::expected<std::optional<http::StaticFiles>, std::string> open_dashboard(
    const Config& config);

}  // namespace dibs
