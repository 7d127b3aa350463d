// Free space for an account other than root, without the reserved blocks. Our own files count by
// their allocated blocks, which is less than their length: they have holes.
#include "ops/process/disk_space.hpp"

#include <sys/stat.h>
#include <sys/statvfs.h>

namespace dibs {
namespace {

constexpr std::uint64_t block_of_stat = 512;

std::optional<std::uint64_t> taken_by(const std::filesystem::path& environment) {
    struct stat file {};
    if (stat((environment / "data.mdb").c_str(), &file) != 0) return std::nullopt;
    return static_cast<std::uint64_t>(file.st_blocks) * block_of_stat;
}

}  // namespace

std::optional<routes::DiskSpace> disk_space(const std::filesystem::path& folder) {
    struct statvfs fs {};
    if (statvfs(folder.c_str(), &fs) != 0) return std::nullopt;
    const std::uint64_t block = fs.f_frsize;
    routes::DiskSpace space{fs.f_bavail * block, fs.f_blocks * block};
    space.samples_bytes = taken_by(folder / "samples");
    for (const auto& part : {folder / "tables" / "usage", folder / "hours"}) {
        const auto bytes = taken_by(part);
        if (bytes) space.history_bytes = space.history_bytes.value_or(0) + *bytes;
    }
    return space;
}

}  // namespace dibs
