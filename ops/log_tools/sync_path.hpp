// A file or a folder, on disk: what was written into it, or which names it has, outlasts a power
// loss then.
#pragma once

#include <filesystem>

#include <fcntl.h>
#include <unistd.h>

namespace dibs::log_tools {

// Sets errno where it fails.
[[nodiscard]] inline bool sync_path(const std::filesystem::path& path) {
    const int fd = ::open(path.empty() ? "." : path.c_str(), O_RDONLY | O_CLOEXEC);
    if (fd < 0) return false;
    const bool done = ::fsync(fd) == 0;
    ::close(fd);
    return done;
}

}  // namespace dibs::log_tools
