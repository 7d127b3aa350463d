// One line of 38 bytes: the offset in 20 digits, a blank, its checksum in hex.
#include "ingest/log/disk/log_end.hpp"

#include "domain/log/hash.hpp"
#include "domain/log/log_error.hpp"

#include <array>
#include <charconv>

#include <fcntl.h>
#include <fmt/format.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

namespace dibs {
namespace {

constexpr std::size_t digits = 20;
constexpr std::size_t line_bytes = digits + 1 + 16 + 1;

std::string line_of(Offset newest) {
    const auto number = fmt::format("{:020}", newest);
    return fmt::format("{} {:016x}\n", number, checksum_of("end", number));
}

}  // namespace

LogEnd::LogEnd(const DataDirectory& directory, bool look_only)
    : path_(directory.path() / "end"),
      fd_(look_only ? open(path_.c_str(), O_RDONLY | O_CLOEXEC)
                    : open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600)) {}

LogEnd::~LogEnd() {
    if (fd_ >= 0) close(fd_);
}

Offset LogEnd::noted() const {
    std::array<char, line_bytes> line{};
    const auto size = pread(fd_, line.data(), line.size(), 0);
    if (size == 0 || fd_ < 0) return before_first;
    Offset newest = before_first;
    std::from_chars(line.data(), line.data() + digits, newest);
    if (size == line_bytes && line_of(newest) == std::string_view(line.data(), line_bytes)) {
        return newest;
    }
    spdlog::warn("{} cannot be read; it is written again.", path_.string());
    return before_first;
}

LogResult<void> LogEnd::check(Offset newest) const {
    const auto known = noted();
    if (newest >= known) return {};
    return log_error(
        LogError::Kind::damaged,
        fmt::format("data directory {}: the log ends at offset {}, but it had come to offset {}: "
                    "it is damaged, was cut, or is an older copy. If an older copy is what you "
                    "want, remove {}",
                    path_.parent_path().string(), newest, known, path_.string()));
}

void LogEnd::note(Offset newest) const {
    const auto line = line_of(newest);
    [[maybe_unused]] const auto written = pwrite(fd_, line.data(), line.size(), 0);
}

}  // namespace dibs
