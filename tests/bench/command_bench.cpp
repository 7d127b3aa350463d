// Goals 1 and 2: durable commands through the writer (conflict check, event, answer after flush and
// fence). The baseline does the same raw: a conflict check and a row in one LMDB environment
// without sync, the event's bytes in another with full sync.
//   command_bench [pairs]
#include "ingest/fresh_id.hpp"
#include "ingest/log/facts/lmdb_log.hpp"
#include "ingest/writer.hpp"
#include "tests/bench/pairs.hpp"
#include "tests/support/test_keys.hpp"

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <latch>
#include <map>

#include <lmdb.h>

namespace {

using namespace dibs;
namespace fs = std::filesystem;

constexpr int gpu_count = 1000;
constexpr int commands = 20'000;

const Instant start = from_unix_ms(1'800'000'000'000);

fs::path fresh_folder(const std::string& name) {
    const fs::path folder = fs::current_path() / ("bench." + name);
    fs::remove_all(folder);
    fs::create_directories(folder);
    return folder;
}

void check(int rc) {
    if (rc == MDB_SUCCESS) return;
    std::fprintf(stderr, "lmdb: %s\n", mdb_strerror(rc));
    std::exit(1);
}

// The raw baseline: two environments, one transaction in each per batch.
class Raw {
  public:
    explicit Raw(const fs::path& folder)
        : log_(open(folder / "log", 0, log_table_)),
          rows_(open(folder / "rows", MDB_NOSYNC, rows_table_)) {}
    ~Raw() {
        mdb_env_close(log_);
        mdb_env_close(rows_);
    }

    void batch(int count) {
        MDB_txn* log = nullptr;
        MDB_txn* rows = nullptr;
        check(mdb_txn_begin(log_, nullptr, 0, &log));
        check(mdb_txn_begin(rows_, nullptr, 0, &rows));
        for (int i = 0; i < count; ++i) one(log, rows);
        check(mdb_txn_commit(log));
        check(mdb_txn_commit(rows));
    }

  private:
    static MDB_env* open(const fs::path& path, unsigned flags, MDB_dbi& table) {
        fs::create_directories(path);
        MDB_env* env = nullptr;
        check(mdb_env_create(&env));
        check(mdb_env_set_mapsize(env, std::size_t{8} << 30));
        check(mdb_env_set_maxdbs(env, 2));
        check(mdb_env_open(env, path.c_str(), flags | MDB_NOTLS, 0644));
        MDB_txn* txn = nullptr;
        check(mdb_txn_begin(env, nullptr, 0, &txn));
        check(mdb_dbi_open(txn, "t", MDB_CREATE, &table));
        check(mdb_txn_commit(txn));
        return env;
    }
    static void big_endian(unsigned char* out, std::uint64_t value) {
        for (int i = 7; i >= 0; --i, value >>= 8U) out[i] = static_cast<unsigned char>(value);
    }

    void one(MDB_txn* log, MDB_txn* rows) {
        const auto gpu = next_ % gpu_count;
        const auto from = static_cast<std::uint64_t>(next_ / gpu_count) * 3600;
        unsigned char key[16];
        big_endian(key, gpu);
        big_endian(key + 8, from + 3600);
        MDB_cursor* cursor = nullptr;
        check(mdb_cursor_open(rows, rows_table_, &cursor));
        MDB_val k{sizeof key, key}, v{};
        const bool found = mdb_cursor_get(cursor, &k, &v, MDB_SET_RANGE) == 0 &&
                           std::memcmp(k.mv_data, key, 8) == 0;
        mdb_cursor_close(cursor);
        if (found) std::abort();  // impossible: each slot is new
        char event[250];
        std::memset(event, 'x', sizeof event);
        unsigned char position[8];
        big_endian(position, ++next_);
        MDB_val pk{sizeof position, position}, pv{sizeof event, event};
        check(mdb_put(log, log_table_, &pk, &pv, MDB_APPEND));
        MDB_val rk{sizeof key, key}, rv{120, event};
        check(mdb_put(rows, rows_table_, &rk, &rv, 0));
    }

    MDB_dbi log_table_ = 0, rows_table_ = 0;
    MDB_env* log_;
    MDB_env* rows_;
    std::uint64_t next_ = 0;
};

// A writer on the embedded log, with one person, one host and its GPUs.
class Ours {
  public:
    explicit Ours(const fs::path& folder) {
        log_ = std::move(*open_lmdb_log({folder / "log"}));
        auto appender = std::move(*log_->open_appender());
        (void)appender->append(
            {encode_record({0, 1, false, {}}, start, created_type, {}, "", R"({"id":"bench"})")});
        (void)appender->flush(std::chrono::seconds{5});
        appender.reset();
        WriterSettings settings;
        settings.queue = 100'000;
        settings.batch = 100'000;
        writer_ = std::make_unique<Writer>(
            *log_, test::test_keys(), [] { return start; }, settings, [](Position) {});
        writer_->start();
        prepare();
    }

