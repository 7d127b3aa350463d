// The idempotency keys of answered commands, on disk: what was asked under each, and where in the
// log its answer is. A follower of the facts: its rows and its checkpoint are stored together, and
// after a crash the log is read on from there. It can be thrown away; it is made from the log
// again.
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

using KeyHash = Uuid;  // a hash: of account and key, or of what was asked

struct Answered {
    KeyHash id{};
    KeyHash asked{};
    PersonId account{};           // zeros: nobody's, as before the first account
    Position position = 0;        // of the command's last event
    Offset first = before_first;  // of its first record
    Instant at{};
};

class AnsweredTable {
  public:
    static LogResult<std::unique_ptr<AnsweredTable>> open(const std::filesystem::path& directory);

    [[nodiscard]] LogResult<std::optional<Answered>> find(const KeyHash& id);
    // Durable when it returns. Forgets what is older than `oldest`; `forget` is told of each.
    LogResult<void> store(const std::vector<Answered>& keys, const Checkpoint& checkpoint,
                          Instant oldest, const std::function<void(const Answered&)>& forget);
    // `damaged` if not all of them are there as they were stored.
    LogResult<void> for_each(const std::function<void(const Answered&)>& take);
    // Of another log, or not to be read: begins anew.
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
