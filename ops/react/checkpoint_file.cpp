// Written beside, synced, and renamed over the old one.
#include "ops/react/checkpoint_file.hpp"

#include "domain/log/hash.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

#include <fcntl.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

namespace dibs {
namespace {

bool write_synced(const std::filesystem::path& file, const std::string& text) {
    const int fd = open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (fd < 0) return false;
    const auto written = ::write(fd, text.data(), text.size());
    const bool good = written == static_cast<ssize_t>(text.size()) && fdatasync(fd) == 0;
    return close(fd) == 0 && good;
}

}  // namespace

// Names hold spaces and slashes.
CheckpointFile::CheckpointFile(const std::filesystem::path& directory, const std::string& name)
    : file_(directory / to_hex(bytes_of(hash_of(name)))) {}

std::optional<Checkpoint> CheckpointFile::load() const {
    std::ifstream in(file_);
    if (!in) return std::nullopt;
    std::ostringstream text;
    text << in.rdbuf();
    return parse_checkpoint(text.str());
}

void CheckpointFile::save(const Checkpoint& checkpoint) const {
    std::error_code error;
    std::filesystem::create_directories(file_.parent_path(), error);
    if (!write(checkpoint)) spdlog::warn("{}: {}", file_.string(), std::strerror(errno));
}

bool CheckpointFile::write(const Checkpoint& checkpoint) const {
    auto beside = file_;
    beside += ".new";
    return write_synced(beside, encode_checkpoint(checkpoint)) &&
           rename(beside.c_str(), file_.c_str()) == 0;
}

bool CheckpointFile::cut_all(const std::filesystem::path& directory, const Checkpoint& end) {
    if (!std::filesystem::exists(directory)) return true;
    for (const auto& entry : std::filesystem::directory_iterator(directory)) {
        const CheckpointFile file(entry.path());
        const auto saved = file.load();
        if (saved && saved->read_after() > end.read_after() && !file.write(end)) return false;
    }
    return true;
}

void CheckpointFile::discard() const {
    std::error_code error;
    std::filesystem::remove(file_, error);
}

}  // namespace dibs
