// Goal 9: samples into Usage (seconds in memory, minute and hour buckets in LMDB) and into the
// sample log. The baseline is raw columnar rings with minute sums put into LMDB. Also bytes per
// sample of the log, compared with the 2.42 B of bit-packed columns (limits of series like these),
// a reference measured once. Then the memory for an hour of seconds of a host with eight GPUs.
// Last, the permanent size of a GPU's hour with its accounts.
//   sample_bench [seconds of samples] [pairs]
#include "ingest/log/samples/sample_log_block.hpp"
#include "ingest/log/samples/sample_log_lmdb.hpp"
#include "projections/read_model.hpp"
#include "projections/usage/use_of_hour.hpp"
#include "tests/bench/pairs.hpp"
#include "tests/bench/series.hpp"

#include <array>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <random>

#include <lmdb.h>
#include <malloc.h>

namespace {

using namespace dibs;
namespace fs = std::filesystem;

using bench::four;
using bench::gpu_count;
using bench::others;
using bench::Series;
using bench::start;

fs::path fresh_folder(const std::string& name) {
    const fs::path folder = fs::current_path() / ("bench." + name);
    fs::remove_all(folder);
    fs::create_directories(folder);
    return folder;
}
std::uintmax_t used_bytes(const fs::path& folder) {
    std::uintmax_t total = 0;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        if (entry.is_regular_file() && entry.path().filename() == "data.mdb") {
            total += entry.file_size();
        }
    }
    return total;
}

using Seconds = std::vector<std::vector<Sample>>;

// Rings and minute sums; puts the sums of each minute into LMDB, time first.
class Raw {
  public:
    explicit Raw(const fs::path& folder) : rings_(gpu_count), sums_(gpu_count) {
        MDB_txn* txn = nullptr;
        if (mdb_env_create(&env_) != 0 || mdb_env_set_mapsize(env_, 4UL << 30U) != 0 ||
            mdb_env_open(env_, folder.c_str(), MDB_NOTLS | MDB_NOSYNC, 0600) != 0 ||
            mdb_txn_begin(env_, nullptr, 0, &txn) != 0 ||
            mdb_dbi_open(txn, nullptr, 0, &table_) != 0 || mdb_txn_commit(txn) != 0) {
            std::exit(1);
        }
    }
    ~Raw() { mdb_env_close(env_); }
    void take(std::span<const Sample> samples) {
        const auto second = unix_ms(samples.front().at) / 1000;
        if (second % 60 == 0 && second != first_) write(second);
        if (first_ == 0) first_ = second;
        for (std::size_t g = 0; g < samples.size(); ++g) {
            const auto& s = samples[g];
            const std::array<std::int32_t, 4> values{*s.values[four[0]], *s.values[four[1]],
                                                     *s.values[four[2]], *s.values[four[3]]};
            rings_[g][static_cast<std::size_t>(second % 3600)] = values;
            for (std::size_t i = 0; i < 4; ++i) {
                sums_[g].sum[i] += values[i];
                sums_[g].max[i] = std::max(sums_[g].max[i], values[i]);
            }
        }
    }

  private:
    struct Sums {
        std::array<std::int64_t, 4> sum{};
        std::array<std::int32_t, 4> max{};
    };
    void write(std::int64_t minute) {
        MDB_txn* txn = nullptr;
        mdb_txn_begin(env_, nullptr, 0, &txn);
        for (std::uint32_t g = 0; g < gpu_count; ++g) {
            unsigned char key[12];
            for (int i = 0; i < 8; ++i) key[i] = static_cast<unsigned char>(minute >> (56 - 8 * i));
            for (int i = 0; i < 4; ++i) key[8 + i] = static_cast<unsigned char>(g >> (24 - 8 * i));
            MDB_val k{sizeof key, key}, v{sizeof(Sums), &sums_[g]};
            mdb_put(txn, table_, &k, &v, MDB_APPEND);
        }
        mdb_txn_commit(txn);
        sums_.assign(gpu_count, {});
    }
    MDB_env* env_ = nullptr;
    MDB_dbi table_ = 0;
    std::int64_t first_ = 0;
    std::vector<std::array<std::array<std::int32_t, 4>, 3600>> rings_;
    std::vector<Sums> sums_;
};

double rate(const Seconds& seconds, const std::function<void(std::span<const Sample>)>& take) {
    const auto took = bench::seconds_of([&] {
        for (const auto& second : seconds) take(second);
    });
    return static_cast<double>(seconds.size()) * gpu_count / took;
}

// Of one GPU in eight, in blocks as the log makes them.
double encoded_bytes(const Seconds& seconds) {
    std::size_t bytes = 0, count = 0;
    for (std::size_t g = 0; g < gpu_count; g += 8) {
        std::vector<Sample> block;
        for (const auto& second : seconds) {
            block.push_back(second[g]);
            if (block.size() < max_block_samples) continue;
            bytes += encode_block(block).size();
            count += block.size();
            block.clear();
        }
    }
    return static_cast<double>(bytes) / static_cast<double>(count);
}

// Reads an hour again, to find the accounts that used its GPUs, from the part in the log.
void closed(SampleLog& log) {
    const double cpu = bench::cpu_seconds();
    UseOfHour use(start, [](GpuId, const Interval& window) {
        return std::vector<Hold>{
            {{window.from, window.from + std::chrono::minutes{30}}, {}, "ann"}};
    });
    const auto cursor = std::move(log.follow(start).value());
    std::vector<Sample> batch;
    for (bool more = true; more; batch.clear()) {
        more = cursor->next(batch, std::chrono::milliseconds{0}).value();
        use.take(batch);
    }
    std::printf("%-44s %.0f us CPU a GPU\n", "who used them, an hour read again",
                (bench::cpu_seconds() - cpu) / gpu_count * 1e6);
}

