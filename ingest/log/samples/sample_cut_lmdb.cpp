// Removes embedded samples and hours with stamps of a clock that ran ahead. Followers go by time,
// and would leave out everything until those stamps (sample_log_lmdb.hpp).
#include "ingest/log/disk/data_directory.hpp"
#include "ingest/log/disk/lmdb_env.hpp"
#include "ingest/log/samples/sample_log_lmdb.hpp"

#include <string>
#include <utility>
#include <vector>

#include <lmdb.h>

namespace dibs {
namespace {

// Reads a big-endian number from these bytes of a key.
std::int64_t number_at(const MDB_val& key, std::size_t at, std::size_t bytes) {
    std::uint64_t number = 0;
    for (std::size_t i = at; i < at + bytes && i < key.mv_size; ++i) {
        number = number << 8U | static_cast<const unsigned char*>(key.mv_data)[i];
    }
    return static_cast<std::int64_t>(number);
}

struct Rows {
    std::string_view format;
    const char* table;
    Instant (*time_of)(const MDB_val& key);
};

constexpr Rows sample_rows{lmdb_sample_format, "blocks", [](const MDB_val& key) {
                               return Instant{std::chrono::milliseconds{number_at(key, 0, 8)}};
                           }};
constexpr Rows hourly_rows{lmdb_hourly_format, "hours", [](const MDB_val& key) {
                               return Instant{std::chrono::hours{number_at(key, 17, 4)}};
                           }};

std::vector<std::string> keys_behind(MDB_cursor* cursor, const Rows& rows, Instant limit) {
    std::vector<std::string> keys;
    MDB_val key{};
    MDB_val value{};
    while (mdb_cursor_get(cursor, &key, &value, MDB_NEXT) == 0) {
        if (rows.time_of(key) <= limit) continue;
        keys.emplace_back(static_cast<const char*>(key.mv_data), key.mv_size);
    }
    return keys;
}

LogResult<std::size_t> cut(const LmdbSampleSettings& settings, const Rows& rows, Instant limit) {
    if (!std::filesystem::exists(settings.directory / "data.mdb")) return 0;
    const auto directory = DataDirectory::take(settings.directory);
    if (!directory) return tl::unexpected(directory.error());
    const auto env = lmdb::open_env(*directory, {.map_bytes = settings.map_bytes}, rows.format);
    if (!env) return tl::unexpected(env.error());
    const auto table = lmdb::open_table(env->get(), rows.table);
    if (!table) return tl::unexpected(table.error());
    const auto failed = [&](int code) {
        return tl::unexpected(lmdb::to_error(code, *directory, "cutting"));
    };
    MDB_txn* raw = nullptr;
    if (const int code = mdb_txn_begin(env->get(), nullptr, 0, &raw)) return failed(code);
    lmdb::Txn txn(raw);
    std::vector<std::string> keys;
    {
        MDB_cursor* cursor = nullptr;
        if (const int code = mdb_cursor_open(raw, *table, &cursor)) return failed(code);
        const lmdb::Cursor closed(cursor);
        keys = keys_behind(cursor, rows, limit);
    }
    for (auto& bytes : keys) {
        MDB_val key{bytes.size(), bytes.data()};
        if (const int code = mdb_del(raw, *table, &key, nullptr)) return failed(code);
    }
    if (const int code = lmdb::commit(std::move(txn))) return failed(code);
    return keys.size();
}

}  // namespace

LogResult<std::size_t> cut_lmdb_samples(const LmdbSampleSettings& settings, Instant limit) {
    return cut(settings, sample_rows, limit);
}

LogResult<std::size_t> cut_lmdb_hours(const LmdbSampleSettings& settings, Instant limit) {
    return cut(settings, hourly_rows, limit);
}

}  // namespace dibs
