// See lmdb_log.hpp. The log, cursors and appenders share `Store`. `write_mutex` is held over a
// whole commit. `end_mutex` guards only the newest offset and the final error, and wakes waiting
// cursors.
//
// Offsets have no holes here, so a missing record is noticed. LMDB writes; reads use the pages,
// because LMDB would follow a damaged one.
#include "ingest/log/facts/lmdb_log.hpp"

#include "domain/log/checksum.hpp"
#include "domain/log/log_error.hpp"
#include "ingest/log/disk/data_directory.hpp"
#include "ingest/log/disk/grow_ahead.hpp"
#include "ingest/log/disk/lmdb_env.hpp"
#include "ingest/log/disk/log_end.hpp"
#include "ingest/log/disk/table_look.hpp"

#include <condition_variable>
#include <mutex>
#include <utility>

#include <lmdb.h>
#include <unistd.h>

namespace dibs {
namespace {

constexpr std::size_t max_batch_bytes = 8 * 1024 * 1024;
// Other pages that a commit writes: tree nodes and LMDB's list of free pages.
constexpr std::size_t slack_pages = 48;

constexpr const char* records_table = "records";

// Returns nothing if it is not a key of this log.
std::optional<Offset> to_offset(std::string_view key) {
    if (key.size() != sizeof(lmdb::Key)) return std::nullopt;
    return static_cast<Offset>(lmdb::from_key(key.data()));
}
MDB_val to_val(lmdb::Key& key) {
    return {key.size(), key.data()};
}
std::string_view view(const lmdb::Key& key) {
    return {reinterpret_cast<const char*>(key.data()), key.size()};
}

// The reader adds its position.
tl::unexpected<LogError> damaged(Offset offset, std::string_view how) {
    return log_error(LogError::Kind::damaged,
                     "the record at offset " + std::to_string(offset) + ' ' + std::string(how));
}

std::string_view why_missing(const lmdb::TableLook& look) {
    return look.damaged() > 0 ? "cannot be read: a page of the file is damaged" : "is missing";
}

struct Store {
    Store(DataDirectory taken, bool check) : directory(std::move(taken)), checks(check) {}

    DataDirectory directory;
    const bool checks;  // see LmdbLogSettings
    lmdb::Env env;
    lmdb::Dbi records = 0;
    std::unique_ptr<GrowAhead> file;
    std::unique_ptr<LogEnd> end;
    std::mutex write_mutex;
    std::mutex end_mutex;
    std::condition_variable grown;
    Offset newest = before_first;         // under end_mutex
    std::optional<LogError> final_error;  // under end_mutex; set: all calls fail

