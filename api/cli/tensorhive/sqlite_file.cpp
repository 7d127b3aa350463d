// SQLite's advice for untrusted files (sqlite.org/security.html), and its errors in words.
#include "api/cli/tensorhive/sqlite_file.hpp"

#include "api/cli/lib/failure.hpp"
#include "api/cli/lib/table.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <sqlite3.h>

namespace dibs::cli::tensorhive {
namespace {

constexpr int most_of_a_value = 64 << 20;       // SQLite refuses to load larger values
constexpr std::size_t most_kept = 256U << 20U;  // bytes of text in memory
constexpr int steps_of_a_round = 1'000'000;     // of SQLite's virtual machine
constexpr int most_rounds = 20'000;             // some minutes
constexpr int patience_ms = 5'000;              // while TensorHive writes

constexpr std::array sqlite_limits{std::pair{SQLITE_LIMIT_LENGTH, most_of_a_value},
                                   std::pair{SQLITE_LIMIT_SQL_LENGTH, 100'000},
                                   std::pair{SQLITE_LIMIT_COLUMN, 200},
                                   std::pair{SQLITE_LIMIT_EXPR_DEPTH, 20},
                                   std::pair{SQLITE_LIMIT_COMPOUND_SELECT, 3},
                                   std::pair{SQLITE_LIMIT_VDBE_OP, 25'000},
                                   std::pair{SQLITE_LIMIT_FUNCTION_ARG, 8},
                                   std::pair{SQLITE_LIMIT_ATTACHED, 0},
                                   std::pair{SQLITE_LIMIT_VARIABLE_NUMBER, 10},
                                   std::pair{SQLITE_LIMIT_TRIGGER_DEPTH, 1}};

constexpr std::array sqlite_settings{
    std::pair{SQLITE_DBCONFIG_DEFENSIVE, 1}, std::pair{SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0},
    std::pair{SQLITE_DBCONFIG_ENABLE_TRIGGER, 0}, std::pair{SQLITE_DBCONFIG_ENABLE_VIEW, 0}};

int count_round(void* rounds) {
    return ++*static_cast<int*>(rounds) > most_rounds ? 1 : 0;
}

std::string quoted(std::string_view name) {
    return '"' + std::string(name) + '"';  // our own names; none has a quote
}

}  // namespace

bool Row::is_null(int column) const {
    return sqlite3_column_type(statement_, column) == SQLITE_NULL;
}

bool Row::is_integer(int column) const {
    return sqlite3_column_type(statement_, column) == SQLITE_INTEGER;
}

std::string Row::name(int column) const {
    return std::string(columns_[static_cast<std::size_t>(column)].names.front());
}

std::int64_t Row::integer(int column) const {
    if (is_null(column)) return 0;
    if (!is_integer(column)) {
        throw BadCell(name(column) + " is no whole number");
    }
    return sqlite3_column_int64(statement_, column);
}

std::int64_t Row::first_number() const {
    return is_integer(0) ? integer(0) : 0;
}

std::string_view Row::view(int column, std::size_t most) const {
    if (is_null(column)) return {};
    if (sqlite3_column_type(statement_, column) == SQLITE_BLOB) {
        throw BadCell(name(column) + " is no text");
    }
    const auto* bytes = sqlite3_column_text(statement_, column);
    const auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement_, column));
    if (bytes == nullptr) throw BadCell(name(column) + " cannot be read");
    if (size > most) {
        throw BadCell(name(column) + " is " + std::to_string(size) + " bytes long, " +
                      std::to_string(most) + " at most are taken");
    }
    const std::string_view text(reinterpret_cast<const char*>(bytes), size);
    if (!is_utf8(text)) throw BadCell(name(column) + " is not UTF-8");
    return text;
}

std::string Row::text(int column, std::size_t most) const {
    const auto seen = view(column, most);
    kept_ += seen.size();
    if (kept_ > most_kept) {
        throw Failure(Exit::failure, "The database holds more than 256 MiB of text to take.",
                      "That is more than TensorHive writes. Is it the right file?");
    }
    return std::string(seen);
}

void SqliteFile::CloseDatabase::operator()(sqlite3* database) const {
    sqlite3_close(database);
}

void SqliteFile::EndStatement::operator()(sqlite3_stmt* statement) const {
    sqlite3_finalize(statement);
}

SqliteFile::SqliteFile(const std::filesystem::path& path) : path_(path) {
    std::error_code error;
    if (!std::filesystem::is_regular_file(path, error)) {
        throw Failure(Exit::not_found, "There is no file " + path.string() + '.',
                      "TensorHive keeps it at ~/.config/TensorHive/database.sqlite.");
    }
    sqlite3* opened = nullptr;
    const auto whole = std::filesystem::absolute(path).string();  // never ":memory:" or "file:…"
    const int result = sqlite3_open_v2(whole.c_str(), &opened,
                                       SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, nullptr);
    database_.reset(opened);
    if (result != SQLITE_OK) fail();
    protect();
    run("PRAGMA query_only=1; PRAGMA cell_size_check=1; PRAGMA mmap_size=0; BEGIN");
    run("SELECT count(*) FROM sqlite_schema");  // checks that it is a database
}

void SqliteFile::protect() {
    for (const auto& [limit, value] : sqlite_limits) sqlite3_limit(database_.get(), limit, value);
    for (const auto& [setting, value] : sqlite_settings) {
        if (sqlite3_db_config(database_.get(), setting, value, nullptr) != SQLITE_OK) fail();
    }
    sqlite3_busy_timeout(database_.get(), patience_ms);
    sqlite3_progress_handler(database_.get(), steps_of_a_round, count_round, &rounds_);
}

void SqliteFile::fail() const {
    const int code = database_ ? sqlite3_extended_errcode(database_.get()) : SQLITE_NOMEM;
    const auto file = path_.string();
    switch (code & 0xff) {
        case SQLITE_NOTADB:
            throw Failure(Exit::usage, file + " is no SQLite database.",
                          "TensorHive keeps it at ~/.config/TensorHive/database.sqlite.");
        case SQLITE_BUSY:
            throw Failure(Exit::conflict, file + " is being written to.",
                          "Try again, or copy it: sqlite3 " + file + " '.backup copy.sqlite'");
        case SQLITE_CORRUPT:
            throw Failure(Exit::failure, file + " is damaged.",
                          "Try what SQLite can save of it: sqlite3 " + file + " .recover");
        case SQLITE_INTERRUPT:
            throw Failure(Exit::failure, file + " takes too much work to read.",
                          "That is more than TensorHive writes. Is it the right file?");
        default:
            throw Failure(Exit::failure,
                          file + " cannot be read: " +
                              (database_ ? sqlite3_errmsg(database_.get()) : "no memory") + '.',
                          "Copy it with: sqlite3 " + file + " '.backup copy.sqlite'");
    }
}

void SqliteFile::run(const char* sql) {
    if (sqlite3_exec(database_.get(), sql, nullptr, nullptr, nullptr) != SQLITE_OK) fail();
}

SqliteFile::Statement SqliteFile::prepare(const std::string& sql) {
    sqlite3_stmt* statement = nullptr;
    if (sqlite3_prepare_v2(database_.get(), sql.c_str(), static_cast<int>(sql.size()), &statement,
                           nullptr) != SQLITE_OK) {
        fail();
    }
    return Statement(statement);
}

bool SqliteFile::step(sqlite3_stmt* statement) {
    switch (sqlite3_step(statement)) {
        case SQLITE_ROW:
            return true;
        case SQLITE_DONE:
            return false;
        default:
            fail();
    }
}

// Only of a real table: a view or virtual table of this name could do anything.
std::vector<std::string> SqliteFile::columns_of(std::string_view table) {
    const auto is_table =
        prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND rootpage > 0 AND name = '" +
                std::string(table) + '\'');
    if (!step(is_table.get())) return {};
    std::vector<std::string> names;
    const auto columns = prepare("PRAGMA table_info(" + quoted(table) + ')');
    while (step(columns.get())) {
        const auto* name = sqlite3_column_text(columns.get(), 1);
        if (name != nullptr) names.emplace_back(reinterpret_cast<const char*>(name));
    }
    return names;
}

std::optional<std::string> SqliteFile::read(std::string_view table,
                                            const std::vector<ColumnNames>& columns,
                                            const std::function<void(const Row&)>& take) {
    const auto there = columns_of(table);
    if (there.empty()) return "it has no table " + std::string(table);
    std::string wanted;
    for (const auto& column : columns) {
        const auto found =
            std::find_if(column.names.begin(), column.names.end(), [&](std::string_view name) {
                return std::find(there.begin(), there.end(), name) != there.end();
            });
        const bool missing = found == column.names.end();
        if (missing && column.required) {
            return "its table " + std::string(table) + " has no column " +
                   std::string(column.names.front());
        }
        wanted += (wanted.empty() ? "" : ", ") + (missing ? std::string("NULL") : quoted(*found));
    }
    const auto rows = prepare("SELECT " + wanted + " FROM " + quoted(table));
    while (step(rows.get())) take(Row(rows.get(), columns, kept_));
    return std::nullopt;
}

}  // namespace dibs::cli::tensorhive
