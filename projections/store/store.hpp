// LMDB for the read models: one environment a directory, named tables, short read transactions and
// one writer at a time. Nothing is flushed to disk (MDB_NOSYNC): a process may die at any time.
// After a power loss the file may be broken, and the next open deletes it. The file `dirty` beside
// it names the boot in which it was last open; a clean close removes it.
//
// A table that is rebuilt while it answers has two places, `a` and `b`; a row in `meta` names the
// one that answers. A transaction reads that row at its start, so it sees a swap whole.
//
// Each value has a checksum (domain/log/checksum.hpp) that callers do not see. A mismatch, and
// everything that LMDB cannot read, throws TablesDamaged and marks the directory; the next open
// deletes its data. Every row and the use of every page are checked, normally at opening. If the
// file is as this program left it, however it ended, they are checked in the background of the
// first transactions.
//
// Views (string_view) point into the map. They are valid in a read transaction until it ends, in a
// write transaction until its next change. lmdb.h is included through lmdb_values.hpp only.
#pragma once

#include "projections/store/store_directory.hpp"
#include "projections/store/tables.hpp"

#include <array>
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

struct MDB_env;
struct MDB_txn;
struct MDB_cursor;

namespace dibs {

class CleanMark;
class Store;

enum class Place : char { none = '-', a = 'a', b = 'b' };

// The table is still being rebuilt and cannot answer yet.
struct TableNotThere : std::runtime_error {
    explicit TableNotThere(Table its_table);
    Table table;
};

// The file holds other bytes than were stored.
struct TablesDamaged : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// A position in a table, moving by key. Must end before its transaction.
class TableCursor {
  public:
    TableCursor(const Store& store, MDB_txn* txn, unsigned dbi);
    ~TableCursor();
    TableCursor(TableCursor&& other) noexcept;
    TableCursor& operator=(TableCursor&&) = delete;

    // Each returns whether the cursor is on a row.
    bool seek(std::string_view key);         // the first at or after `key`
    bool seek_before(std::string_view key);  // the last before `key`
    bool first();
    bool last();
    bool next();
    bool prev();
    [[nodiscard]] bool valid() const { return valid_; }
    [[nodiscard]] std::string_view key() const { return key_; }
    [[nodiscard]] std::string_view value() const { return value_; }

  private:
    friend class WriteTxn;
    int put(std::string_view key, std::string_view value);
    int del(std::string_view key);
    bool move(int operation, std::string_view key = {});
    const Store* store_;
    MDB_cursor* cursor_ = nullptr;
    bool valid_ = false;
    std::string_view key_, value_;
};

// Operations of both kinds of transaction.
class Txn {
  public:
    [[nodiscard]] std::optional<std::string_view> get(Table table, std::string_view key) const;
    [[nodiscard]] TableCursor cursor(Table table) const;
    [[nodiscard]] std::size_t count(Table table) const;
    // Whether the table exists; reading one that does not throws TableNotThere.
    [[nodiscard]] bool has(Table table) const { return dbi_[index(table)] != 0; }

  protected:
    Txn(const Store& store, MDB_txn* txn);
    ~Txn() = default;
    static constexpr std::size_t index(Table table) { return static_cast<std::size_t>(table); }
    [[nodiscard]] unsigned dbi(Table table) const;
    const Store* store_;
    MDB_txn* txn_;
    std::array<unsigned, table_count> dbi_{};  // handles of the places that answer; 0: none does
    TableSet allowed_ = TableSet::all();
};

class ReadTxn : public Txn {
  public:
    ~ReadTxn();  // returns it to the pool
    ReadTxn(ReadTxn&& other) noexcept;
    ReadTxn& operator=(ReadTxn&&) = delete;

  private:
    friend class Store;
    ReadTxn(const Store& store, MDB_txn* txn) : Txn(store, txn) {}
};

// Remembers its first failure (a full disk), does nothing after it, and reports it at commit.
// Without a commit nothing is changed.
class WriteTxn : public Txn {
  public:
    ~WriteTxn();
    WriteTxn(WriteTxn&& other) noexcept;
    WriteTxn& operator=(WriteTxn&&) = delete;

    void put(Table table, std::string_view key, std::string_view value);
    void del(Table table, std::string_view key);
    // Like put(), but at commit and in order of keys. For indexes that no projection reads back.
    // Sorted batches touch each page once, which is most of the cost of a replay.
    void put_later(Table table, std::string_view key, std::string_view value = {});
    void del_later(Table table, std::string_view key);
    // Also at commit: adds a number, greater than all present ones, to the list under `prefix`
    // (posting_list.hpp).
    void post_later(Table table, std::string_view prefix, std::uint64_t number);

