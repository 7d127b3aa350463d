// As the file system says to an account that is not root: without what is kept back.
#include "ops/disk_space.hpp"

#include <sys/statvfs.h>

namespace dibs {

std::optional<routes::DiskSpace> disk_space(const std::filesystem::path& folder) {
    struct statvfs fs {};
    if (statvfs(folder.c_str(), &fs) != 0) return std::nullopt;
    const std::uint64_t block = fs.f_frsize;
    return routes::DiskSpace{fs.f_bavail * block, fs.f_blocks * block};
}

}  // namespace dibs
