// Goal 5 and the second half of goal 2, over HTTP from a real dibsd. One GPU's week (70 bookings),
// compared with a bare Beast server that answers with a body of the same size. The week of 100 GPUs
// in rows per second, compared with a thread that scans raw LMDB rows and writes the same JSON by
// hand. One caller that books, compared with a bare round trip and a raw durable commit. Server on
// CPU 0, client on CPU 1.
//   http_calendar_bench [pairs]
#include "domain/codec/json_writer.hpp"
#include "tests/bench/bare_http.hpp"
#include "tests/bench/seeded_node.hpp"

#include <cstring>

#include <fmt/format.h>
#include <lmdb.h>

namespace {

using namespace dibs;
using bench::Load;

constexpr std::chrono::milliseconds each{1500};
constexpr int gpu_count = 100, days = 7;
constexpr int a_day = 10;  // bookings per GPU, back to back

std::string week_of(const bench::Seeded& seeded, const std::string& gpus) {
    return seeded.request("GET /api/v1/calendar?from=" + to_text(seeded.from) +
                          "&until=" + to_text(seeded.from + std::chrono::days{days}) + gpus);
}

std::string body_of(std::uint16_t port, const std::string& request) {
    test::RawSocket socket(port);
    return socket.ask(request).body;
}

// One durable commit of 250 bytes.
class RawLog {
  public:
    explicit RawLog(const bench::fs::path& folder) {
        bench::fs::create_directories(folder);
        bool good = mdb_env_create(&env_) == 0 && mdb_env_set_mapsize(env_, 1U << 30U) == 0 &&
                    mdb_env_open(env_, folder.c_str(), MDB_NOTLS, 0600) == 0;
        MDB_txn* txn = nullptr;
        good = good && mdb_txn_begin(env_, nullptr, 0, &txn) == 0 &&
               mdb_dbi_open(txn, nullptr, MDB_INTEGERKEY, &table_) == 0 && mdb_txn_commit(txn) == 0;
        if (!good) std::exit(1);
    }
    ~RawLog() { mdb_env_close(env_); }
    double commit_us() {
        return bench::seconds_of([&] {
                   std::string event(250, 'x');
                   MDB_txn* txn = nullptr;
                   ++next_;
                   MDB_val k{sizeof next_, &next_}, v{event.size(), event.data()};
                   if (mdb_txn_begin(env_, nullptr, 0, &txn) != 0 ||
                       mdb_put(txn, table_, &k, &v, MDB_APPEND) != 0 || mdb_txn_commit(txn) != 0) {
                       std::exit(1);
                   }
               }) *
               1e6;
    }

  private:
    MDB_env* env_ = nullptr;
    MDB_dbi table_ = 0;
    std::size_t next_ = 0;
};

// The same rows, found in LMDB by GPU and time and written as text by one thread; rows per second.
class RawWeek {
  public:
    RawWeek(const bench::fs::path& folder, const bench::Seeded& seeded) : seeded_(seeded) {
        bench::fs::create_directories(folder);
        if (mdb_env_create(&env_) != 0 || mdb_env_set_mapsize(env_, 1U << 30U) != 0 ||
            mdb_env_open(env_, folder.c_str(), MDB_NOTLS | MDB_NOSYNC, 0600) != 0) {
            std::exit(1);
        }
        MDB_txn* txn = nullptr;
        mdb_txn_begin(env_, nullptr, 0, &txn);
        mdb_dbi_open(txn, nullptr, 0, &table_);
        const std::string row(100, 'r');
        for (std::size_t gpu = 0; gpu < gpu_count; ++gpu) {
            for (std::size_t day = 0; day < days * a_day; ++day) {
                auto key = key_of(gpu, day);
                MDB_val k{key.size(), key.data()};
                MDB_val v{row.size(), const_cast<char*>(row.data())};
                mdb_put(txn, table_, &k, &v, 0);
            }
        }
        mdb_txn_commit(txn);
    }
    ~RawWeek() { mdb_env_close(env_); }
    double rows_per_s(std::chrono::milliseconds how_long) {
        std::size_t rows = 0;
        const auto took = bench::seconds_of([&] {
            const auto end = std::chrono::steady_clock::now() + how_long;
            while (std::chrono::steady_clock::now() < end) rows += answer();
        });
        return static_cast<double>(rows) / took;
    }