    // Until the next call, using any other table throws.
    void confine_to(TableSet tables) { allowed_ = tables; }
    // This transaction uses that place of the table.
    void use(Table table, Place place);
    // After its commit, that place answers for everyone.
    void set_live(Table table, Place place);
    void clear(Table table, Place place);

    // Ends the transaction too: the next one may begin.
    StoreResult<void> commit();

  private:
    friend class Store;
    enum class Change : std::uint8_t { put, remove, post };
    struct Later {  // small, for sorting; its table (a byte), key and value are in `bytes`
        std::size_t at;
        std::uint32_t value_size;
        std::uint16_t place_size;  // of the table and the key
        Change change;
    };
    struct AllLater {
        std::vector<Later> list;
        std::string bytes;
    };
    WriteTxn(Store& store, MDB_txn* txn, std::unique_lock<std::mutex> lock);
    void add_later(Table table, Change change, std::string_view key, std::string_view value);
    [[nodiscard]] std::string_view place_of(const Later& later) const;
    [[nodiscard]] std::string_view value_of(const Later& later) const;
    void write_later();
    void sort_later();
    void write_run(TableCursor& place, std::span<const Later> run);
    int post(TableCursor& place, std::string_view prefix, std::span<const Later> run);
    void end();
    void check(int code, std::string_view doing);
    std::unique_lock<std::mutex> lock_;
    AllLater* later_;  // owned by the store, which keeps the memory for the next transaction
    std::string failure_;
};

class Store {
  public:
    struct Settings {
        std::filesystem::path directory;
        std::string format;        // of the tables; data of another format is deleted
        TableSet tables;           // tables of this store
        TableSet in_two_places{};  // those that are rebuilt while they answer
        std::string boot_id{};     // empty: this machine's
        std::size_t map_bytes = std::size_t{64} << 30;
    };
    static StoreResult<std::unique_ptr<Store>> open(Settings settings);
    ~Store();  // closes cleanly; no transaction may be open

    [[nodiscard]] ReadTxn read() const;
    [[nodiscard]] WriteTxn write();

    // Removes all bytes of deleted rows from the file. False: a reader still uses an older state;
    // try again. Throws if the disk fails.
    [[nodiscard]] bool scrub();

    // Why the previous data was deleted at open; empty: it was not.
    [[nodiscard]] const std::string& discarded() const { return discarded_; }
    // The damage of the file, once it was found; empty: none. Any thread.
    [[nodiscard]] std::string damage() const;
    // All rows of all tables but `meta` as text, for comparing.
    [[nodiscard]] std::string dump() const;
    // For tests: closes without a mark, as in a power loss.
    void close_dirty();

  private:
    friend class Txn;
    friend class ReadTxn;
    friend class TableCursor;
    friend class WriteTxn;
    explicit Store(Settings settings);
    StoreResult<void> open_files();
    StoreResult<bool> open_environment(bool untouched);
    void give_back(MDB_txn* txn) const;
    int map_environment();  // LMDB's code
    bool reopen();
    int open_tables(MDB_txn* txn);  // LMDB's code
    bool fits_format();
    void check_in_background();
    [[nodiscard]] std::string_view value_of(std::string_view key, std::string_view stored) const;
    [[noreturn]] void broken(int code, std::string_view doing) const;
    [[noreturn]] void found_damaged(const std::string& how) const;
    void note_damage(const std::string& how) const;
    void written() const;
    void close_environment();
    void close(bool clean);

    [[nodiscard]] unsigned dbi_at(Table table, Place place) const;

    Settings settings_;
    StoreDirectory directory_;
    std::unique_ptr<CleanMark> mark_;
    MDB_env* env_ = nullptr;
    bool no_room_to_map_ = false;
    std::string discarded_;
    mutable std::mutex damage_mutex_;
    mutable std::string damage_;                               // under damage_mutex_
    std::array<std::array<unsigned, 2>, table_count> dbis_{};  // by table and place
    std::mutex write_mutex_;
    WriteTxn::AllLater later_;  // under write_mutex_
    mutable std::mutex pool_mutex_;
    mutable std::condition_variable nobody_reads_;
    mutable std::size_t reading_ = 0;  // under pool_mutex_
    mutable std::vector<MDB_txn*> pool_;
    std::atomic<bool> ending_{false};
    std::thread walk_{};
};

}  // namespace dibs
