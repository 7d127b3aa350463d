// The embedded sample log (sample_log_lmdb.hpp). Keys grow with time, so writing is appending,
// pages are full, and expired rows are at the front:
//   milliseconds since 1970 of the first sample (8 bytes) | kind of subject (1) | its id (16)
//   | of a process its GPU's id, else 0 (16)
// A block (sample_log_block.hpp) never crosses the end of its hour, and ends with a checksum. A
// damaged block is left out and logged. A file with damaged pages is rebuilt from the rest.
// Followers: sample_feed.hpp.
#include "ingest/log/samples/sample_log_lmdb.hpp"

#include "domain/log/checksum.hpp"
#include "domain/log/log_error.hpp"
#include "ingest/log/disk/data_directory.hpp"
#include "ingest/log/disk/lmdb_env.hpp"
#include "ingest/log/disk/rescue.hpp"
#include "ingest/log/disk/table_look.hpp"
#include "ingest/log/samples/open_block.hpp"
#include "ingest/log/samples/sample_feed.hpp"
#include "ingest/log/samples/sample_log_block.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <mutex>
#include <utility>

#include <lmdb.h>
#include <spdlog/spdlog.h>

namespace dibs {
namespace {

constexpr const char* blocks_table = "blocks";
constexpr std::int64_t hour_ms = 3'600'000;
constexpr std::size_t expired_at_once = 1000;
constexpr std::size_t blocks_at_once = 64;
constexpr std::size_t block_key_bytes = 41;
constexpr std::size_t subject_at = 9;
constexpr std::size_t gpu_at = 25;
using BlockKey = std::array<unsigned char, block_key_bytes>;

std::int64_t hour_of(Instant at) {
    return std::chrono::floor<std::chrono::hours>(at).time_since_epoch().count();
}

BlockKey key_of(std::int64_t ms, const SubjectId& subject) {
    BlockKey key{};
    auto rest = static_cast<std::uint64_t>(ms);
    for (std::size_t i = 8; i-- > 0; rest >>= 8U) key[i] = static_cast<unsigned char>(rest);
    key[8] = static_cast<unsigned char>(subject.kind);
    std::copy(subject.uuid.begin(), subject.uuid.end(), key.begin() + subject_at);
    std::copy(subject.on.begin(), subject.on.end(), key.begin() + gpu_at);
    return key;
}

std::optional<SubjectId> subject_of(std::string_view key) {
    if (key.size() != block_key_bytes) return std::nullopt;
    const auto* bytes = reinterpret_cast<const unsigned char*>(key.data());
    if (bytes[8] > static_cast<unsigned char>(Subject::process)) return std::nullopt;
    SubjectId subject;
    subject.kind = static_cast<Subject>(bytes[8]);
    std::copy_n(bytes + subject_at, subject.uuid.size(), subject.uuid.begin());
    std::copy_n(bytes + gpu_at, subject.on.size(), subject.on.begin());
    return subject;
}

using lmdb::view;

bool is_block(std::string_view key, std::string_view value) {
    return subject_of(key) && checked(key, value);
}

std::optional<std::vector<Sample>> block_in(std::string_view key, std::string_view value) {
    const auto subject = subject_of(key);
    const auto bytes = checked(key, value);
    return subject && bytes ? decode_block(*subject, *bytes) : std::nullopt;
}

// Returns the least key of this hour.
BlockKey hour_key(std::int64_t hour) {
    return key_of(std::max<std::int64_t>(hour, 0) * hour_ms, SubjectId{});
}

bool is_before(const MDB_val& key, const BlockKey& limit) {
    return key.mv_size == block_key_bytes && std::memcmp(key.mv_data, limit.data(), 8) < 0;
}

struct Waiting {       // of one subject
    Instant newest{};  // of any sample appended so far
    OpenBlock block{};
};
using AllWaiting = std::map<SubjectId, Waiting>;

// The stored samples as of one transaction, and the samples that waited in memory then. The
// transaction lasts as long as its reader: except for expired rows, the log only grows meanwhile.
class StoredSamples {
  public:
    StoredSamples(MDB_env* env, const DataDirectory& directory)
        : look_(env, directory, blocks_table) {}

    static LogResult<std::unique_ptr<StoredSamples>> open(MDB_env* env,
                                                          const DataDirectory& directory,
                                                          const AllWaiting& waiting, Instant from) {
        auto stored = std::make_unique<StoredSamples>(env, directory);
        if (auto begun = stored->look_.begin(); !begun) return tl::unexpected(begun.error());
        const auto first = hour_key(hour_of(from));
        stored->from_.assign(first.begin(), first.end());
        for (const auto& [subject, one] : waiting) one.block.append_to(stored->waiting_);
        return stored;
    }