void appended(const Seconds& seconds) {
    const auto folder = fresh_folder("sample.log");
    auto log = open_lmdb_sample_log({folder}).value();
    const double cpu = bench::cpu_seconds();
    const auto per_s = rate(seconds, [&](auto samples) { (void)log->append(samples); });
    (void)log->flush();
    const auto count = static_cast<double>(seconds.size()) * gpu_count;
    const auto bytes = static_cast<double>(used_bytes(folder)) / count;
    std::printf("%-44s %.3g/s, %.3f us CPU each\n", "sample log, appended", per_s,
                (bench::cpu_seconds() - cpu) / count * 1e6);
    const auto live = encoded_bytes(seconds);
    std::printf("%-44s %.2f B encoded, reference 2.42 B  ratio %.2f  goal 9: <= 1.25\n",
                "sample log, a sample of four values", live, live / 2.42);
    std::printf("%-44s %.2f B in the file  ratio to the encoded %.2f  goal 9: <= 1.5\n",
                "sample log, pages and all", bytes, bytes / live);
    closed(*log);
    log.reset();
    fs::remove_all(folder);
}

// A GPU's hour in the hourly log, with ten metrics and `accounts` accounts; two weeks of 100 GPUs.
double kept_bytes(std::size_t accounts) {
    const auto folder = fresh_folder("sample.hours");
    std::mt19937 random{1};
    auto log = open_lmdb_hourly_log({folder, std::size_t{1} << 30}).value();
    constexpr int hours = 14 * 24;
    constexpr std::uint8_t gpus = 100;
    for (int h = 0; h < hours; ++h) {
        std::vector<HourlyUsage> rows;
        for (std::uint8_t g = 0; g < gpus; ++g) {
            auto& row = rows.emplace_back(HourlyUsage{GpuId{{g}}, start + std::chrono::hours{h}});
            row.bucket.samples = 3600;
            for (Column c = 0; c < metrics_of(Subject::gpu).size(); ++c) {
                row.bucket.measures[c] = {static_cast<std::int64_t>(random() % 300'000), 3600, 100};
            }
            for (std::size_t a = 0; a < accounts; ++a) {
                Use use{a == 0 ? UseBy::holder : UseBy::other, "account" + std::to_string(a)};
                use.reservation = ReservationId{{static_cast<std::uint8_t>(h), g}};
                use.seconds = use.measured_s = 3000;
                use.percent_s = static_cast<std::int64_t>(random() % 300'000);
                row.uses.push_back(use);
            }
            if (accounts > 0) row.held.push_back({row.uses[0].reservation, 3000, 100'000, 0});
        }
        (void)log->append(rows);
    }
    log.reset();
    const auto bytes = static_cast<double>(used_bytes(folder)) / hours / gpus;
    fs::remove_all(folder);
    return bytes;
}

// Heap per host with eight GPUs after an hour, in KiB, with `further` more metrics.
double kib_a_host(std::size_t further) {
    const auto model = ReadModel::open({.directory = fresh_folder("sample.tables")}).value();
    Series series(further);
    const auto before = mallinfo2().uordblks;
    for (int s = 0; s < 3700; ++s) {
        model->usage().take(series.second(s));
        model->usage().settle();
    }
    return static_cast<double>(mallinfo2().uordblks - before) / 1024 / gpu_count * 8;
}

void memory() {
    const double with_four = kib_a_host(0);
    std::printf("%-44s %.0f KiB  goal: <= 250\n", "a host with 8 GPUs, four metrics", with_four);
    double before = with_four;
    for (std::size_t more = 1; more <= others.size(); ++more) {
        const double now = kib_a_host(more);
        std::printf("%-44s %+.1f KiB  goal: <= 30\n",
                    std::string(metrics_of(Subject::gpu)[others[more - 1]].name).c_str(),
                    now - before);
        before = now;
    }
}

}  // namespace

int main(int argc, char** argv) {
    const int length = argc > 1 ? std::atoi(argv[1]) : 3600;
    const int pairs = argc > 2 ? std::atoi(argv[2]) : 5;
    Series series;
    Seconds seconds;
    for (int s = 0; s < length; ++s) seconds.push_back(series.second(s));
    bench::compare(
        "samples into the usage tables", "/s", pairs,
        [&] {
            Raw raw(fresh_folder("sample.raw"));
            return rate(seconds, [&](auto samples) { raw.take(samples); });
        },
        [&] {
            const auto model =
                ReadModel::open({.directory = fresh_folder("sample.tables")}).value();
            return rate(seconds, [&](auto samples) {
                model->usage().take(samples);
                model->usage().settle();
            });
        },
        "goal 9: >= 0.50");
    appended(seconds);
    memory();
    for (const std::size_t accounts : {0U, 1U, 2U, 5U}) {
        std::printf("%-44s %.0f B, %zu accounts\n", "a GPU's hour, kept for ever",
                    kept_bytes(accounts), accounts);
    }
    for (const auto* name : {"sample.raw", "sample.tables"}) fresh_folder(name);
    for (const auto* name : {"bench.sample.raw", "bench.sample.tables"}) fs::remove_all(name);
}
