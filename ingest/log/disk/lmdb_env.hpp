// LMDB for the adapters of this folder: handles that close themselves, one environment for each
// directory, and the meaning of LMDB's codes for a log. Only .cpp files include lmdb.h.
//
// Rules kept here, each learned from a failure:
// * The map has 64 GiB, because it is free and never grows under a transaction.
// * No MDB_WRITEMAP, no MDB_DUPSORT.
// * MDB_NOTLS, so that a read transaction belongs to an object, not to a thread.
// * Read transactions are short: take one, copy out, reset.
#pragma once

#include "domain/log/event_log.hpp"
#include "ingest/log/disk/data_directory.hpp"

#include <array>
#include <atomic>
#include <memory>
#include <string_view>

struct MDB_env;
struct MDB_txn;
struct MDB_cursor;
struct MDB_val;

namespace dibs {
class CleanMark;
}

namespace dibs::lmdb {

struct CloseEnv {
    std::shared_ptr<CleanMark> mark{};                   // written at the end; null: none
    std::shared_ptr<const std::atomic<bool>> doubted{};  // true: leaves no mark
    void operator()(MDB_env* env) const;
};
struct AbortTxn {
    void operator()(MDB_txn* txn) const;
};
struct CloseCursor {
    void operator()(MDB_cursor* cursor) const;
};
using Env = std::unique_ptr<MDB_env, CloseEnv>;
using Txn = std::unique_ptr<MDB_txn, AbortTxn>;
using Cursor = std::unique_ptr<MDB_cursor, CloseCursor>;
using Dbi = unsigned int;

struct EnvSettings {
    std::size_t map_bytes = std::size_t{64} << 30;
    unsigned max_readers = 1024;
    unsigned max_tables = 8;
    bool durable = true;          // false: a power loss may leave a broken file
    bool look_only = false;       // writes nothing; unreadable data is `damaged`
    std::string_view appended{};  // the table of a log: only its end is checked (page_check.hpp)
};

// Opens the environment in data.mdb of a directory, with the table `format`. Stamps a fresh one
// with `format` and the page size; refuses another stamp.
//
// A file that was cut, or has a page that LMDB could not follow, is `damaged`: LMDB would end the
// process. The pages are checked unless the file is as this program left it (clean_mark.hpp).
LogResult<Env> open_env(const DataDirectory& directory, const EnvSettings& settings,
                        std::string_view format);
LogResult<Dbi> open_table(MDB_env* env, const char* name);

// Ends the transaction and makes the file as long as LMDB expects. LMDB does not write pages at the
// end that were made and dropped in one transaction, and a shorter file counts as cut. MDB_PANIC:
// it is unknown whether the transaction is there. After any other code it is not.
int commit(Txn txn);

// A key or value from LMDB: valid as long as its transaction.
[[nodiscard]] std::string_view view(const MDB_val& value);

// True if the open file is still the one in the directory.
[[nodiscard]] bool is_in_place(MDB_env* env, const DataDirectory& directory);

// Translates a failed call: `full` (map, disk, quota), or `fatal`, which marks the file as possibly
// damaged.
LogError to_error(int code, const DataDirectory& directory, std::string_view doing);

// A read transaction that is renewed for each read and reset after it.
class Reader {
  public:
    explicit Reader(MDB_env* env) : env_(env) {}

    // Null if LMDB refuses (reader table full). Valid until end().
    MDB_txn* begin();
    void end();

  private:
    MDB_env* env_;
    Txn txn_;
};

// Keys that LMDB sorts as numbers.
using Key = std::array<unsigned char, 8>;
[[nodiscard]] Key to_key(std::uint64_t number);
[[nodiscard]] std::uint64_t from_key(const void* data);

}  // namespace dibs::lmdb