    // Returns false after the last samples.
    bool next(std::vector<Sample>& out) {
        std::size_t blocks = 0;
        bool more = false;
        const auto from = from_;
        look_.scan(from, [&](std::string_view key, std::string_view value) {
            const auto block = block_in(key, value);
            // The key of a damaged block may be before the last read key, or far behind it.
            more = blocks >= blocks_at_once && block && key > from;
            if (more) {
                from_ = key;
                return false;
            }
            if (block) {
                add(out, *block);
            } else {
                ++damaged_;
            }
            ++blocks;
            return true;
        });
        if (damaged_ + look_.damaged() > 0 && !std::exchange(said_, true)) {
            spdlog::error("The sample log holds a damaged block: it is left out.");
        }
        if (!more) add(out, waiting_);
        return more;
    }

  private:
    static void add(std::vector<Sample>& out, const std::vector<Sample>& samples) {
        out.insert(out.end(), samples.begin(), samples.end());
    }

    lmdb::TableLook look_;
    std::string from_{};  // key of the next block to read
    std::size_t damaged_ = 0;
    bool said_ = false;
    std::vector<Sample> waiting_;
};

class LmdbSampleLog : public SampleLog {
  public:
    explicit LmdbSampleLog(DataDirectory directory) : directory_(std::move(directory)) {}
    ~LmdbSampleLog() override { (void)flush(); }

    LogResult<void> open(std::size_t map_bytes) {
        auto env = lmdb::open_or_rescue(directory_, {.map_bytes = map_bytes}, lmdb_sample_format,
                                        {blocks_table, &is_block});
        if (!env) return tl::unexpected(env.error());
        env_ = std::move(*env);
        const auto table = lmdb::open_table(env_.get(), blocks_table);
        if (!table) return tl::unexpected(table.error());
        blocks_ = *table;
        return {};
    }

    LogResult<void> append(std::span<const Sample> samples) override {
        const std::lock_guard lock(mutex_);
        std::vector<std::vector<Sample>> full;
        std::vector<Sample> taken;
        taken.reserve(samples.size());
        for (const auto& sample : samples) {
            if (take(sample, full)) taken.push_back(sample);
        }
        feeds_.put(taken);
        return store(full);
    }

    LogResult<void> flush() override {
        const std::lock_guard lock(mutex_);
        std::vector<std::vector<Sample>> all;
        for (auto& [subject, waiting] : waiting_) {
            if (!waiting.block.empty()) all.push_back(waiting.block.take());
        }
        return store(all);
    }

    LogResult<std::unique_ptr<SampleCursor>> follow(Instant from) override;

    // Returns the samples in the log from that time on; later appends go to the feed.
    LogResult<std::unique_ptr<StoredSamples>> stored(Instant from, SampleFeed& feed) {
        const std::lock_guard lock(mutex_);
        auto found = StoredSamples::open(env_.get(), directory_, waiting_, from);
        if (found) feed.begin();
        return found;
    }

    LogResult<std::size_t> expire(Instant before) override {
        MDB_txn* raw_txn = nullptr;
        int code = mdb_txn_begin(env_.get(), nullptr, 0, &raw_txn);
        if (code != 0) return tl::unexpected(lmdb::to_error(code, directory_, "expiring"));
        lmdb::Txn txn(raw_txn);
        std::size_t deleted = 0;
        {
            MDB_cursor* raw = nullptr;
            code = mdb_cursor_open(raw_txn, blocks_, &raw);
            if (code != 0) return tl::unexpected(lmdb::to_error(code, directory_, "expiring"));
            const lmdb::Cursor cursor(raw);
            const auto limit = hour_key(hour_of(before));
            MDB_val key{};
            MDB_val value{};
            while (deleted < expired_at_once && mdb_cursor_get(raw, &key, &value, MDB_FIRST) == 0 &&
                   is_before(key, limit)) {
                code = mdb_cursor_del(raw, 0);
                if (code != 0) return tl::unexpected(lmdb::to_error(code, directory_, "expiring"));
                ++deleted;
            }
        }
        code = lmdb::commit(std::move(txn));
        if (code != 0) return tl::unexpected(lmdb::to_error(code, directory_, "expiring"));
        return deleted;
    }

    [[nodiscard]] std::uint64_t lost() const override {
        const std::lock_guard lock(mutex_);
        return lost_;
    }

  private:
    // Leaves out a sample older than its subject's newest. Blocks are read in time order, and the
    // result must not depend on when they are read. After a clock was set back, the waiting samples
    // of the later time are dropped instead.
    bool take(const Sample& sample, std::vector<std::vector<Sample>>& full) {
        forget_silent(hour_of(sample.at));
        auto& [newest, block] = waiting_[sample.of];
        if (is_ahead(newest, sample.at)) {
            if (auto past = up_to(sample.at, block.take()); !past.empty()) {
                full.push_back(std::move(past));
            }
        } else if (sample.at < newest) {
            return false;
        }
        newest = sample.at;
        if (!block.empty() && hour_of(block.begins()) != hour_of(sample.at)) {
            full.push_back(block.take());
        }
        block.add(sample);
        if (block.size() == max_block_samples) full.push_back(block.take());
        return true;
    }

