// Reads the rows of one table as of one moment, from the pages of the file
// (domain/log/lmdb_tree.hpp) and not through LMDB. Damaged pages are left out and counted, never
// followed. Between begin() and end() an LMDB transaction keeps the pages from being reused. One
// thread.
#pragma once

#include "ingest/log/disk/lmdb_env.hpp"
#include "ingest/log/disk/page_file.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace dibs::lmdb {

class TableLook {
  public:
    TableLook(MDB_env* env, const DataDirectory& directory, std::string table);
    ~TableLook() { end(); }

    // `unavailable`: LMDB has too many readers. `damaged`: the path to the table is damaged.
    LogResult<void> begin();
    void end();

    // Reads from that key on, until `on_row` returns false.
    void scan(std::string_view from, const lmdb_file::OnRow& on_row) {
        rows_.scan(table_, from, on_row);
    }
    // Returns nothing if the table is empty or its last page is unreadable.
    [[nodiscard]] std::optional<std::string> last_key() { return rows_.last_key(table_); }
    [[nodiscard]] std::uint64_t entries() const { return table_.entries; }
    // Counts the pages left out so far.
    [[nodiscard]] std::size_t damaged() const { return rows_.damaged(); }

  private:
    [[nodiscard]] std::optional<lmdb_file::FileHead> head_of(MDB_txn* txn);
    [[nodiscard]] tl::unexpected<LogError> too_many_readers() const;

    MDB_env* env_;
    const DataDirectory& directory_;
    const std::string name_;
    Reader reader_;
    PageFile file_;
    lmdb_file::TreeReader rows_;
    lmdb_file::TableHead table_{};
};

}  // namespace dibs::lmdb
