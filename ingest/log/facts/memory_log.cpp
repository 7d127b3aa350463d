// See memory_log.hpp. One mutex guards everything; waiting cursors are woken by each append.
#include "ingest/log/facts/memory_log.hpp"

#include "domain/log/log_error.hpp"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <utility>

namespace dibs {

struct MemoryLog::Shared {
    explicit Shared(Numbering n) : numbering(n) {}

    const Numbering numbering;
    std::mutex mutex;
    std::condition_variable grown;
    std::vector<std::string> records;
    std::vector<std::string> late;
    std::function<AppendFault(std::string_view)> fault;
    std::optional<LogError> next_append_error;
    std::optional<LogError> next_flush_error;
    std::uint64_t interruptions = 0;

    Offset offset_of(std::size_t index) const {
        return numbering.first + static_cast<Offset>(index) * numbering.stride;
    }
    // Returns the index of the first record behind `after`, which may be beyond the end.
    std::size_t index_behind(Offset after) const {
        if (after < numbering.first) return 0;
        return static_cast<std::size_t>((after - numbering.first) / numbering.stride) + 1;
    }
    Offset newest() const { return records.empty() ? before_first : offset_of(records.size() - 1); }

    // Returns true if the record is known to have reached the log.
    bool take(std::string record) {
        switch (fault ? fault(record) : AppendFault::keep) {
            case AppendFault::lose:
                return false;
            case AppendFault::late:
                late.push_back(std::move(record));
                return false;
            case AppendFault::twice:
                records.push_back(record);
                break;
            case AppendFault::keep:
                break;
        }
        records.push_back(std::move(record));
        return true;
    }
};

namespace {

using Shared = std::shared_ptr<MemoryLog::Shared>;

class MemoryCursor : public LogCursor {
  public:
    MemoryCursor(Shared shared, Offset after, std::uint64_t interruptions)
        : shared_(std::move(shared)), after_(after), interruptions_(interruptions) {}

    LogResult<Batch> next(std::size_t max, std::chrono::milliseconds wait) override {
        std::unique_lock lock(shared_->mutex);
        const auto ready = [this] {
            return shared_->index_behind(after_) != shared_->records.size() ||
                   interruptions_ != shared_->interruptions;
        };
        if (wait > wait.zero() && !ready()) shared_->grown.wait_for(lock, wait, ready);

        Batch batch;
        batch.gap = interruptions_ != shared_->interruptions;
        interruptions_ = shared_->interruptions;
        const auto from = shared_->index_behind(after_);
        if (from > shared_->records.size()) return log_lost(after_, shared_->newest());
        const auto until = from + std::min(max, shared_->records.size() - from);
        for (auto i = from; i < until; ++i) {
            batch.entries.push_back({shared_->offset_of(i), shared_->records[i]});
        }
        if (!batch.entries.empty()) after_ = batch.entries.back().offset;
        return batch;
    }

    void seek(Offset after) override { after_ = after; }

  private:
    Shared shared_;
    Offset after_;
    std::uint64_t interruptions_;
};

class MemoryAppender : public LogAppender {
  public:
    explicit MemoryAppender(Shared shared) : shared_(std::move(shared)) {}

    LogResult<void> append(std::vector<std::string> records) override {
        if (auto bytes = checked_bytes(records); !bytes) return tl::unexpected(bytes.error());
        {
            const std::lock_guard lock(shared_->mutex);
            if (auto error = std::exchange(shared_->next_append_error, std::nullopt)) {
                return tl::unexpected(*error);
            }
            for (auto& record : records) {
                if (!shared_->take(std::move(record))) all_arrived_ = false;
            }
        }
        shared_->grown.notify_all();
        return {};
    }

    LogResult<void> flush(std::chrono::milliseconds) override {
        const std::lock_guard lock(shared_->mutex);
        if (auto error = std::exchange(shared_->next_flush_error, std::nullopt)) {
            return tl::unexpected(*error);
        }
        if (std::exchange(all_arrived_, true)) return {};
        return log_error(LogError::Kind::unavailable,
                         "memory log: no delivery report came before the deadline");
    }

  private:
    Shared shared_;
    bool all_arrived_ = true;
};

}  // namespace

MemoryLog::MemoryLog() : MemoryLog(Numbering{}) {}
MemoryLog::MemoryLog(Numbering numbering) : shared_(std::make_shared<Shared>(numbering)) {}
MemoryLog::~MemoryLog() = default;

LogResult<std::unique_ptr<LogCursor>> MemoryLog::open_cursor(Offset after) {
    const std::lock_guard lock(shared_->mutex);
    return std::make_unique<MemoryCursor>(shared_, after, shared_->interruptions);
}

LogResult<std::unique_ptr<LogAppender>> MemoryLog::open_appender() {
    return std::make_unique<MemoryAppender>(shared_);
}

LogResult<std::optional<std::string>> MemoryLog::at(Offset offset) {
    const std::lock_guard lock(shared_->mutex);
    const auto index = shared_->index_behind(offset);
    if (index == 0 || index > shared_->records.size()) return std::nullopt;
    if (shared_->offset_of(index - 1) != offset) return std::nullopt;
    return shared_->records[index - 1];
}

LogResult<Offset> MemoryLog::newest() {
    const std::lock_guard lock(shared_->mutex);
    return shared_->newest();
}

void MemoryLog::set_append_fault(std::function<AppendFault(std::string_view)> fault) {
    const std::lock_guard lock(shared_->mutex);
    shared_->fault = std::move(fault);
}

std::size_t MemoryLog::release_late() {
    std::size_t count = 0;
    {
        const std::lock_guard lock(shared_->mutex);
        count = shared_->late.size();
        for (auto& record : shared_->late) shared_->records.push_back(std::move(record));
        shared_->late.clear();
    }
    shared_->grown.notify_all();
    return count;
}

void MemoryLog::cut(std::size_t count) {
    const std::lock_guard lock(shared_->mutex);
    auto& records = shared_->records;
    records.resize(records.size() - std::min(count, records.size()));
}

void MemoryLog::interrupt() {
    {
        const std::lock_guard lock(shared_->mutex);
        ++shared_->interruptions;
    }
    shared_->grown.notify_all();
}

void MemoryLog::fail_next_append(LogError error) {
    const std::lock_guard lock(shared_->mutex);
    shared_->next_append_error = std::move(error);
}

void MemoryLog::fail_next_flush(LogError error) {
    const std::lock_guard lock(shared_->mutex);
    shared_->next_flush_error = std::move(error);
}

}  // namespace dibs
