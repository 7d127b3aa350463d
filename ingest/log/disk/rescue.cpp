// The damaged file has the name damaged.mdb until its rows are in the new file. A file without a
// head is kept, although nothing can be read here: a machine with another page size may have
// written it.
#include "ingest/log/disk/rescue.hpp"

#include "domain/log/lmdb_walk.hpp"
#include "domain/log/log_error.hpp"
#include "ingest/log/disk/page_file.hpp"

#include <algorithm>
#include <cstring>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <lmdb.h>
#include <spdlog/spdlog.h>

namespace dibs::lmdb {
namespace {

namespace fs = std::filesystem;
constexpr std::size_t rows_at_once = 10'000;

MDB_val val_of(std::string_view bytes) {
    return {bytes.size(), const_cast<char*>(bytes.data())};  // LMDB does not write through it
}

// Writes rows into the new file, some thousand in a transaction.
class RowWriter {
  public:
    RowWriter(MDB_env* env, Dbi table) : env_(env), table_(table) {}

    // Keeps an existing row. Returns false if the disk refuses the write.
    bool put(std::string_view key, std::string_view value) {
        if (code_ == 0 && !txn_) code_ = begin();
        MDB_val k = val_of(key);
        MDB_val v = val_of(value);
        const int code = code_ == 0 ? mdb_put(txn_.get(), table_, &k, &v, MDB_NOOVERWRITE) : code_;
        if (code == MDB_KEYEXIST) return true;
        code_ = code;
        if (code_ == 0 && ++rows_ % rows_at_once == 0) code_ = commit(std::move(txn_));
        return code_ == 0;
    }
    int finish() {
        if (code_ == 0 && txn_) code_ = commit(std::move(txn_));
        return code_;
    }
    [[nodiscard]] std::size_t rows() const { return rows_; }

  private:
    int begin() {
        MDB_txn* raw = nullptr;
        const int code = mdb_txn_begin(env_, nullptr, 0, &raw);
        txn_.reset(raw);
        return code;
    }

    MDB_env* env_;
    const Dbi table_;
    Txn txn_{};
    int code_ = 0;
    std::size_t rows_ = 0;
};

// Pages behind a damaged page are neither free nor in use.
void rescue_lost_pages(PageFile& file, const lmdb_file::FileWalk& walk,
                       const lmdb_file::FileHead& head, const lmdb_file::OnRow& take) {
    lmdb_file::TreeReader reader(file);
    const auto end = std::min(head.last_page + 1, file.pages());
    for (auto page = lmdb_file::head_pages; page < end; ++page) {
        if (walk.is_used(page)) continue;
        lmdb_file::TableHead leaf{};
        leaf.root = page;
        leaf.depth = 1;
        reader.scan(leaf, {}, take);
    }
}

// Returns the number of unreadable places. `heads` has at least one.
std::size_t rescue_rows(PageFile& file, const std::vector<lmdb_file::FileHead>& heads,
                        const RescuedTable& table, RowWriter& to) {
    std::size_t damaged = lmdb_file::head_pages - heads.size();
    const auto take = [&](std::string_view key, std::string_view value) {
        return !table.is_row(key, value) || to.put(key, value);
    };
    lmdb_file::FileWalk walk(file, {.on_row = take, .on_damage = [&](const char*) { ++damaged; }});
    (void)walk.check(heads.front());
    if (walk.knows_free_pages() && damaged > 0) {
        rescue_lost_pages(file, walk, heads.front(), take);
    }
    return damaged;
}

// Returns the first unused name.
fs::path name_of_kept(const fs::path& folder) {
    for (int number = 1;; ++number) {
        auto name = folder / fmt::format("unreadable-{}.mdb", number);
        if (!fs::exists(name)) return name;
    }
}

LogResult<Env> rescue(const DataDirectory& directory, const EnvSettings& settings,
                      std::string_view format, const RescuedTable& table) {
    const auto& folder = directory.path();
    PageFile file(folder / "damaged.mdb");
    if (file.error() != 0) {
        return log_error(LogError::Kind::refused,
                         fmt::format("data directory {}: damaged.mdb cannot be opened: {}",
                                     folder.string(), std::strerror(file.error())));
    }
    const auto heads = lmdb_file::sound_heads(file);
    if (heads.empty()) {
        const auto kept = name_of_kept(folder);
        fs::rename(folder / "damaged.mdb", kept);
        spdlog::error(
            "data directory {}: no row of its {} can be read: data.mdb is damaged, or a machine "
            "with another page size wrote it. It is kept as {}, and a new one is begun.",
            folder.string(), table.name, kept.filename().string());
        return open_env(directory, settings, format);
    }
    for (const auto* name : {"data.mdb", "lock.mdb"}) fs::remove(folder / name);
    auto env = open_env(directory, settings, format);
    if (!env) return env;
    const auto opened = open_table(env->get(), table.name);
    if (!opened) return tl::unexpected(opened.error());
    RowWriter to(env->get(), *opened);
    const auto damaged = rescue_rows(file, heads, table, to);
    if (const int code = to.finish()) return tl::unexpected(to_error(code, directory, "rescuing"));
    fs::remove(folder / "damaged.mdb");
    spdlog::error(
        "data directory {}: data.mdb was damaged in {} places: {} rows of its {} were read and "
        "kept, what stood there is lost.",
        folder.string(), damaged, to.rows(), table.name);
    return env;
}

// LMDB makes a table that it does not find. A flipped bit in a table's name would leave the old
// one, with all rows, beside an empty one.
LogResult<Env> open_with(const DataDirectory& directory, const EnvSettings& settings,
                         std::string_view format, const RescuedTable& table) {
    constexpr std::size_t tables = 2;  // `format`, and the log's table
    auto env = open_env(directory, settings, format);
    if (!env) return env;
    const auto opened = open_table(env->get(), table.name);
    if (!opened) return tl::unexpected(opened.error());
    MDB_stat stat{};
    const int code = mdb_env_stat(env->get(), &stat);
    if (code == 0 && stat.ms_entries == tables) return env;
    return log_error(LogError::Kind::damaged,
                     fmt::format("data directory {}: data.mdb is damaged: it has a table that is "
                                 "not its own",
                                 directory.path().string()));
}

}  // namespace

LogResult<Env> open_or_rescue(const DataDirectory& directory, const EnvSettings& settings,
                              std::string_view format, const RescuedTable& table) {
    const auto damaged = directory.path() / "damaged.mdb";
    if (!fs::exists(damaged)) {
        auto env = open_with(directory, settings, format, table);
        if (env || env.error().kind != LogError::Kind::damaged) return env;
        spdlog::error("{}", env.error().text);
        fs::rename(directory.path() / "data.mdb", damaged);
    }
    return rescue(directory, settings, format, table);
}

}  // namespace dibs::lmdb
