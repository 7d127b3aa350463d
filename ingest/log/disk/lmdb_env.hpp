// LMDB for the adapters of this folder: handles that close themselves, one environment a directory,
// and what LMDB's codes mean to a log. lmdb.h stays in .cpp files.
//
// Rules kept here (each was paid for): a map of 64 GiB, because it is free and never grows under a
// transaction; no MDB_WRITEMAP, no MDB_DUPSORT; MDB_NOTLS, so that a read transaction belongs to an
// object, not to a thread. Read transactions are short: take one, copy out, reset.
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
    std::shared_ptr<CleanMark> mark{};                   // left at the end; none: nowhere
    std::shared_ptr<const std::atomic<bool>> doubted{};  // then none is left (data_directory.hpp)
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
    bool look_only = false;       // nothing is written; what cannot be read is `damaged`
    std::string_view appended{};  // the table of a log: only its end is looked at (page_check.hpp)
};

// The environment in data.mdb of a directory, and the table `format`. A fresh one is stamped with
// `format` and the page size; another stamp is refused. A file that was cut, or has a page that
// LMDB could not follow, is `damaged`: it would end the process. Whether one has is looked at where
// the file is not as this program left it (clean_mark.hpp).
LogResult<Env> open_env(const DataDirectory& directory, const EnvSettings& settings,
                        std::string_view format);
LogResult<Dbi> open_table(MDB_env* env, const char* name);

// Ends the transaction. The file then reaches as far as LMDB thinks: it leaves pages at the end
// unwritten that it made and dropped in one transaction, and a shorter file is taken for a cut one.
// MDB_PANIC: it is not known whether the transaction is there; after any other code it is not.
int commit(Txn txn);

// A key or value as LMDB hands it out: valid as long as the transaction it came from.
[[nodiscard]] std::string_view view(const MDB_val& value);

// Whether the file that is open is still the one that stands in the directory.
[[nodiscard]] bool is_in_place(MDB_env* env, const DataDirectory& directory);

// What a failed call means: full (map, disk, quota), or fatal, which puts the file in doubt.
LogError to_error(int code, const DataDirectory& directory, std::string_view doing);

// A read transaction that is renewed for each look and reset after it.
class Reader {
  public:
    explicit Reader(MDB_env* env) : env_(env) {}

    // Null when LMDB refuses (reader table full). Valid until end().
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
