// The embedded hourly log (sample_log_lmdb.hpp). One row for each hour and subject, permanently:
//   key    kind of subject (1 byte) | its id (16) | hour since 1970 (4)
//   value  length of the bucket | bucket | uses and bookings, as sample_log.hpp has them | checksum
// A damaged row is left out and logged. A file with damaged pages is rebuilt from the rest. Owned
// and used by one thread.
#include "domain/log/checksum.hpp"
#include "domain/log/log_error.hpp"
#include "ingest/log/disk/data_directory.hpp"
#include "ingest/log/disk/lmdb_env.hpp"
#include "ingest/log/disk/rescue.hpp"
#include "ingest/log/disk/table_look.hpp"
#include "ingest/log/samples/sample_log_lmdb.hpp"
#include "ingest/log/samples/varint.hpp"

#include <algorithm>
#include <array>

#include <lmdb.h>
#include <spdlog/spdlog.h>

namespace dibs {
namespace {

constexpr const char* hours_table = "hours";
constexpr std::size_t row_key_bytes = 21;
constexpr std::size_t hour_at = 17;
using RowKey = std::array<unsigned char, row_key_bytes>;

RowKey key_of(const SubjectId& subject, Instant at) {
    RowKey key{static_cast<unsigned char>(subject.kind)};
    std::copy(subject.uuid.begin(), subject.uuid.end(), key.begin() + 1);
    auto hour = std::chrono::floor<std::chrono::hours>(at).time_since_epoch().count();
    for (std::size_t i = row_key_bytes; i-- > hour_at; hour >>= 8) {
        key[i] = static_cast<unsigned char>(hour & 0xFF);
    }
    return key;
}

bool is_row(std::string_view key, std::string_view value) {
    return key.size() == row_key_bytes && checked(key, value);
}

std::optional<HourlyUsage> decode(std::string_view key, std::string_view value) {
    if (key.size() != row_key_bytes) return std::nullopt;
    const auto* bytes = reinterpret_cast<const unsigned char*>(key.data());
    if (bytes[0] > static_cast<unsigned char>(Subject::process)) return std::nullopt;
    HourlyUsage usage;
    usage.of.kind = static_cast<Subject>(bytes[0]);
    std::copy_n(bytes + 1, usage.of.uuid.size(), usage.of.uuid.begin());
    std::int64_t hour = 0;
    for (std::size_t i = hour_at; i < row_key_bytes; ++i) hour = hour << 8 | bytes[i];
    usage.hour = Instant{std::chrono::hours{hour}};
    auto in = checked(key, value).value_or(std::string_view{});
    std::uint64_t length = 0;
    if (!take_varint(in, length) || length > in.size()) return std::nullopt;
    const auto bucket = decode_bucket(usage.of.kind, in.substr(0, length));
    auto uses = decode_uses(in.substr(length));
    if (!bucket || !uses) return std::nullopt;
    usage.bucket = *bucket;
    usage.uses = std::move(uses->uses);
    usage.held = std::move(uses->held);
    usage.spreads = std::move(uses->spreads);
    return usage;
}

std::string encode(const HourlyUsage& usage) {
    const auto bucket = encode_bucket(usage.of.kind, usage.bucket);
    std::string out;
    put_varint(out, bucket.size());
    return out + bucket + encode_uses(usage.uses, usage.held, usage.spreads);
}

class LmdbHourlyLog : public HourlyLog {
  public:
    explicit LmdbHourlyLog(DataDirectory directory) : directory_(std::move(directory)) {}

    LogResult<void> open(std::size_t map_bytes) {
        auto env = lmdb::open_or_rescue(directory_, {.map_bytes = map_bytes}, lmdb_hourly_format,
                                        {hours_table, &is_row});
        if (!env) return tl::unexpected(env.error());
        env_ = std::move(*env);
        const auto table = lmdb::open_table(env_.get(), hours_table);
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
            auto key_space = key_of(usage.of, usage.hour);
            MDB_val key{key_space.size(), key_space.data()};
            auto bytes = with_checksum(lmdb::view(key), encode(usage));
            MDB_val value{bytes.size(), bytes.data()};
            code = mdb_put(raw, hours_, &key, &value, 0);
            if (code != 0) return tl::unexpected(lmdb::to_error(code, directory_, "storing hours"));
        }
        code = lmdb::commit(std::move(txn));
        if (code != 0) return tl::unexpected(lmdb::to_error(code, directory_, "storing hours"));
        return {};
    }

    LogResult<void> for_each(const std::function<void(const HourlyUsage&)>& take) override {
        lmdb::TableLook look(env_.get(), directory_, hours_table);
        if (auto begun = look.begin(); !begun) return begun;
        std::size_t damaged = 0;
        look.scan({}, [&](std::string_view key, std::string_view value) {
            const auto usage = decode(key, value);
            usage ? take(*usage) : void(++damaged);
            return true;
        });
        if (damaged + look.damaged() > 0) {
            spdlog::error(
                "data directory {}: {} hours of usage and {} pages of them are damaged and left "
                "out.",
                directory_.path().string(), damaged, look.damaged());
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
