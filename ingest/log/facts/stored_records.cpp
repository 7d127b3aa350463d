// Reads everything as of one moment, some records at a time. Keys must be numbers without holes.
#include "ingest/log/facts/stored_records.hpp"

#include "domain/log/checksum.hpp"
#include "domain/log/log_error.hpp"
#include "ingest/log/disk/data_directory.hpp"
#include "ingest/log/disk/lmdb_env.hpp"
#include "ingest/log/disk/log_end.hpp"
#include "ingest/log/disk/table_look.hpp"
#include "ingest/log/facts/lmdb_log.hpp"

#include <deque>
#include <utility>

namespace dibs {
namespace {

constexpr std::string_view stored_table = "records";
constexpr std::size_t read_at_once = 64;
constexpr std::size_t most_at_once = 10'000;  // if none of them is sound; the next part follows

tl::unexpected<LogError> damaged(const DataDirectory& directory, const std::string& how) {
    return log_error(LogError::Kind::damaged,
                     "data directory " + directory.path().string() + ": " + how);
}

FoundRecord found(std::string_view key, std::string_view stored, Offset offset) {
    FoundRecord record{offset, {}, {}};
    if (stored.size() < checksum_bytes || stored.size() > max_record_bytes + checksum_bytes) {
        record.damage = "has a length that no record has";
        return record;
    }
    record.bytes = stored.substr(0, stored.size() - checksum_bytes);
    if (!checked(key, stored)) record.damage = "is not the one that was appended";
    return record;
}

bool follows(std::string_view before, std::string_view key) {
    return before.size() == sizeof(lmdb::Key) && key.size() == sizeof(lmdb::Key) &&
           lmdb::from_key(key.data()) == lmdb::from_key(before.data()) + 1;
}

}  // namespace

struct StoredRecords::Handles {
    struct Row {
        std::string key, value;
    };

    DataDirectory directory;
    lmdb::Env env{};
    std::unique_ptr<lmdb::TableLook> look{};
    std::deque<Row> rows{};
    std::string last_key{};  // of a sound record; the next read starts there
    bool ended = false;
};

StoredRecords::StoredRecords(std::unique_ptr<Handles> handles) : handles_(std::move(handles)) {}
StoredRecords::~StoredRecords() = default;

LogResult<std::unique_ptr<StoredRecords>> StoredRecords::open(
    const std::filesystem::path& directory) {
    std::error_code unknown;
    if (!std::filesystem::exists(directory / "data.mdb", unknown)) {
        return log_error(LogError::Kind::refused, "there is no log in " + directory.string());
    }
    auto looked = DataDirectory::look(directory);
    if (!looked) return tl::unexpected(looked.error());
    if (std::filesystem::file_size(directory / "data.mdb", unknown) == 0) {
        return damaged(*looked, "data.mdb is empty: it was cut");
    }
    auto handles = std::make_unique<Handles>(Handles{std::move(*looked)});
    auto env = lmdb::open_env(handles->directory, {.look_only = true, .appended = stored_table},
                              lmdb_log_format);
    if (!env) return tl::unexpected(env.error());
    handles->env = std::move(*env);
    handles->look = std::make_unique<lmdb::TableLook>(handles->env.get(), handles->directory,
                                                      std::string(stored_table));
    if (auto begun = handles->look->begin(); !begun) return tl::unexpected(begun.error());
    return std::unique_ptr<StoredRecords>(new StoredRecords(std::move(handles)));
}

// Ends at a sound record, or behind many damaged ones at a key that follows the one before: the key
// of a damaged record may be before the last read key, or far behind it.
void StoredRecords::read_on() {
    auto& [directory, env, look, rows, last_key, ended] = *handles_;
    ended = true;
    look->scan(last_key, [&](std::string_view key, std::string_view value) {
        if (key <= last_key) return true;
        rows.push_back({std::string(key), std::string(value)});
        const bool goes_on = rows.size() >= most_at_once && follows(rows[rows.size() - 2].key, key);
        ended = !goes_on && (rows.size() < read_at_once || !checked(key, value));
        return ended;
    });
    if (!ended) last_key = rows.back().key;
}

LogResult<std::optional<FoundRecord>> StoredRecords::next() {
    if (handles_->rows.empty() && !handles_->ended) read_on();
    if (handles_->rows.empty()) {
        if (auto whole = check_end(); !whole) return tl::unexpected(whole.error());
        return std::nullopt;
    }
    const auto [key, value] = std::move(handles_->rows.front());
    handles_->rows.pop_front();
    const auto wanted = last_ + 1;
    if (key.size() != sizeof(lmdb::Key)) {
        return damaged(handles_->directory,
                       "behind offset " + std::to_string(last_) + " comes what is no record");
    }
    const auto offset = static_cast<Offset>(lmdb::from_key(key.data()));
    auto record = found(key, value, offset);
    if (record.damage.empty() && offset != wanted) {
        record.damage = "comes where that at offset " + std::to_string(wanted) + " is missing";
    }
    last_ = offset;
    return record;
}

LogResult<void> StoredRecords::check_end() const {
    return LogEnd(handles_->directory, true).check(last_);
}

}  // namespace dibs
