// The next but one transaction overwrites the head of a transaction. It begins when the next one
// has ended, so the head is valid if no transaction has ended meanwhile. LMDB shows that by the
// transaction that a new reader gets. The next one's head is in the file earlier, for the time of a
// flush.
#include "ingest/log/disk/table_look.hpp"

#include "domain/log/log_error.hpp"

#include <utility>

#include <lmdb.h>

namespace dibs::lmdb {
namespace {

constexpr int most_tries = 1000;  // against a writer that commits all the time

}  // namespace

TableLook::TableLook(MDB_env* env, const DataDirectory& directory, std::string table)
    : env_(env),
      directory_(directory),
      name_(std::move(table)),
      reader_(env),
      file_(env),
      rows_(file_) {}

void TableLook::end() {
    reader_.end();
    if (damaged() > 0) directory_.doubt();
}

LogResult<void> TableLook::begin() {
    for (int i = 0; i < most_tries; ++i) {
        MDB_txn* txn = reader_.begin();
        if (txn == nullptr) return too_many_readers();
        file_.refresh();
        const auto head = head_of(txn);
        Reader later(env_);
        MDB_txn* newest = later.begin();
        if (newest == nullptr) {
            reader_.end();
            return too_many_readers();
        }
        if (mdb_txn_id(newest) != mdb_txn_id(txn)) {
            reader_.end();
            continue;
        }
        const auto table = head ? rows_.table(*head, name_) : std::nullopt;
        if (table) {
            table_ = *table;
            return {};
        }
        reader_.end();
        directory_.doubt();
        return log_error(LogError::Kind::damaged, "data directory " + directory_.path().string() +
                                                      ": data.mdb is damaged: the way to its " +
                                                      name_ + " cannot be read");
    }
    return log_error(LogError::Kind::unavailable, "data directory " + directory_.path().string() +
                                                      ": it is written to all the time");
}

tl::unexpected<LogError> TableLook::too_many_readers() const {
    return log_error(LogError::Kind::unavailable,
                     "data directory " + directory_.path().string() + ": it has too many readers");
}

std::optional<lmdb_file::FileHead> TableLook::head_of(MDB_txn* txn) {
    for (const auto& head : lmdb_file::sound_heads(file_)) {
        if (head.transaction == mdb_txn_id(txn)) return head;
    }
    return std::nullopt;
}

}  // namespace dibs::lmdb
