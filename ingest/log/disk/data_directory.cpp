// See data_directory.hpp. The lock is flock(2) on a file named `lock`, which also carries the
// holder's pid for the message; the kernel drops it when the holder ends, however it ends.
#include "ingest/log/disk/data_directory.hpp"

#include "domain/log/log_error.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>
#include <unistd.h>

namespace dibs {
namespace {

// nfs, smb, smb2, cifs, 9p, afs, coda, ceph, lustre, gpfs, beegfs, ocfs2, gfs2, ncp
constexpr std::array<unsigned long, 14> network_magics{
    0x6969,     0x517B,     0xFE534D42, 0xFF534D42, 0x01021997, 0x5346414F, 0x73757245,
    0x00C36400, 0x0BD00BD0, 0x47504653, 0x19830326, 0x7461636F, 0x01161970, 0x564C};

tl::unexpected<LogError> refused(const std::filesystem::path& path, const std::string& why) {
    return log_error(LogError::Kind::refused, "data directory " + path.string() + ": " + why);
}

std::string reason(int error) {
    return std::generic_category().message(error);
}

std::string holder_of(int fd) {
    std::array<char, 32> text{};
    const auto size = pread(fd, text.data(), text.size() - 1, 0);
    std::string pid(text.data(), size > 0 ? static_cast<std::size_t>(size) : 0);
    while (!pid.empty() && pid.back() == '\n') pid.pop_back();
    return pid.empty() ? "unknown" : pid;
}

}  // namespace

bool is_network_filesystem(long magic) {
    // f_type is signed on some machines, so that the high magics come sign-extended.
    const auto low = static_cast<unsigned long>(magic) & 0xFFFFFFFFUL;
    return std::find(network_magics.begin(), network_magics.end(), low) != network_magics.end();
}

LogResult<DataDirectory> DataDirectory::take(const std::filesystem::path& path) {
    std::error_code error;
    std::filesystem::create_directories(path, error);
    if (error) return refused(path, "cannot be made: " + error.message());

    struct statfs fs {};
    if (statfs(path.c_str(), &fs) != 0) return refused(path, "cannot be read: " + reason(errno));
    if (is_network_filesystem(static_cast<long>(fs.f_type))) {
        return refused(path, "is on a network filesystem; the embedded log needs a local disk");
    }
    const auto file = path / "lock";
    const int fd = open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (fd < 0) return refused(path, "cannot be written: " + reason(errno));
    DataDirectory taken(path, fd);
    if (flock(fd, LOCK_EX | LOCK_NB) != 0) {
        if (errno != EWOULDBLOCK) return refused(path, "cannot be locked: " + reason(errno));
        return refused(path, "is in use by the process with pid " + holder_of(fd));
    }
    // On a full disk the pid cannot be noted; the lock itself holds all the same.
    const auto pid = std::to_string(getpid()) + "\n";
    [[maybe_unused]] const bool noted =
        ftruncate(fd, 0) == 0 && pwrite(fd, pid.data(), pid.size(), 0) > 0;
    return taken;
}

DataDirectory::DataDirectory(std::filesystem::path path, int lock_fd)
    : path_(std::move(path)), lock_fd_(lock_fd) {}

DataDirectory::DataDirectory(DataDirectory&& other) noexcept
    : path_(std::move(other.path_)), lock_fd_(std::exchange(other.lock_fd_, -1)) {}

DataDirectory& DataDirectory::operator=(DataDirectory&& other) noexcept {
    std::swap(path_, other.path_);
    std::swap(lock_fd_, other.lock_fd_);
    return *this;
}

DataDirectory::~DataDirectory() {
    if (lock_fd_ >= 0) close(lock_fd_);
}

std::size_t DataDirectory::free_bytes() const {
    struct statvfs fs {};
    if (statvfs(path_.c_str(), &fs) != 0) return 0;
    return static_cast<std::size_t>(fs.f_bavail) * fs.f_frsize;
}

}  // namespace dibs
