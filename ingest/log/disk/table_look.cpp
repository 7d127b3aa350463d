// The head of a transaction is written over by the next but one: it counts if none came meanwhile.
#include "ingest/log/disk/table_look.hpp"

#include "domain/log/log_error.hpp"

#include <utility>

#include <lmdb.h>

namespace dibs::lmdb {
namespace {

constexpr int most_tries = 1000;  // against a writer that commits all the time

std::uint64_t newest_transaction(MDB_env* env) {
    MDB_envinfo info{};
    mdb_env_info(env, &info);
    return info.me_last_txnid;
}

}  // namespace

TableLook::TableLook(MDB_env* env, const DataDirectory& directory, std::string table)
    : env_(env),
      directory_(directory),
      name_(std::move(table)),
      reader_(env),
      file_(directory.path() / "data.mdb"),
      rows_(file_) {}

LogResult<void> TableLook::begin() {
    for (int i = 0; i < most_tries; ++i) {
        MDB_txn* txn = reader_.begin();
        if (txn == nullptr) {
            return log_error(
                LogError::Kind::unavailable,
                "data directory " + directory_.path().string() + ": it has too many readers");
        }
        file_.refresh();
        const auto head = head_of(txn);
        if (newest_transaction(env_) != mdb_txn_id(txn)) {
            reader_.end();
            continue;
        }
        const auto table = head ? rows_.table(*head, name_) : std::nullopt;
        if (table) {
            table_ = *table;
            return {};
        }
        reader_.end();
        return log_error(LogError::Kind::damaged, "data directory " + directory_.path().string() +
                                                      ": data.mdb is damaged: the way to its " +
                                                      name_ + " cannot be read");
    }
    return log_error(LogError::Kind::unavailable, "data directory " + directory_.path().string() +
                                                      ": it is written to all the time");
}

std::optional<lmdb_file::FileHead> TableLook::head_of(MDB_txn* txn) {
    for (const auto& head : lmdb_file::sound_heads(file_)) {
        if (head.transaction == mdb_txn_id(txn)) return head;
    }
    return std::nullopt;
}

}  // namespace dibs::lmdb
