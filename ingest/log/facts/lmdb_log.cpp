// See lmdb_log.hpp. `Store` is what log, cursors and appenders share. Locks: `write_mutex` is held
// over a whole commit; `end_mutex` only guards the newest offset and wakes waiting cursors.
#include "ingest/log/facts/lmdb_log.hpp"

#include "domain/log/log_error.hpp"
#include "ingest/log/disk/data_directory.hpp"
#include "ingest/log/disk/grow_ahead.hpp"
#include "ingest/log/disk/lmdb_env.hpp"

#include <condition_variable>
#include <mutex>
#include <utility>

#include <lmdb.h>
#include <unistd.h>

namespace dibs {
namespace {

constexpr std::string_view log_format = "dibs log 1";
constexpr std::size_t max_batch_bytes = 8 * 1024 * 1024;
// What a commit writes besides records: tree nodes and LMDB's list of free pages.
constexpr std::size_t slack_pages = 48;

Offset to_offset(const MDB_val& key) {
    return static_cast<Offset>(lmdb::from_key(key.mv_data));
}
MDB_val to_val(lmdb::Key& key) {
    return {key.size(), key.data()};
}
std::string to_string(const MDB_val& value) {
    return {static_cast<const char*>(value.mv_data), value.mv_size};
}

struct Store {
    explicit Store(DataDirectory taken) : directory(std::move(taken)) {}

    DataDirectory directory;
    lmdb::Env env;
    lmdb::Dbi records = 0;
    std::unique_ptr<GrowAhead> file;
    std::mutex write_mutex;
    bool broken = false;  // under write_mutex: a flush failed, only opening anew helps
    std::mutex end_mutex;
    std::condition_variable grown;
    Offset newest = before_first;  // under end_mutex

    LogResult<void> open(const LmdbLogSettings& settings);
    LogResult<void> commit(std::vector<std::string> batch, std::size_t bytes);
    LogResult<Offset> write(const std::vector<std::string>& batch);
    LogResult<void> make_room(std::size_t records_count, std::size_t bytes);
    Offset newest_now();
    Offset wait_beyond(Offset after, std::chrono::milliseconds wait);
};

LogResult<void> Store::open(const LmdbLogSettings& settings) {
    const lmdb::EnvSettings env_settings{.map_bytes = settings.map_bytes,
                                         .max_readers = settings.max_readers};
    auto opened = lmdb::open_env(directory, env_settings, log_format);
    if (!opened) return tl::unexpected(opened.error());
    env = std::move(*opened);
    const auto table = lmdb::open_table(env.get(), "records");
    if (!table) return tl::unexpected(table.error());
    records = *table;
    file = std::make_unique<GrowAhead>(directory);

    lmdb::Reader reader(env.get());
    MDB_txn* txn = reader.begin();
    MDB_cursor* raw = nullptr;
    if (txn == nullptr || mdb_cursor_open(txn, records, &raw) != 0) {
        return log_error(LogError::Kind::refused, "data directory " + directory.path().string() +
                                                      ": the log cannot be read");
    }
    const lmdb::Cursor cursor(raw);
    MDB_val key{};
    MDB_val value{};
    if (mdb_cursor_get(raw, &key, &value, MDB_LAST) == 0) newest = to_offset(key);
    return {};
}

// LMDB needs its pages at the end of the file at worst; free ones are not counted on.
LogResult<void> Store::make_room(std::size_t records_count, std::size_t bytes) {
    MDB_envinfo info{};
    MDB_stat stat{};
    mdb_env_info(env.get(), &info);
    mdb_env_stat(env.get(), &stat);
    const auto page = static_cast<std::size_t>(stat.ms_psize);
    // Small records share pages with 32 bytes of overhead each; large ones have their own.
    const auto needed = bytes + bytes / 2 + records_count * 32;
    const auto pages = info.me_last_pgno + 1 + needed / page + slack_pages;
    return file->ensure(pages * page);
}

LogResult<Offset> Store::write(const std::vector<std::string>& batch) {
    MDB_txn* raw = nullptr;
    int code = mdb_txn_begin(env.get(), nullptr, 0, &raw);
    if (code != 0) return tl::unexpected(lmdb::to_error(code, directory, "beginning a write"));
    lmdb::Txn txn(raw);
    auto offset = newest_now();
    for (const auto& record : batch) {
        auto bytes = lmdb::to_key(static_cast<std::uint64_t>(++offset));
        MDB_val key = to_val(bytes);
        MDB_val value{record.size(), const_cast<char*>(record.data())};
        code = mdb_put(raw, records, &key, &value, MDB_APPEND);
        if (code != 0) return tl::unexpected(lmdb::to_error(code, directory, "appending"));
    }
    code = mdb_txn_commit(txn.release());
    if (code != 0) return tl::unexpected(lmdb::to_error(code, directory, "flushing"));
    return offset;
}

LogResult<void> Store::commit(std::vector<std::string> batch, std::size_t bytes) {
    const std::lock_guard write_lock(write_mutex);
    if (broken) {
        return log_error(LogError::Kind::fatal, "data directory " + directory.path().string() +
                                                    ": an earlier flush failed; open it anew");
    }
    if (auto room = make_room(batch.size(), bytes); !room) return room;
    const auto written = write(batch);
    if (!written) {
        // After a failed fsync the kernel may have dropped our pages: nothing is sure any more.
        broken = written.error().kind == LogError::Kind::fatal;
        return tl::unexpected(written.error());
    }
    {
        const std::lock_guard end_lock(end_mutex);
        newest = *written;
    }
    grown.notify_all();
    return {};
}

Offset Store::newest_now() {
    const std::lock_guard lock(end_mutex);
    return newest;
}

Offset Store::wait_beyond(Offset after, std::chrono::milliseconds wait) {
    std::unique_lock lock(end_mutex);
    if (newest == after) grown.wait_for(lock, wait, [&] { return newest != after; });
    return newest;
}

class LmdbCursor : public LogCursor {
  public:
    LmdbCursor(std::shared_ptr<Store> store, Offset after)
        : store_(std::move(store)), reader_(store_->env.get()), after_(after) {}