    // `callers` wait for their answers and then book again at once.
    double rate(int callers, int count) {
        std::atomic<int> left{count};
        std::latch done(count);
        const double took = seconds_of([&] {
            for (int i = 0; i < callers; ++i) book(left, done);
            done.wait();
        });
        return count / took;
    }
    double one_at_a_time_us() {
        return seconds_of([&] { submit_and_wait(next_booking()); }) * 1e6;
    }

  private:
    using Seconds = double;
    static Seconds seconds_of(const std::function<void()>& work) { return bench::seconds_of(work); }

    Envelope next_booking() {
        const auto n = next_++;
        const Instant from = start + std::chrono::hours{1 + n / gpu_count};
        Envelope envelope{
            reservation::Command{reservation::Book{fresh_id<ReservationId>(start),
                                                   person_,
                                                   {gpus_[n % gpu_count]},
                                                   {from, from + std::chrono::hours{1}},
                                                   {"training run of the week"}}}};
        envelope.actor = person_;
        envelope.source = "127.0.0.1";
        return envelope;
    }

    void book(std::atomic<int>& left, std::latch& done) {
        if (left.fetch_sub(1) <= 0) return;
        writer_->submit(next_booking(), [this, &left, &done](Reply reply) {
            if (!reply) {
                std::fprintf(stderr, "refused: %s\n", reply.error().detail.c_str());
                std::exit(1);
            }
            done.count_down();
            book(left, done);
        });
    }

    Done submit_and_wait(Envelope envelope) {
        std::latch answered(1);
        Done done;
        writer_->submit(std::move(envelope), [&](Reply reply) {
            if (!reply) {
                std::fprintf(stderr, "refused: %s\n", reply.error().detail.c_str());
                std::exit(1);
            }
            done = std::move(*reply);
            answered.count_down();
        });
        answered.wait();
        return done;
    }

    void prepare() {
        while (writer_->status().role != WriterRole::writing) std::this_thread::yield();
        person_ = fresh_id<PersonId>(start);
        const auto host = fresh_id<HostId>(start);
        const people::Digest token = digest_of("setup");
        submit_and_wait({people::Command{people::OpenSetup{token, start + std::chrono::hours{1}}}});
        submit_and_wait({people::Command{people::CompleteSetup{
            token, person_, fresh_id<GrantId>(start), {"Ann"}, "ann", {"hash"}}}});
        submit_and_wait({fleet::Command{fleet::EnrolHost{host, "gpu01", "127.0.0.1", 22, "dibs",
                                                         "SHA256:" + std::string(43, 'A')}}});
        fleet::ReportGpus report{host, {}};
        for (int i = 0; i < gpu_count; ++i) {
            report.gpus.push_back({"GPU-" + std::to_string(i), i, "A100", {}, {}});
        }
        const auto done = submit_and_wait({fleet::Command{std::move(report)}});
        for (const auto& found : done.events) {
            gpus_.push_back(*subjects_of(found).first<GpuId>());
        }
    }

    std::unique_ptr<EventLog> log_;
    std::unique_ptr<Writer> writer_;
    PersonId person_;
    std::vector<GpuId> gpus_;
    std::atomic<std::size_t> next_{0};
};

double median_of(int count, const std::function<double()>& measure, double p = 50) {
    std::vector<double> all;
    for (int i = 0; i < count; ++i) all.push_back(measure());
    return bench::percentile(std::move(all), p);
}

}  // namespace

int main(int argc, char** argv) {
    const int pairs = argc > 1 ? std::atoi(argv[1]) : 5;
    const fs::path folder = fresh_folder("command");
    {
        Raw raw(folder / "raw");
        Ours ours(folder / "ours");
        bench::compare(
            "durable commands, 100 waiting", "/s", pairs,
            [&] {
                return commands / bench::seconds_of([&] {
                           for (int i = 0; i < commands / 100; ++i) raw.batch(100);
                       });
            },
            [&] { return ours.rate(100, commands); }, "goal 1: >= 0.60");
        for (const double p : {50.0, 99.0}) {
            bench::compare(
                "one durable command, p" + std::to_string(static_cast<int>(p)), "us", pairs,
                [&] {
                    return median_of(
                        500, [&] { return bench::seconds_of([&] { raw.batch(1); }) * 1e6; }, p);
                },
                [&] {
                    return median_of(
                        500, [&] { return ours.one_at_a_time_us(); }, p);
                },
                p < 90 ? "goal 2: <= 1.5" : "goal 2: <= 2");
        }
    }
    fs::remove_all(folder);
    return 0;
}
