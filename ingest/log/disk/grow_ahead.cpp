// Writes zeros in large steps while the disk has room, otherwise only as far as needed. A failed
// write is cut off again, so that the file ends as before.
#include "ingest/log/disk/grow_ahead.hpp"

#include "domain/log/log_error.hpp"

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <vector>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace dibs {
namespace {

constexpr std::size_t step_bytes = std::size_t{16} << 20;
constexpr std::size_t piece_bytes = std::size_t{1} << 20;
// Below this much free space it leaves the space to other uses.
constexpr std::size_t scarce_bytes = std::size_t{256} << 20;

}  // namespace

GrowAhead::GrowAhead(const DataDirectory& directory)
    : directory_(directory),
      fd_(open((directory.path() / "data.mdb").c_str(), O_WRONLY | O_CLOEXEC)) {}

GrowAhead::~GrowAhead() {
    if (fd_ >= 0) close(fd_);
}

LogResult<void> GrowAhead::ensure(std::size_t bytes) {
    if (fd_ < 0 || bytes <= known_bytes_) return {};
    struct stat status {};
    if (fstat(fd_, &status) != 0) return {};
    const auto size = static_cast<std::size_t>(status.st_size);
    known_bytes_ = size;
    if (bytes <= size) return {};

    if (directory_.free_bytes() > scarce_bytes) {
        const auto wanted = (bytes / step_bytes + 1) * step_bytes;
        if (write_zeros(size, wanted)) return {};  // else a quota: try the needed size
    }
    return write_zeros(size, bytes);
}

LogResult<void> GrowAhead::write_zeros(std::size_t from, std::size_t until) {
    static const std::vector<char> zeros(piece_bytes, 0);
    for (auto at = from; at < until;) {
        const auto size = std::min(piece_bytes, until - at);
        const auto written = pwrite(fd_, zeros.data(), size, static_cast<off_t>(at));
        if (written > 0) {
            at += static_cast<std::size_t>(written);
            continue;
        }
        const int error = written == 0 ? ENOSPC : errno;
        if (error == EINTR) continue;
        [[maybe_unused]] const int shrunk = ftruncate(fd_, static_cast<off_t>(from));
        return log_error(LogError::Kind::full,
                         "data directory " + directory_.path().string() +
                             ": the log cannot grow: " + std::generic_category().message(error));
    }
    known_bytes_ = until;
    return {};
}

}  // namespace dibs