    LogResult<Batch> next(std::size_t max, std::chrono::milliseconds wait) override {
        const auto newest = store_->wait_beyond(after_, wait);
        if (after_ > newest) return log_lost(after_, newest);
        Batch batch;
        if (newest == after_ || max == 0) return batch;
        MDB_txn* txn = reader_.begin();
        if (txn == nullptr) {
            return log_error(LogError::Kind::unavailable, "the log has too many readers");
        }
        read(txn, max, batch);
        reader_.end();
        if (!batch.entries.empty()) after_ = batch.entries.back().offset;
        return batch;
    }

    void seek(Offset after) override { after_ = after; }

  private:
    void read(MDB_txn* txn, std::size_t max, Batch& batch) {
        MDB_cursor* raw = nullptr;
        if (mdb_cursor_open(txn, store_->records, &raw) != 0) return;
        const lmdb::Cursor cursor(raw);
        auto from = lmdb::to_key(static_cast<std::uint64_t>(after_ + 1));
        MDB_val key = to_val(from);
        MDB_val value{};
        std::size_t bytes = 0;
        int code = mdb_cursor_get(raw, &key, &value, MDB_SET_RANGE);
        while (code == 0 && batch.entries.size() < max && bytes < max_batch_bytes) {
            batch.entries.push_back({to_offset(key), to_string(value)});
            bytes += value.mv_size;
            code = mdb_cursor_get(raw, &key, &value, MDB_NEXT);
        }
    }

    std::shared_ptr<Store> store_;
    lmdb::Reader reader_;
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

    // The deadline cannot be kept: a disk's flush takes what it takes.
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
        lmdb::Reader reader(store_->env.get());
        MDB_txn* txn = reader.begin();
        if (txn == nullptr) {
            return log_error(LogError::Kind::unavailable, "the log has too many readers");
        }
        auto bytes = lmdb::to_key(static_cast<std::uint64_t>(offset));
        MDB_val key = to_val(bytes);
        MDB_val value{};
        if (mdb_get(txn, store_->records, &key, &value) != 0) return std::nullopt;
        return to_string(value);
    }
    LogResult<Offset> newest() override { return store_->newest_now(); }

  private:
    std::shared_ptr<Store> store_;
};

}  // namespace

LogResult<std::unique_ptr<EventLog>> open_lmdb_log(const LmdbLogSettings& settings) {
    auto directory = DataDirectory::take(settings.directory);
    if (!directory) return tl::unexpected(directory.error());
    auto store = std::make_shared<Store>(std::move(*directory));
    if (auto opened = store->open(settings); !opened) return tl::unexpected(opened.error());
    return std::make_unique<LmdbLog>(std::move(store));
}

}  // namespace dibs
