// LMDB starts with the newest head, and refuses a file with an invalid head.
#include "ingest/log/disk/page_check.hpp"

#include "domain/log/lmdb_walk.hpp"
#include "domain/log/log_error.hpp"
#include "ingest/log/disk/page_file.hpp"

#include <cstring>

#include <fmt/format.h>

namespace dibs::lmdb {
namespace {

std::string damage_in(PageFile& file, std::string_view appended) {
    const auto heads = lmdb_file::sound_heads(file);
    if (heads.size() < lmdb_file::head_pages) return "its head is not what it was";
    lmdb_file::FileWalk walk(file, {});
    if (!appended.empty()) walk.only_the_end_of(appended);
    return walk.check(heads.front());
}

}  // namespace

LogResult<void> check_pages(const DataDirectory& directory, std::string_view appended) {
    const auto path = directory.path() / "data.mdb";
    std::error_code unknown;
    const auto bytes = std::filesystem::file_size(path, unknown);
    if (unknown || bytes == 0) return {};
    PageFile file(path);
    if (file.error() != 0) {
        return log_error(LogError::Kind::refused,
                         fmt::format("data directory {}: data.mdb cannot be opened: {}",
                                     directory.path().string(), std::strerror(file.error())));
    }
    const auto heads = lmdb_file::sound_heads(file);
    if (!heads.empty() && heads.front().last_page >= file.pages()) {
        return log_error(LogError::Kind::damaged,
                         fmt::format("data directory {}: data.mdb has {} bytes, but its contents "
                                     "take {}: it was cut",
                                     directory.path().string(), bytes,
                                     (heads.front().last_page + 1) * file.page_bytes()));
    }
    const auto how = damage_in(file, appended);
    if (how.empty()) return {};
    return log_error(
        LogError::Kind::damaged,
        fmt::format("data directory {}: data.mdb is damaged: {}", directory.path().string(), how));
}

}  // namespace dibs::lmdb
