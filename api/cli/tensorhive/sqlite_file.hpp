// An SQLite file that somebody hands us: opened for reading only, in SQLite's defensive mode, with
// limits on the size of a value and on the work of all statements; views and triggers are off. All
// is read in one transaction, so that it fits together while TensorHive goes on writing.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

struct sqlite3;
struct sqlite3_stmt;

namespace dibs::cli::tensorhive {

// A value that cannot be taken; its row is left out, the others are read.
class BadCell : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

// What a column is called, newest name first; an optional one that is not there is NULL.
struct ColumnNames {
    std::vector<std::string_view> names;
    bool required = true;
};

// The row a statement stands on. Columns are counted from 0, in the order they were asked for.
class Row {
  public:
    Row(sqlite3_stmt* statement, const std::vector<ColumnNames>& columns, std::size_t& kept)
        : statement_(statement), columns_(columns), kept_(kept) {}

    [[nodiscard]] bool is_null(int column) const;
    [[nodiscard]] bool is_integer(int column) const;
    // Of NULL: 0 and false. Throws BadCell for what is no whole number.
    [[nodiscard]] std::int64_t integer(int column) const;
    [[nodiscard]] bool truth(int column) const { return integer(column) != 0; }
    // Of the first column, by which the report names a row; of any other value 0.
    [[nodiscard]] std::int64_t first_number() const;
    // UTF-8, good until the next row. Of NULL: empty. Throws BadCell for a value that is longer, no
    // text, or not UTF-8.
    [[nodiscard]] std::string_view view(int column, std::size_t most) const;
    // To be kept: counts against the limit on all that is kept, which throws Failure.
    [[nodiscard]] std::string text(int column, std::size_t most) const;

  private:
    [[nodiscard]] std::string name(int column) const;

    sqlite3_stmt* statement_;
    const std::vector<ColumnNames>& columns_;
    std::size_t& kept_;
};

class SqliteFile {
  public:
    // Throws Failure where there is no file, or it is no SQLite database.
    explicit SqliteFile(const std::filesystem::path& path);

    // Each row of a table; returns why there are none: the table, or a required column, is missing.
    // Throws Failure if the file turns out to be damaged.
    [[nodiscard]] std::optional<std::string> read(std::string_view table,
                                                  const std::vector<ColumnNames>& columns,
                                                  const std::function<void(const Row&)>& take);

  private:
    struct CloseDatabase {
        void operator()(sqlite3* database) const;
    };
    struct EndStatement {
        void operator()(sqlite3_stmt* statement) const;
    };
    using Statement = std::unique_ptr<sqlite3_stmt, EndStatement>;

    void protect();
    void run(const char* sql);
    [[nodiscard]] Statement prepare(const std::string& sql);
    [[nodiscard]] bool step(sqlite3_stmt* statement);
    [[nodiscard]] std::vector<std::string> columns_of(std::string_view table);
    [[noreturn]] void fail() const;

    std::filesystem::path path_;
    std::unique_ptr<sqlite3, CloseDatabase> database_;
    std::size_t kept_ = 0;
    int rounds_ = 0;  // of the work that all statements may do
};

}  // namespace dibs::cli::tensorhive
