// An untrusted SQLite file: opened read-only, in SQLite's defensive mode, without views and
// triggers. The size of a value and the work of all statements are limited. One transaction reads
// all, so that the data is consistent while TensorHive writes.
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

// A value that cannot be taken. Its row is left out; the others are read.
class BadCell : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

// The names of a column, newest first. An optional column that is missing reads as NULL.
struct ColumnNames {
    std::vector<std::string_view> names;
    bool required = true;
};

// The current row of a statement. Columns count from 0, in the order of the query.
class Row {
  public:
    Row(sqlite3_stmt* statement, const std::vector<ColumnNames>& columns, std::size_t& kept)
        : statement_(statement), columns_(columns), kept_(kept) {}

    [[nodiscard]] bool is_null(int column) const;
    [[nodiscard]] bool is_integer(int column) const;
    // NULL reads as 0 and false. Throws BadCell if it is not a whole number.
    [[nodiscard]] std::int64_t integer(int column) const;
    [[nodiscard]] bool truth(int column) const { return integer(column) != 0; }
    // The number in the first column, by which the report names a row; 0 if it is not a number.
    [[nodiscard]] std::int64_t first_number() const;
    // UTF-8, valid until the next row; NULL reads as empty. Throws BadCell for a longer value, one
    // that is not text, or not UTF-8.
    [[nodiscard]] std::string_view view(int column, std::size_t most) const;
    // A copy to keep. It counts against the limit of all kept text; throws Failure beyond it.
    [[nodiscard]] std::string text(int column, std::size_t most) const;

  private:
    [[nodiscard]] std::string name(int column) const;

    sqlite3_stmt* statement_;
    const std::vector<ColumnNames>& columns_;
    std::size_t& kept_;
};

class SqliteFile {
  public:
    // Throws Failure if the file is missing or not an SQLite database.
    explicit SqliteFile(const std::filesystem::path& path);

    // Calls `take` for each row. Returns a reason if the table or a required column is missing.
    // Throws Failure if the file is damaged.
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
    int rounds_ = 0;  // used by all statements so far
};

}  // namespace dibs::cli::tensorhive
