// One file for each reactor, replaced atomically.
#include "ops/react/checkpoint_file.hpp"

#include "domain/log/hash.hpp"
#include "ops/react/whole_file.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

#include <spdlog/spdlog.h>

namespace dibs {

// Names contain spaces and slashes.
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
    if (!write(checkpoint)) spdlog::warn("{}: {}", file_.string(), std::strerror(errno));
}

bool CheckpointFile::write(const Checkpoint& checkpoint) const {
    return replace_file(file_, encode_checkpoint(checkpoint));
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
