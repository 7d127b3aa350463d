// How much room there is where the data lie. Any thread.
#pragma once

#include "api/service.hpp"

#include <filesystem>
#include <optional>

namespace dibs {

// Nothing if it cannot be told.
[[nodiscard]] std::optional<routes::DiskSpace> disk_space(const std::filesystem::path& folder);

}  // namespace dibs
