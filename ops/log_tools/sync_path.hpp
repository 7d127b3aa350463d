// fsync of a file or a folder: its content, or its names, then survive a power loss.
#pragma once

#include <filesystem>

#include <fcntl.h>
#include <unistd.h>

namespace dibs::log_tools {

// Sets errno on failure.
[[nodiscard]] inline bool sync_path(const std::filesystem::path& path) {
    const int fd = ::open(path.empty() ? "." : path.c_str(), O_RDONLY | O_CLOEXEC);
    if (fd < 0) return false;
    const bool done = ::fsync(fd) == 0;
    ::close(fd);
    return done;
}

}  // namespace dibs::log_tools