    LogResult<void> open(const LmdbLogSettings& settings);
    LogResult<void> commit(std::vector<std::string> batch, std::size_t bytes);
    LogResult<Offset> write(const std::vector<std::string>& batch);
    LogResult<void> make_room(std::size_t records_count, std::size_t bytes);
    LogResult<Offset> newest_now();
    LogResult<Offset> wait_beyond(Offset after, std::chrono::milliseconds wait);
    LogResult<void> check_place();
    LogError end_for_good(LogError error);
    [[nodiscard]] LogResult<std::string> record_in(std::string_view value, Offset offset) const;
};

LogResult<void> Store::open(const LmdbLogSettings& settings) {
    const lmdb::EnvSettings env_settings{.map_bytes = settings.map_bytes,
                                         .max_readers = settings.max_readers,
                                         .appended = records_table};
    auto opened = lmdb::open_env(directory, env_settings, lmdb_log_format);
    if (!opened) return tl::unexpected(opened.error());
    env = std::move(*opened);
    const auto table = lmdb::open_table(env.get(), records_table);
    if (!table) return tl::unexpected(table.error());
    records = *table;
    file = std::make_unique<GrowAhead>(directory);
    end = std::make_unique<LogEnd>(directory);

    lmdb::TableLook look(env.get(), directory, records_table);
    if (auto begun = look.begin(); !begun) return begun;
    if (look.entries() > 0) {
        const auto last = look.last_key();
        const auto offset = last ? to_offset(*last) : std::nullopt;
        if (!offset) {
            return log_error(LogError::Kind::damaged,
                             "data directory " + directory.path().string() +
                                 ": the log is damaged: its last record cannot be read");
        }
        newest = *offset;
    }
    if (!checks) return {};
    if (auto there = end->check(newest); !there) return there;
    end->note(newest);
    return {};
}

// Returns the record if it is the one appended at this offset.
LogResult<std::string> Store::record_in(std::string_view value, Offset offset) const {
    const auto key = lmdb::to_key(static_cast<std::uint64_t>(offset));
    const auto record = checked(view(key), value);
    if (record) return std::string(*record);
    if (!checks && value.size() >= checksum_bytes) {
        return std::string(value.substr(0, value.size() - checksum_bytes));
    }
    return damaged(offset, "is not the one that was appended");
}

// In the worst case LMDB needs its pages at the end of the file; free pages are not counted.
LogResult<void> Store::make_room(std::size_t records_count, std::size_t bytes) {
    MDB_envinfo info{};
    MDB_stat stat{};
    mdb_env_info(env.get(), &info);
    mdb_env_stat(env.get(), &stat);
    const auto page = static_cast<std::size_t>(stat.ms_psize);
    // Small records share pages with 32 bytes of overhead each; large ones have their own.
    const auto needed = bytes + bytes / 2 + records_count * (32 + checksum_bytes);
    const auto pages = info.me_last_pgno + 1 + needed / page + slack_pages;
    return file->ensure(pages * page);
}

LogResult<Offset> Store::write(const std::vector<std::string>& batch) {
    MDB_txn* raw = nullptr;
    int code = mdb_txn_begin(env.get(), nullptr, 0, &raw);
    if (code != 0) return tl::unexpected(lmdb::to_error(code, directory, "beginning a write"));
    lmdb::Txn txn(raw);
    const auto last = newest_now();
    if (!last) return last;
    auto offset = *last;
    for (const auto& record : batch) {
        auto bytes = lmdb::to_key(static_cast<std::uint64_t>(++offset));
        MDB_val key = to_val(bytes);
        MDB_val value{record.size() + checksum_bytes, nullptr};
        code = mdb_put(raw, records, &key, &value, MDB_APPEND | MDB_RESERVE);
        if (code != 0) return tl::unexpected(lmdb::to_error(code, directory, "appending"));
        write_checked(static_cast<char*>(value.mv_data), view(bytes), record);
    }
    code = lmdb::commit(std::move(txn));
    if (code != 0) return tl::unexpected(lmdb::to_error(code, directory, "flushing"));
    return offset;
}

LogResult<void> Store::commit(std::vector<std::string> batch, std::size_t bytes) {
    const std::lock_guard write_lock(write_mutex);
    if (auto there = check_place(); !there) return there;
    if (auto room = make_room(batch.size(), bytes); !room) return room;
    const auto written = write(batch);
    if (!written) {
        if (written.error().kind != LogError::Kind::fatal) return tl::unexpected(written.error());
        // After a failed flush the kernel may have dropped our pages: the file's state is unknown.
        return tl::unexpected(end_for_good({LogError::Kind::broken, written.error().text}));
    }
    if (auto there = check_place(); !there) return there;
    end->note(*written);
    {
        const std::lock_guard end_lock(end_mutex);
        newest = *written;
    }
    grown.notify_all();
    return {};
}

// Data in a removed folder is lost, however well writing works.
LogResult<void> Store::check_place() {
    if (lmdb::is_in_place(env.get(), directory)) return {};
    return tl::unexpected(end_for_good(
        {LogError::Kind::broken, "data directory " + directory.path().string() +
                                     ": it was removed or replaced while it was in use"}));
}

LogError Store::end_for_good(LogError error) {
    const std::lock_guard lock(end_mutex);
    if (!final_error) final_error = std::move(error);
    grown.notify_all();
    return *final_error;
}

LogResult<Offset> Store::newest_now() {
    const std::lock_guard lock(end_mutex);
    if (final_error) return tl::unexpected(*final_error);
    return newest;
}

LogResult<Offset> Store::wait_beyond(Offset after, std::chrono::milliseconds wait) {
    std::unique_lock lock(end_mutex);
    const auto changed = [&] { return newest != after || final_error; };
    if (!changed()) grown.wait_for(lock, wait, changed);
    if (final_error) return tl::unexpected(*final_error);
    return newest;
}

class LmdbCursor : public LogCursor {
  public:
    LmdbCursor(std::shared_ptr<Store> store, Offset after)
        : store_(std::move(store)),
          look_(store_->env.get(), store_->directory, records_table),
          after_(after) {}

    LogResult<Batch> next(std::size_t max, std::chrono::milliseconds wait) override {
        if (auto there = store_->check_place(); !there) return tl::unexpected(there.error());
        const auto newest = store_->wait_beyond(after_, wait);
        if (!newest) return tl::unexpected(newest.error());
        if (after_ > *newest) return log_lost(after_, *newest);
        Batch batch;
        if (*newest == after_ || max == 0) return batch;
        if (auto begun = look_.begin(); !begun) return tl::unexpected(begun.error());
        const auto read_on = read(max, batch);
        look_.end();
        if (batch.entries.empty() && !read_on) return tl::unexpected(read_on.error());
        if (!batch.entries.empty()) after_ = batch.entries.back().offset;
        return batch;
    }

