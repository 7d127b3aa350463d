// See data_directory.hpp. The lock is flock(2) on a file named `lock`, which also has the holder's
// pid for the message. The kernel releases it at any end of the holder. A program that the holder
// is just starting shares the lock until it runs, so the lock may briefly outlive a killed holder.
#include "ingest/log/disk/data_directory.hpp"

#include "domain/log/log_error.hpp"
#include "ingest/log/disk/clean_mark.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <system_error>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>
#include <unistd.h>

namespace dibs {
namespace {

constexpr std::chrono::seconds patience{2};  // for the lock of a killed holder
constexpr std::chrono::milliseconds look_every{5};

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

// Returns 0 if the holder is unknown.
pid_t holder_of(int fd) {
    std::array<char, 32> text{};
    const auto size = pread(fd, text.data(), text.size() - 1, 0);
    pid_t pid = 0;
    if (size > 0) std::from_chars(text.data(), text.data() + size, pid);
    return pid;
}

bool was_killed(pid_t holder) {
    return holder > 0 && kill(holder, 0) != 0 && errno == ESRCH;
}

// Sets errno on failure.
bool lock(int fd, int how) {
    using std::chrono::steady_clock;
    const auto end = steady_clock::now() + patience;
    while (flock(fd, how | LOCK_NB) != 0) {
        if (errno != EWOULDBLOCK) return false;
        if (!was_killed(holder_of(fd)) || steady_clock::now() >= end) {
            errno = EWOULDBLOCK;
            return false;
        }
        std::this_thread::sleep_for(look_every);
    }
    return true;
}

// Builds the error from the errno of lock().
tl::unexpected<LogError> not_locked(const std::filesystem::path& path, int fd) {
    if (errno != EWOULDBLOCK) return refused(path, "cannot be locked: " + reason(errno));
    const auto holder = holder_of(fd);
    return refused(path, "is in use by the process with pid " +
                             (holder > 0 ? std::to_string(holder) : "unknown"));
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
    if (!lock(fd, LOCK_EX)) return not_locked(path, fd);
    // On a full disk the pid cannot be written; the lock works all the same.
    const auto pid = std::to_string(getpid()) + "\n";
    [[maybe_unused]] const bool noted =
        ftruncate(fd, 0) == 0 && pwrite(fd, pid.data(), pid.size(), 0) > 0;
    return taken;
}

LogResult<DataDirectory> DataDirectory::look(const std::filesystem::path& path) {
    const int fd = open((path / "lock").c_str(), O_RDONLY | O_CLOEXEC);
    if (fd < 0 && errno != ENOENT) return refused(path, "cannot be read: " + reason(errno));
    DataDirectory looked(path, fd);  // without the file the directory was never taken
    if (fd >= 0 && !lock(fd, LOCK_SH)) return not_locked(path, fd);
    return looked;
}

DataDirectory::DataDirectory(std::filesystem::path path, int lock_fd)
    : path_(std::move(path)), lock_fd_(lock_fd) {}

DataDirectory::DataDirectory(DataDirectory&& other) noexcept
    : path_(std::move(other.path_)),
      lock_fd_(std::exchange(other.lock_fd_, -1)),
      doubted_(other.doubted_) {}

DataDirectory& DataDirectory::operator=(DataDirectory&& other) noexcept {
    std::swap(path_, other.path_);
    std::swap(lock_fd_, other.lock_fd_);
    std::swap(doubted_, other.doubted_);
    return *this;
}

DataDirectory::~DataDirectory() {
    if (lock_fd_ >= 0) close(lock_fd_);
}

void DataDirectory::doubt() const {
    *doubted_ = true;
    CleanMark::forget(path_);
}

std::size_t DataDirectory::free_bytes() const {
    struct statvfs fs {};
    if (statvfs(path_.c_str(), &fs) != 0) return 0;
    return static_cast<std::size_t>(fs.f_bavail) * fs.f_frsize;
}

}  // namespace dibs
