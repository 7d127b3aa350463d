// The embedded hourly log; see sample_log_lmdb.hpp. One row an hour and GPU, for ever:
//   key    GPU (16 bytes) | hour since 1970 (4)
//   value  version 1 | samples | for utilization, memory, temperature, power: 0, or 1 and mean and
//          max as zigzag varints
#include "domain/log/log_error.hpp"
#include "ingest/log/disk/data_directory.hpp"
#include "ingest/log/disk/lmdb_env.hpp"
#include "ingest/log/samples/sample_log_block.hpp"
#include "ingest/log/samples/sample_log_lmdb.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include <lmdb.h>

namespace dibs {
namespace {

constexpr std::uint64_t version = 1;
constexpr std::size_t key_bytes = 20;
using RowKey = std::array<unsigned char, key_bytes>;
using Figure = std::optional<HourlyUsage::Figure> HourlyUsage::*;
constexpr std::array<Figure, 4> figures{&HourlyUsage::utilization_percent,
                                        &HourlyUsage::memory_used_mib, &HourlyUsage::temperature_c,
                                        &HourlyUsage::power_dw};

RowKey key_of(const GpuId& gpu, Instant at) {
    RowKey key{};
    std::copy(gpu.uuid.begin(), gpu.uuid.end(), key.begin());
    auto hour = std::chrono::floor<std::chrono::hours>(at).time_since_epoch().count();
    for (std::size_t i = key_bytes; i-- > 16; hour >>= 8) {
        key[i] = static_cast<unsigned char>(hour & 0xFF);
    }
    return key;
}

std::string encode(const HourlyUsage& usage) {
    std::string out;
    put_varint(out, version);
    put_varint(out, usage.samples);
    for (const auto figure : figures) {
        const auto& found = usage.*figure;
        put_varint(out, found ? 1 : 0);
        if (!found) continue;
        put_varint(out, zigzag(found->mean));
        put_varint(out, zigzag(found->max));
    }
    return out;
}

std::optional<HourlyUsage> decode(const MDB_val& key, const MDB_val& value) {
    if (key.mv_size != key_bytes) return std::nullopt;
    const auto* bytes = static_cast<const unsigned char*>(key.mv_data);
    HourlyUsage usage;
    std::copy_n(bytes, usage.gpu.uuid.size(), usage.gpu.uuid.begin());
    std::int64_t hour = 0;
    for (std::size_t i = 16; i < key_bytes; ++i) hour = hour << 8 | bytes[i];
    usage.hour = Instant{std::chrono::hours{hour}};
    std::string_view in(static_cast<const char*>(value.mv_data), value.mv_size);
    std::uint64_t number = 0;
    if (!take_varint(in, number) || number != version || !take_varint(in, number)) {
        return std::nullopt;
    }
    usage.samples = static_cast<std::uint32_t>(number);
    for (const auto figure : figures) {
        if (!take_varint(in, number)) return std::nullopt;
        if (number == 0) continue;
        std::uint64_t mean = 0;
        std::uint64_t max = 0;
        if (!take_varint(in, mean) || !take_varint(in, max)) return std::nullopt;
        usage.*figure = HourlyUsage::Figure{static_cast<std::int32_t>(unzigzag(mean)),
                                            static_cast<std::int32_t>(unzigzag(max))};
    }
    return usage;
}

class LmdbHourlyLog : public HourlyLog {
  public:
    explicit LmdbHourlyLog(DataDirectory directory) : directory_(std::move(directory)) {}

    LogResult<void> open(std::size_t map_bytes) {
        auto env = lmdb::open_env(directory_, {.map_bytes = map_bytes}, "dibs hourly 1");
        if (!env) return tl::unexpected(env.error());
        env_ = std::move(*env);
        const auto table = lmdb::open_table(env_.get(), "hours");
        if (!table) return tl::unexpected(table.error());
        hours_ = *table;
        return {};
    }

    LogResult<void> append(std::span<const HourlyUsage> hours) override {
        MDB_txn* raw = nullptr;
        int code = mdb_txn_begin(env_.get(), nullptr, 0, &raw);
        if (code != 0) return tl::unexpected(lmdb::to_error(code, directory_, "storing hours"));
        lmdb::Txn txn(raw);
        for (const auto& usage : hours) {
            auto key_space = key_of(usage.gpu, usage.hour);
            auto bytes = encode(usage);
            MDB_val key{key_space.size(), key_space.data()};
            MDB_val value{bytes.size(), bytes.data()};
            code = mdb_put(raw, hours_, &key, &value, 0);
            if (code != 0) return tl::unexpected(lmdb::to_error(code, directory_, "storing hours"));
        }
        code = mdb_txn_commit(txn.release());
        if (code != 0) return tl::unexpected(lmdb::to_error(code, directory_, "storing hours"));
        return {};
    }

    LogResult<void> for_each(const std::function<void(const HourlyUsage&)>& take) override {
        lmdb::Reader reader(env_.get());
        MDB_txn* txn = reader.begin();
        MDB_cursor* raw = nullptr;
        if (txn == nullptr || mdb_cursor_open(txn, hours_, &raw) != 0) {
            return log_error(LogError::Kind::unavailable, "the hours cannot be read");
        }
        const lmdb::Cursor cursor(raw);
        MDB_val key{};
        MDB_val value{};
        for (int code = mdb_cursor_get(raw, &key, &value, MDB_FIRST); code == 0;
             code = mdb_cursor_get(raw, &key, &value, MDB_NEXT)) {
            if (const auto usage = decode(key, value)) take(*usage);
        }
        return {};
    }

  private:
    DataDirectory directory_;
    lmdb::Env env_;
    lmdb::Dbi hours_ = 0;
};

}  // namespace

LogResult<std::unique_ptr<HourlyLog>> open_lmdb_hourly_log(const LmdbSampleSettings& settings) {
    auto directory = DataDirectory::take(settings.directory);
    if (!directory) return tl::unexpected(directory.error());
    auto log = std::make_unique<LmdbHourlyLog>(std::move(*directory));
    if (auto opened = log->open(settings.map_bytes); !opened) {
        return tl::unexpected(opened.error());
    }
    return log;
}

}  // namespace dibs
