// The file gets its name last.
#include "ops/react/whole_file.hpp"

#include <cstdio>

#include <fcntl.h>
#include <unistd.h>

namespace dibs {
namespace {

bool write_synced(const std::filesystem::path& file, std::string_view text) {
    const int fd = open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (fd < 0) return false;
    const auto written = ::write(fd, text.data(), text.size());
    const bool good = written == static_cast<ssize_t>(text.size()) && fsync(fd) == 0;
    return close(fd) == 0 && good;
}

}  // namespace

bool replace_file(const std::filesystem::path& file, std::string_view text) {
    std::error_code error;
    std::filesystem::create_directories(file.parent_path(), error);
    auto beside = file;
    beside += ".new";
    return write_synced(beside, text) && rename(beside.c_str(), file.c_str()) == 0;
}

}  // namespace dibs