    void seek(Offset after) override { after_ = after; }

  private:
    // Returns the sound records before the first damage; the next call reports the damage.
    LogResult<void> read(std::size_t max, Batch& batch) {
        auto wanted = after_ + 1;
        const auto from = lmdb::to_key(static_cast<std::uint64_t>(wanted));
        std::size_t bytes = 0;
        std::optional<LogError> wrong;
        bool more = false;
        look_.scan(view(from), [&](std::string_view key, std::string_view value) {
            const auto offset = to_offset(key);
            more = batch.entries.size() == max || bytes >= max_batch_bytes;
            if (more || !offset || (store_->checks && *offset != wanted)) return false;
            auto record = store_->record_in(value, *offset);
            if (!record) {
                wrong = record.error();
                return false;
            }
            batch.entries.push_back({*offset, std::move(*record)});
            bytes += value.size();
            ++wanted;
            return true;
        });
        if (wrong) return tl::unexpected(*wrong);
        if (more || !store_->checks) return {};
        return damaged(wanted, why_missing(look_));
    }

    std::shared_ptr<Store> store_;
    lmdb::TableLook look_;
    Offset after_;
};

class LmdbAppender : public LogAppender {
  public:
    explicit LmdbAppender(std::shared_ptr<Store> store) : store_(std::move(store)) {}

    LogResult<void> append(std::vector<std::string> records) override {
        const auto bytes = checked_bytes(records);
        if (!bytes) return tl::unexpected(bytes.error());
        if (pending_bytes_ + *bytes > max_pending_bytes) {
            return log_error(LogError::Kind::full, "too many bytes wait for a flush");
        }
        pending_bytes_ += *bytes;
        for (auto& record : records) pending_.push_back(std::move(record));
        return {};
    }

    // Ignores the deadline: the duration of a disk flush cannot be limited.
    LogResult<void> flush(std::chrono::milliseconds) override {
        if (pending_.empty()) return {};
        return store_->commit(std::exchange(pending_, {}), std::exchange(pending_bytes_, 0));
    }

  private:
    std::shared_ptr<Store> store_;
    std::vector<std::string> pending_;
    std::size_t pending_bytes_ = 0;
};

class LmdbLog : public EventLog {
  public:
    explicit LmdbLog(std::shared_ptr<Store> store) : store_(std::move(store)) {}

    LogResult<std::unique_ptr<LogCursor>> open_cursor(Offset after) override {
        return std::make_unique<LmdbCursor>(store_, after);
    }
    LogResult<std::unique_ptr<LogAppender>> open_appender() override {
        return std::make_unique<LmdbAppender>(store_);
    }
    LogResult<std::optional<std::string>> at(Offset offset) override {
        if (offset < 0) return std::nullopt;
        // Before the read, so that later appends do not look like missing records.
        const auto newest = store_->newest_now();
        if (!newest) return tl::unexpected(newest.error());
        lmdb::TableLook look(store_->env.get(), store_->directory, records_table);
        if (auto begun = look.begin(); !begun) return tl::unexpected(begun.error());
        const auto wanted = lmdb::to_key(static_cast<std::uint64_t>(offset));
        std::optional<LogResult<std::string>> found;
        look.scan(view(wanted), [&](std::string_view key, std::string_view value) {
            if (key == view(wanted)) found = store_->record_in(value, offset);
            return false;
        });
        if (!found) {
            if (store_->checks && offset <= *newest) return damaged(offset, why_missing(look));
            return std::nullopt;
        }
        if (!*found) return tl::unexpected(found->error());
        return std::move(**found);
    }
    LogResult<Offset> newest() override { return store_->newest_now(); }
    [[nodiscard]] bool has_one_writer() const override { return store_->checks; }
    LogError condemn(LogError error) override { return store_->end_for_good(std::move(error)); }

  private:
    std::shared_ptr<Store> store_;
};

}  // namespace

LogResult<std::unique_ptr<EventLog>> open_lmdb_log(const LmdbLogSettings& settings) {
    auto directory = DataDirectory::take(settings.directory);
    if (!directory) return tl::unexpected(directory.error());
    auto store = std::make_shared<Store>(std::move(*directory), settings.checks);
    if (auto opened = store->open(settings); !opened) {
        auto error = std::move(opened.error());
        if (error.kind == LogError::Kind::damaged) error.text += ". Restore it from a backup";
        return tl::unexpected(std::move(error));
    }
    return std::make_unique<LmdbLog>(std::move(store));
}

}  // namespace dibs
