// Reads ahead when pages are read one after the other.
#include "ingest/log/disk/page_file.hpp"

#include <algorithm>
#include <cerrno>

#include <fcntl.h>
#include <lmdb.h>
#include <sys/stat.h>
#include <unistd.h>

namespace dibs::lmdb {
namespace {

constexpr std::uint64_t pages_ahead = 16;

std::size_t bytes_of_page() {
    return static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

int fd_of(MDB_env* env) {
    int fd = -1;
    mdb_env_get_fd(env, &fd);
    return fd;
}

}  // namespace

PageFile::PageFile(const std::filesystem::path& file)
    : fd_(open(file.c_str(), O_RDONLY | O_CLOEXEC)),
      owns_fd_(true),
      error_(fd_ < 0 ? errno : 0),
      page_bytes_(bytes_of_page()) {
    refresh();
}

PageFile::PageFile(MDB_env* env)
    : fd_(fd_of(env)), owns_fd_(false), error_(0), page_bytes_(bytes_of_page()) {
    refresh();
}

PageFile::~PageFile() {
    if (owns_fd_ && fd_ >= 0) close(fd_);
}

void PageFile::refresh() {
    struct stat status {};
    const bool known = fstat(fd_, &status) == 0;
    pages_ = known ? static_cast<std::uint64_t>(status.st_size) / page_bytes_ : 0;
    count_ = 0;
}

std::optional<std::string_view> PageFile::read(lmdb_file::PageNumber first, std::uint64_t count) {
    if (first >= pages_ || count > pages_ - first) return std::nullopt;
    const bool there = first >= first_ && first + count <= first_ + count_;
    if (!there) {
        const bool follows = count_ > 0 && first == first_ + count_;
        const auto wanted = follows ? std::max(count, pages_ahead) : count;
        const bool got = fill(first, std::min(wanted, pages_ - first));
        if (!got && !fill(first, count)) return std::nullopt;
    }
    return std::string_view(buffer_).substr((first - first_) * page_bytes_, count * page_bytes_);
}

bool PageFile::fill(lmdb_file::PageNumber first, std::uint64_t count) {
    buffer_.resize(std::max(buffer_.size(), count * page_bytes_));
    first_ = first;
    count_ = 0;
    const auto wanted = count * page_bytes_;
    for (std::size_t done = 0; done < wanted;) {
        const auto got = pread(fd_, buffer_.data() + done, wanted - done,
                               static_cast<off_t>(first * page_bytes_ + done));
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return false;
        done += static_cast<std::size_t>(got);
    }
    count_ = count;
    return true;
}

}  // namespace dibs::lmdb
