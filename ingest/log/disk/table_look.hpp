// The rows of one table as of one moment, read from the pages of the file
// (domain/log/lmdb_tree.hpp) and not through LMDB: what is damaged is left out and counted, and
// never followed. Between begin() and end() an LMDB transaction keeps the pages from being written
// again. One thread.
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

    // `unavailable`: LMDB has too many readers. `damaged`: the way to the table is.
    LogResult<void> begin();
    void end();

    // From that key on, until `on_row` says false.
    void scan(std::string_view from, const lmdb_file::OnRow& on_row) {
        rows_.scan(table_, from, on_row);
    }
    // Nothing: it is empty, or its last page cannot be read.
    [[nodiscard]] std::optional<std::string> last_key() { return rows_.last_key(table_); }
    [[nodiscard]] std::uint64_t entries() const { return table_.entries; }
    // Pages left out since it was made.
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
