// The embedded sample log; see sample_log_lmdb.hpp. Keys grow with time, so that writing is
// appending, pages are full, and what expires lies at the front:
//   milliseconds since 1970 of the first sample (8 bytes) | GPU (16)
// A block (sample_log_block.hpp) never reaches over the end of its hour.
#include "ingest/log/samples/sample_log_lmdb.hpp"

#include "domain/log/log_error.hpp"
#include "ingest/log/disk/data_directory.hpp"
#include "ingest/log/disk/lmdb_env.hpp"
#include "ingest/log/samples/sample_log_block.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <utility>

#include <lmdb.h>

namespace dibs {
namespace {

constexpr std::int64_t hour_ms = 3'600'000;
constexpr std::size_t expired_at_once = 1000;
constexpr std::size_t key_bytes = 24;
using BlockKey = std::array<unsigned char, key_bytes>;

std::int64_t hour_of(Instant at) {
    return std::chrono::floor<std::chrono::hours>(at).time_since_epoch().count();
}

BlockKey key_of(std::int64_t ms, const GpuId& gpu) {
    BlockKey key{};
    auto rest = static_cast<std::uint64_t>(ms);
    for (std::size_t i = 8; i-- > 0; rest >>= 8U) key[i] = static_cast<unsigned char>(rest);
    std::copy(gpu.uuid.begin(), gpu.uuid.end(), key.begin() + 8);
    return key;
}

// The least key of this hour.
BlockKey hour_key(std::int64_t hour) {
    return key_of(std::max<std::int64_t>(hour, 0) * hour_ms, GpuId{});
}

bool is_before(const MDB_val& key, const BlockKey& limit) {
    return key.mv_size == key_bytes && std::memcmp(key.mv_data, limit.data(), 8) < 0;
}

class LmdbSampleLog : public SampleLog {
  public:
    explicit LmdbSampleLog(DataDirectory directory) : directory_(std::move(directory)) {}
    ~LmdbSampleLog() override { (void)flush(); }

    LogResult<void> open(std::size_t map_bytes) {
        auto env = lmdb::open_env(directory_, {.map_bytes = map_bytes}, "dibs samples 2");
        if (!env) return tl::unexpected(env.error());
        env_ = std::move(*env);
        const auto table = lmdb::open_table(env_.get(), "blocks");
        if (!table) return tl::unexpected(table.error());
        blocks_ = *table;
        return {};
    }

    LogResult<void> append(std::span<const Sample> samples) override {
        std::vector<std::vector<Sample>> full;
        for (const auto& sample : samples) {
            auto& waiting = waiting_[sample.gpu];
            if (!waiting.empty() && hour_of(waiting.front().at) != hour_of(sample.at)) {
                full.push_back(std::exchange(waiting, {}));
            }
            waiting.push_back(sample);
            if (waiting.size() == max_block_samples) full.push_back(std::exchange(waiting, {}));
        }
        return store(full);
    }

    LogResult<void> flush() override {
        std::vector<std::vector<Sample>> all;
        for (auto& [gpu, waiting] : waiting_) {
            if (!waiting.empty()) all.push_back(std::move(waiting));
        }
        waiting_.clear();
        return store(all);
    }

    LogResult<void> for_each(const Interval& when,
                             const std::function<bool(const Sample&)>& take) override {
        if (when.until <= when.from) return {};
        lmdb::Reader reader(env_.get());
        MDB_txn* txn = reader.begin();
        MDB_cursor* raw = nullptr;
        if (txn == nullptr || mdb_cursor_open(txn, blocks_, &raw) != 0) {
            return log_error(LogError::Kind::unavailable, "the samples cannot be read");
        }
        const lmdb::Cursor cursor(raw);
        bool more = read_blocks(raw, when, take);
        for (const auto& [gpu, waiting] : waiting_) more = more && give(waiting, when, take);
        return {};
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
        code = mdb_txn_commit(txn.release());
        if (code != 0) return tl::unexpected(lmdb::to_error(code, directory_, "expiring"));
        return deleted;
    }

    [[nodiscard]] std::uint64_t lost() const override { return lost_; }

  private:
    using Take = std::function<bool(const Sample&)>;

    // False once the taker has enough.
    static bool give(const std::vector<Sample>& from, const Interval& when, const Take& take) {
        for (const auto& sample : from) {
            if (when.contains(sample.at) && !take(sample)) return false;
        }
        return true;
    }

    static bool read_blocks(MDB_cursor* cursor, const Interval& when, const Take& take) {
        auto bytes = hour_key(hour_of(when.from));
        const auto end = hour_key(hour_of(when.until - Duration{1}) + 1);
        MDB_val key{bytes.size(), bytes.data()};
        MDB_val value{};
        int code = mdb_cursor_get(cursor, &key, &value, MDB_SET_RANGE);
        for (; code == 0; code = mdb_cursor_get(cursor, &key, &value, MDB_NEXT)) {
            if (!is_before(key, end)) break;
            GpuId gpu;
            std::memcpy(gpu.uuid.data(), static_cast<const char*>(key.mv_data) + 8, 16);
            const auto block =
                decode_block(gpu, {static_cast<const char*>(value.mv_data), value.mv_size});
            if (block && !give(*block, when, take)) return false;
        }
        return true;
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
        code = mdb_txn_commit(txn.release());
        if (code != 0) return tl::unexpected(lmdb::to_error(code, directory_, "storing samples"));
        return {};
    }

    // A block that begins at the same millisecond as one already there takes the next free one.
    int put(MDB_txn* txn, const std::vector<Sample>& block) {
        const auto& first = block.front();
        auto bytes = encode_block(block);
        for (auto ms = unix_ms(first.at);; ++ms) {
            auto key_space = key_of(ms, first.gpu);
            MDB_val key{key_space.size(), key_space.data()};
            MDB_val value{bytes.size(), bytes.data()};
            const int code = mdb_put(txn, blocks_, &key, &value, MDB_NOOVERWRITE);
            if (code != MDB_KEYEXIST) return code;
        }
    }

    DataDirectory directory_;
    lmdb::Env env_;
    lmdb::Dbi blocks_ = 0;
    std::map<GpuId, std::vector<Sample>> waiting_;
    std::uint64_t lost_ = 0;
};

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