    static std::vector<Sample> up_to(Instant at, std::vector<Sample> samples) {
        std::erase_if(samples, [at](const Sample& one) { return one.at >= at; });
        return samples;
    }

    // Runs each hour, because processes come and go without end.
    void forget_silent(std::int64_t hour) {
        if (hour <= hour_) return;
        std::erase_if(waiting_, [&](const auto& one) {
            return one.second.block.empty() && hour_of(one.second.newest) < hour_;
        });
        hour_ = hour;
    }

    LogResult<void> store(const std::vector<std::vector<Sample>>& blocks) {
        if (blocks.empty()) return {};
        auto stored = write(blocks);
        if (!stored) {
            for (const auto& block : blocks) lost_ += block.size();
        }
        return stored;
    }

    LogResult<void> write(const std::vector<std::vector<Sample>>& blocks) {
        MDB_txn* raw = nullptr;
        int code = mdb_txn_begin(env_.get(), nullptr, 0, &raw);
        if (code != 0) return tl::unexpected(lmdb::to_error(code, directory_, "storing samples"));
        lmdb::Txn txn(raw);
        for (const auto& block : blocks) {
            code = put(raw, block);
            if (code != 0) {
                return tl::unexpected(lmdb::to_error(code, directory_, "storing samples"));
            }
        }
        code = lmdb::commit(std::move(txn));
        if (code != 0) return tl::unexpected(lmdb::to_error(code, directory_, "storing samples"));
        return {};
    }

    // A block whose first millisecond is already used as a key takes the next free one.
    int put(MDB_txn* txn, const std::vector<Sample>& block) {
        const auto& first = block.front();
        const auto block_bytes = encode_block(block);
        for (auto ms = unix_ms(first.at);; ++ms) {
            auto key_space = key_of(ms, first.of);
            MDB_val key{key_space.size(), key_space.data()};
            auto bytes = with_checksum(view(key), block_bytes);
            MDB_val value{bytes.size(), bytes.data()};
            const int code = mdb_put(txn, blocks_, &key, &value, MDB_NOOVERWRITE);
            if (code != MDB_KEYEXIST) return code;
        }
    }

    DataDirectory directory_;
    lmdb::Env env_;
    lmdb::Dbi blocks_ = 0;

    mutable std::mutex mutex_;  // guards the members below, and the order of storing and feeding
    AllWaiting waiting_;
    std::int64_t hour_ = 0;  // of the newest sample
    std::uint64_t lost_ = 0;
    SampleFeeds feeds_;
};

// Reads the stored samples first, then the feed; after an overflow of the feed it starts again with
// the stored ones.
class LmdbSampleCursor : public SampleCursor {
  public:
    LmdbSampleCursor(LmdbSampleLog& log, std::shared_ptr<SampleFeed> feed)
        : log_(log), feed_(std::move(feed)) {}

    LogResult<void> begin(Instant from) {
        auto stored = log_.stored(from, *feed_);
        if (!stored) return tl::unexpected(stored.error());
        stored_ = std::move(*stored);
        return {};
    }

    LogResult<bool> next(std::vector<Sample>& out, std::chrono::milliseconds wait) override {
        const auto before = out.size();
        if (!stored_) {
            if (feed_->take(out, wait)) return remember(out, before, false);
            if (auto begun = begin(newest_ - disorder); !begun) {
                return tl::unexpected(begun.error());
            }
        }
        if (!stored_->next(out)) stored_.reset();
        return remember(out, before, true);
    }

  private:
    // The largest time difference between neighbouring samples of different subjects.
    static constexpr std::chrono::minutes disorder{10};

    // Uses only the last samples: the clock may have been set back.
    bool remember(const std::vector<Sample>& out, std::size_t before, bool more) {
        if (before < out.size()) newest_ = {};
        for (auto i = before; i < out.size(); ++i) newest_ = std::max(newest_, out[i].at);
        return more;
    }

    LmdbSampleLog& log_;
    std::shared_ptr<SampleFeed> feed_;
    std::unique_ptr<StoredSamples> stored_;
    Instant newest_{};
};

LogResult<std::unique_ptr<SampleCursor>> LmdbSampleLog::follow(Instant from) {
    auto cursor = std::make_unique<LmdbSampleCursor>(*this, feeds_.add());
    if (auto begun = cursor->begin(from); !begun) return tl::unexpected(begun.error());
    return cursor;
}

}  // namespace

LogResult<std::unique_ptr<SampleLog>> open_lmdb_sample_log(const LmdbSampleSettings& settings) {
    auto directory = DataDirectory::take(settings.directory);
    if (!directory) return tl::unexpected(directory.error());
    auto log = std::make_unique<LmdbSampleLog>(std::move(*directory));
    if (auto opened = log->open(settings.map_bytes); !opened) {
        return tl::unexpected(opened.error());
    }
    return log;
}

}  // namespace dibs
