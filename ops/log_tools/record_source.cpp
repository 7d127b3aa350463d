// The two logs as sources of records.
#include "ops/log_tools/record_source.hpp"

#include "domain/log/log_error.hpp"
#include "ingest/log/disk/data_directory.hpp"

#include <deque>
#include <utility>

namespace dibs::log_tools {
namespace {

class Embedded : public RecordSource {
  public:
    Embedded(std::optional<DataDirectory> lock, std::unique_ptr<StoredRecords> records)
        : lock_(std::move(lock)), records_(std::move(records)) {}

    LogResult<std::optional<FoundRecord>> next() override { return records_->next(); }
    [[nodiscard]] bool has_one_writer() const override { return true; }

  private:
    std::optional<DataDirectory> lock_;
    std::unique_ptr<StoredRecords> records_;
};

class OfEventLog : public RecordSource {
  public:
    OfEventLog(std::unique_ptr<EventLog> log, std::unique_ptr<LogCursor> cursor, Offset end)
        : log_(std::move(log)), cursor_(std::move(cursor)), end_(end) {}

    LogResult<std::optional<FoundRecord>> next() override {
        for (int idle = 0; ready_.empty(); ++idle) {
            if (last_.offset >= end_) return std::nullopt;
            if (idle == most_idle_reads) {
                return log_error(LogError::Kind::unavailable,
                                 "The log does not bring the records that it says it has.");
            }
            if (auto read = read_on(); !read) return tl::unexpected(read.error());
        }
        FoundRecord record{ready_.front().offset, std::move(ready_.front().record), {}};
        ready_.pop_front();
        return record;
    }
    [[nodiscard]] bool has_one_writer() const override { return log_->has_one_writer(); }

  private:
    LogResult<void> read_on() {
        auto batch = cursor_->next(records_per_read, read_timeout);
        if (!batch) return tl::unexpected(batch.error());
        // After an interruption: checks that it is still the same log.
        if (batch->gap && last_.offset != before_first) {
            const auto there = log_->at(last_.offset);
            if (!there) return tl::unexpected(there.error());
            if (!*there || hash_of(**there) != last_.record) {
                return log_error(LogError::Kind::lost,
                                 "The log no longer holds the record that was read at offset " +
                                     std::to_string(last_.offset) + ": it was cut or replaced.");
            }
        }
        for (auto& entry : batch->entries) {
            if (entry.offset > end_) break;
            last_ = {entry.offset, hash_of(entry.record)};
            ready_.push_back(std::move(entry));
        }
        if (!batch->entries.empty() && ready_.empty()) last_.offset = end_;
        return {};
    }

    std::unique_ptr<EventLog> log_;
    std::unique_ptr<LogCursor> cursor_;
    const Offset end_;
    Anchor last_;
    std::deque<LogEntry> ready_;
};

}  // namespace

LogResult<std::unique_ptr<RecordSource>> embedded_source(const std::filesystem::path& directory) {
    auto records = StoredRecords::open(directory);
    if (!records) return tl::unexpected(records.error());
    return std::make_unique<Embedded>(std::nullopt, std::move(*records));
}

LogResult<std::unique_ptr<RecordSource>> source_of(std::unique_ptr<EventLog> log) {
    const auto end = log->newest();
    if (!end) return tl::unexpected(end.error());
    auto cursor = log->open_cursor(before_first);
    if (!cursor) return tl::unexpected(cursor.error());
    return std::make_unique<OfEventLog>(std::move(log), std::move(*cursor), *end);
}

LogResult<std::unique_ptr<RecordSource>> open_source(const LogPlace& place) {
    if (place.on_kafka()) {
        auto log = place.open();
        if (!log) return tl::unexpected(log.error());
        return source_of(std::move(*log));
    }
    auto lock = DataDirectory::look(place.data);
    if (!lock) return tl::unexpected(lock.error());
    auto records = StoredRecords::open(place.folder());
    if (!records) return tl::unexpected(records.error());
    return std::make_unique<Embedded>(std::move(*lock), std::move(*records));
}

}  // namespace dibs::log_tools
