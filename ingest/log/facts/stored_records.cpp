// One read transaction and one cursor for the whole way. Keys have to be numbers without holes.
#include "ingest/log/facts/stored_records.hpp"

#include "domain/log/checksum.hpp"
#include "domain/log/log_error.hpp"
#include "ingest/log/disk/data_directory.hpp"
#include "ingest/log/disk/lmdb_env.hpp"
#include "ingest/log/disk/log_end.hpp"
#include "ingest/log/facts/lmdb_log.hpp"

#include <utility>

#include <lmdb.h>

namespace dibs {
namespace {

using lmdb::view;

tl::unexpected<LogError> damaged(const DataDirectory& directory, const std::string& how) {
    return log_error(LogError::Kind::damaged,
                     "data directory " + directory.path().string() + ": " + how);
}

FoundRecord found(std::string_view key, std::string_view stored, Offset offset) {
    FoundRecord record{offset, {}, {}};
    // A length that cannot be is not followed: it would lead out of the file.
    if (stored.size() < checksum_bytes || stored.size() > max_record_bytes + checksum_bytes) {
        record.damage = "has a length that no record has";
        return record;
    }
    record.bytes = stored.substr(0, stored.size() - checksum_bytes);
    if (!checked(key, stored)) record.damage = "is not the one that was appended";
    return record;
}

}  // namespace

struct StoredRecords::Handles {
    DataDirectory directory;
    lmdb::Env env{};
    lmdb::Txn txn{};
    lmdb::Cursor cursor{};
};

StoredRecords::StoredRecords(std::unique_ptr<Handles> handles) : handles_(std::move(handles)) {}
StoredRecords::~StoredRecords() = default;

LogResult<std::unique_ptr<StoredRecords>> StoredRecords::open(
    const std::filesystem::path& directory) {
    std::error_code unknown;
    if (!std::filesystem::exists(directory / "data.mdb", unknown)) {
        return log_error(LogError::Kind::refused, "there is no log in " + directory.string());
    }
    auto looked = DataDirectory::look(directory);
    if (!looked) return tl::unexpected(looked.error());
    if (std::filesystem::file_size(directory / "data.mdb", unknown) == 0) {
        return damaged(*looked, "data.mdb is empty: it was cut");
    }
    auto handles = std::make_unique<Handles>(Handles{std::move(*looked)});
    auto env = lmdb::open_env(handles->directory, {.look_only = true}, lmdb_log_format);
    if (!env) return tl::unexpected(env.error());
    handles->env = std::move(*env);
    MDB_txn* txn = nullptr;
    MDB_cursor* cursor = nullptr;
    lmdb::Dbi table = 0;
    int code = mdb_txn_begin(handles->env.get(), nullptr, MDB_RDONLY, &txn);
    handles->txn.reset(txn);
    if (code == 0) code = lmdb::find_table(txn, "records", table);
    if (code == 0) code = mdb_cursor_open(txn, table, &cursor);
    handles->cursor.reset(cursor);
    if (code != 0) return damaged(handles->directory, mdb_strerror(code));
    return std::unique_ptr<StoredRecords>(new StoredRecords(std::move(handles)));
}

LogResult<std::optional<FoundRecord>> StoredRecords::next() {
    MDB_val key{};
    MDB_val value{};
    const int code = mdb_cursor_get(handles_->cursor.get(), &key, &value, MDB_NEXT);
    if (code == MDB_NOTFOUND) {
        if (auto whole = check_end(); !whole) return tl::unexpected(whole.error());
        return std::nullopt;
    }
    const auto wanted = last_ + 1;
    const auto behind = "behind offset " + std::to_string(last_) + ' ';
    if (code != 0) return damaged(handles_->directory, behind + mdb_strerror(code));
    if (key.mv_size != sizeof(lmdb::Key)) {
        return damaged(handles_->directory, behind + "comes what is no record");
    }
    const auto offset = static_cast<Offset>(lmdb::from_key(key.mv_data));
    auto record = found(view(key), view(value), offset);
    if (record.damage.empty() && offset != wanted) {
        record.damage = "comes where that at offset " + std::to_string(wanted) + " is missing";
    }
    last_ = offset;
    return record;
}

LogResult<void> StoredRecords::check_end() const {
    return LogEnd(handles_->directory, true).check(last_);
}

}  // namespace dibs
