// The damaged file is called damaged.mdb until its rows stand in the new one.
#include "ingest/log/disk/rescue.hpp"

#include "domain/log/lmdb_walk.hpp"
#include "domain/log/log_error.hpp"
#include "ingest/log/disk/page_file.hpp"

#include <optional>
#include <utility>

#include <lmdb.h>
#include <spdlog/spdlog.h>

namespace dibs::lmdb {
namespace {

namespace fs = std::filesystem;
constexpr std::size_t rows_at_once = 10'000;

MDB_val val_of(std::string_view bytes) {
    return {bytes.size(), const_cast<char*>(bytes.data())};  // LMDB does not write through it
}

// Puts rows into the new file, some thousand to a transaction.
class RowWriter {
  public:
    RowWriter(MDB_env* env, Dbi table) : env_(env), table_(table) {}

    // What is there already stays. False: the disk does not take it.
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

// Pages to which a damaged one led are neither free nor in use.
void rescue_lost_pages(PageFile& file, const lmdb_file::FileWalk& walk,
                       const lmdb_file::FileHead& head, const lmdb_file::OnRow& take) {
    lmdb_file::TreeReader reader(file);
    for (auto page = lmdb_file::head_pages; page <= head.last_page; ++page) {
        if (walk.is_used(page)) continue;
        lmdb_file::TableHead leaf{};
        leaf.root = page;
        leaf.depth = 1;
        reader.scan(leaf, {}, take);
    }
}

// How many pages could not be read.
std::size_t rescue_rows(PageFile& file, const RescuedTable& table, RowWriter& to) {
    const auto heads = lmdb_file::sound_heads(file);
    std::size_t damaged = lmdb_file::head_pages - heads.size();
    if (heads.empty()) return damaged;
    const auto take = [&](std::string_view key, std::string_view value) {
        return !table.is_row(key, value) || to.put(key, value);
    };
    lmdb_file::FileWalk walk(file, {.on_row = take, .on_damage = [&](const char*) { ++damaged; }});
    if (!walk.check(heads.front()).empty()) return damaged + 1;  // it was cut
    if (walk.knows_free_pages() && damaged > 0) {
        rescue_lost_pages(file, walk, heads.front(), take);
    }
    return damaged;
}

LogResult<Env> rescue(const DataDirectory& directory, const EnvSettings& settings,
                      std::string_view format, const RescuedTable& table) {
    const auto& folder = directory.path();
    for (const auto* file : {"data.mdb", "lock.mdb"}) fs::remove(folder / file);
    auto env = open_env(directory, settings, format);
    if (!env) return env;
    const auto opened = open_table(env->get(), table.name);
    if (!opened) return tl::unexpected(opened.error());
    PageFile file(folder / "damaged.mdb");
    RowWriter to(env->get(), *opened);
    const auto damaged = rescue_rows(file, table, to);
    if (const int code = to.finish()) return tl::unexpected(to_error(code, directory, "rescuing"));
    fs::remove(folder / "damaged.mdb");
    spdlog::error(
        "data directory {}: data.mdb was damaged in {} places: {} rows of its {} were read and "
        "kept, what stood there is lost.",
        folder.string(), damaged, to.rows(), table.name);
    return env;
}

}  // namespace

LogResult<Env> open_or_rescue(const DataDirectory& directory, const EnvSettings& settings,
                              std::string_view format, const RescuedTable& table) {
    const auto damaged = directory.path() / "damaged.mdb";
    if (!fs::exists(damaged)) {
        auto env = open_env(directory, settings, format);
        if (env || env.error().kind != LogError::Kind::damaged) return env;
        spdlog::error("{}", env.error().text);
        fs::rename(directory.path() / "data.mdb", damaged);
    }
    return rescue(directory, settings, format, table);
}

}  // namespace dibs::lmdb
