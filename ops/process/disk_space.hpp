// Free disk space at the data directory. Any thread.
#pragma once

#include "api/service.hpp"

#include <filesystem>
#include <optional>

namespace dibs {

// Nothing if the file system does not report it.
[[nodiscard]] std::optional<routes::DiskSpace> disk_space(const std::filesystem::path& folder);

}  // namespace dibs
