// The idempotency keys of answered commands, on disk: the request under each key, and the place of
// its answer in the log. A follower of the facts: rows and checkpoint are stored together, and
// after a crash the log is read on from there. The table can be deleted; it is rebuilt from the
// log.
//
//   keys   id (16) -> asked (16) | account (16) | position (8) | first (8) | at (8) | checksum
//   ages   position (8) -> id (16)
//   state  "checkpoint" -> the line of domain/log/checkpoint.hpp | checksum
//
// Owned and used by the writer's thread.
#pragma once

#include "domain/log/checkpoint.hpp"
#include "ingest/log/disk/lmdb_env.hpp"

#include <filesystem>
#include <map>
#include <vector>

namespace dibs {

using KeyHash = Uuid;  // a hash: of account and key, or of the request

struct Answered {
    KeyHash id{};
    KeyHash asked{};
    PersonId account{};           // zeros: no account, as before the first one
    Position position = 0;        // of the command's last event
    Offset first = before_first;  // of its first record
    Instant at{};
};

class AnsweredTable {
  public:
    static LogResult<std::unique_ptr<AnsweredTable>> open(const std::filesystem::path& directory);

    [[nodiscard]] LogResult<std::optional<Answered>> find(const KeyHash& id);
    // Durable when it returns. Removes rows older than `oldest` and calls `forget` for each.
    LogResult<void> store(const std::vector<Answered>& keys, const Checkpoint& checkpoint,
                          Instant oldest, const std::function<void(const Answered&)>& forget);
    // Calls `take` for each row; `damaged` if not all rows are there as they were stored.
    LogResult<void> for_each(const std::function<void(const Answered&)>& take);
    // Empties the table: for a table of another log, or an unreadable one.
    LogResult<void> clear();

    [[nodiscard]] const Checkpoint& checkpoint() const { return checkpoint_; }

  private:
    explicit AnsweredTable(DataDirectory directory) : directory_(std::move(directory)) {}
    LogResult<void> open_tables();
    LogResult<void> in_transaction(std::string_view doing,
                                   const std::function<int(MDB_txn*)>& write);
    int put(MDB_txn* txn, const Answered& key);
    int forget_older(MDB_txn* txn, Instant oldest,
                     const std::function<void(const Answered&)>& forget);
    int put_checkpoint(MDB_txn* txn, const Checkpoint& checkpoint);

    DataDirectory directory_;
    lmdb::Env env_;
    lmdb::Dbi keys_ = 0, ages_ = 0, state_ = 0;
    std::unique_ptr<lmdb::Reader> reader_;
    Checkpoint checkpoint_;
};

}  // namespace dibs