  private:
    std::string key_of(std::size_t gpu, std::size_t day) const {
        std::string key(reinterpret_cast<const char*>(seeded_.gpus[gpu].uuid.data()), 16);
        for (int shift = 56; shift >= 0; shift -= 8) key += static_cast<char>(day >> shift);
        return key;
    }
    std::size_t answer() {
        MDB_txn* txn = nullptr;
        MDB_cursor* cursor = nullptr;
        mdb_txn_begin(env_, nullptr, MDB_RDONLY, &txn);
        mdb_cursor_open(txn, table_, &cursor);
        std::string out;
        std::size_t rows = 0;
        for (std::size_t gpu = 0; gpu < gpu_count; ++gpu) {
            auto key = key_of(gpu, 0);
            MDB_val k{key.size(), key.data()}, v{};
            bool more = mdb_cursor_get(cursor, &k, &v, MDB_SET_RANGE) == 0;
            for (; more && std::memcmp(k.mv_data, key.data(), 16) == 0; ++rows) {
                const auto from = seeded_.from + std::chrono::days{rows % days};
                fmt::format_to(
                    std::back_inserter(out),
                    R"({{"gpu":{},"from":{},"until":{},"owner_id":"{:26}","title":"{:20}"}},)", gpu,
                    unix_ms(from), unix_ms(from) + 86'400'000, "per_01", "run");
                more = mdb_cursor_get(cursor, &k, &v, MDB_NEXT) == 0;
            }
        }
        mdb_cursor_close(cursor);
        mdb_txn_abort(txn);
        bytes_ = out.size();
        return rows;
    }
    const bench::Seeded& seeded_;
    MDB_env* env_ = nullptr;
    MDB_dbi table_ = 0;
    std::size_t bytes_ = 0;
};

void one_gpu(const bench::Seeded& seeded, const bench::Node& node, int pairs) {
    const auto request = week_of(seeded, "&gpu=" + to_text(seeded.gpus[50]));
    const auto size = body_of(node.port(), request).size();
    bench::BareHttp bare(std::string(size, 'b'));
    std::vector<double> cpu_ratios;
    double bare_cpu = 0, our_cpu = 0;
    bench::compare(
        "one GPU's week (" + std::to_string(size) + " B), 64 connections", "req/s", pairs,
        [&] {
            const auto before = bench::thread_seconds(bare.thread());
            const auto load =
                bench::run_load({bare.port(), 64, true, each, 200}, [&] { return request; });
            bare_cpu = (bench::thread_seconds(bare.thread()) - before) /
                       static_cast<double>(load.answers) * 1e6;
            return load.per_s;
        },
        [&] {
            const auto before = bench::process_seconds(node.pid());
            const auto load =
                bench::run_load({node.port(), 64, true, each, 200}, [&] { return request; });
            our_cpu = (bench::process_seconds(node.pid()) - before) /
                      static_cast<double>(load.answers) * 1e6;
            cpu_ratios.push_back(bare_cpu / our_cpu);
            return load.per_s;
        },
        "goal 5: >= 0.60");
    const auto cpu = bench::spread_of(cpu_ratios);
    std::printf("%-44s bare %.2f us  ours %.2f us  bare/ours %.2f (%.2f-%.2f)\n",
                "  server CPU a request", bare_cpu, our_cpu, cpu.median, cpu.least, cpu.most);
}

void all_gpus(const bench::Seeded& seeded, const bench::Node& node, const bench::fs::path& folder,
              int pairs) {
    RawWeek raw(folder / "raw.week", seeded);
    const auto request = week_of(seeded, "");
    bench::compare(
        "100 GPUs' week (" + std::to_string(body_of(node.port(), request).size()) + " B), rows",
        "rows/s", pairs, [&] { return raw.rows_per_s(each); },
        [&] {
            return gpu_count * days * a_day *
                   bench::run_load({node.port(), 1, true, each, 200}, [&] {
                       return request;
                   }).per_s;
        },
        "goal 5: >= 0.60");
}

void booking(const bench::Seeded& seeded, const bench::Node& node, const bench::fs::path& folder,
             int pairs) {
    RawLog raw(folder / "raw.log");
    bench::BareHttp bare(std::string(368, 'b'));
    std::size_t n = 0;
    const auto next = [&] {
        const Instant from = seeded.free_after + std::chrono::minutes{30} * (n / gpu_count);
        return seeded.request("POST /api/v1/reservations",
                              R"({"gpus":[")" + to_text(seeded.gpus[n++ % gpu_count]) +
                                  R"("],"from":")" + to_text(from) + R"(","until":")" +
                                  to_text(from + std::chrono::minutes{30}) + R"(","title":"run"})");
    };
    bench::compare(
        "one caller books over HTTP, p50", "us", pairs,
        [&] {
            std::vector<double> commits;
            for (int i = 0; i < 1000; ++i) commits.push_back(raw.commit_us());
            const auto trip = bench::run_load({bare.port(), 1, true, each / 3, 200}, [&] {
                return seeded.request("POST /x", std::string(150, 'x'));
            });
            return trip.p50_us + bench::percentile(commits, 50);
        },
        [&] {
            return bench::run_load({node.port(), 1, true, each, 201}, next).p50_us;
        },
        "goal 2: <= 1.3");
}

}  // namespace

int main(int argc, char** argv) {
    const int pairs = argc > 1 ? std::atoi(argv[1]) : 5;
    const auto folder = bench::fresh_folder("calendar");
    const auto seeded = bench::Seeder(folder / "data", gpu_count, gpu_count * days * a_day,
                                      Duration{std::chrono::days{1}} / a_day)
                            .seeded();
    {
        bench::Node node(folder, 0);
        bench::pin(1);
        one_gpu(seeded, node, pairs);
        all_gpus(seeded, node, folder, pairs);
        booking(seeded, node, folder, pairs);
    }
    bench::fs::remove_all(folder);
}
