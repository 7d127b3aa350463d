// Goals 3 and 5, in process: replay of a log of bookings into all read models, compared with a raw
// LMDB scan and simdjson DOM parse of the same records. Also one GPU's week as JSON.
//   projection_bench [facts] [pairs] [records in a transaction]
#include "domain/codec/json_writer.hpp"
#include "ingest/log/facts/memory_log.hpp"
#include "projections/projector.hpp"
#include "projections/questions/calendar.hpp"
#include "tests/bench/pairs.hpp"
#include "tests/projections/store/log_of.hpp"

#include <cstdlib>
#include <filesystem>
#include <random>

#include <lmdb.h>
#include <simdjson.h>

namespace {

using namespace dibs;
namespace fs = std::filesystem;

// The n-th id of its kind, ascending as clients make them.
template <class AnyId>
AnyId nth(unsigned n) {
    AnyId id;
    id.uuid = {1, 2, 3, 4, 5, 6, 0x70, 0, 0x80};
    for (std::size_t i = 15; i > 11; --i, n >>= 8U)
        id.uuid[i] = static_cast<std::uint8_t>(n & 255U);
    return id;
}

constexpr unsigned gpu_count = 1000, per_host = 8, people_count = 100;
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

void found(test::LogOf& log) {
    for (unsigned p = 1; p <= people_count; ++p) {
        const auto name = "person" + std::to_string(p);
        log.command(start, {people::Event{people::PersonAdded{
                               nth<PersonId>(p), {name}, name, people::Role::user, {"$hash"}}}});
    }
    for (unsigned g = 0; g < gpu_count; ++g) {
        const auto host = nth<HostId>(g / per_host + 1);
        if (g % per_host == 0) {
            log.command(
                start,
                {fleet::Event{fleet::HostEnrolled{host, "host" + std::to_string(g / per_host),
                                                  "10.0.0.1", 22, "dibs", "SHA256:key"}}});
        }
        log.command(start, {fleet::Event{fleet::GpuDiscovered{nth<GpuId>(g),
                                                              host,
                                                              "GPU-" + std::to_string(g),
                                                              g % per_host,
                                                              "A100",
                                                              40960,
                                                              {}}}});
    }
}

// Bookings of 18 hours, back to back on each GPU. Made in the order of ids, as clients make
// UUIDv7s, for GPUs in random order. One in ten is cancelled, one in ten changed.
void book(test::LogOf& log, unsigned facts) {
    std::mt19937 random(1);
    std::vector<Instant> free_from(gpu_count, start);
    for (unsigned n = 1; n <= facts;) {
        const auto gpu = static_cast<unsigned>(random() % gpu_count);
        const auto from = free_from[gpu];
        free_from[gpu] += std::chrono::hours{18};
        const std::vector<HostId> hosts{nth<HostId>(gpu / per_host + 1)};
        const reservation::Booking booking{nth<ReservationId>(n),
                                           nth<PersonId>(1 + gpu % people_count),
                                           {nth<GpuId>(gpu)},
                                           {from, free_from[gpu]},
                                           {"training run " + std::to_string(n)}};
        const Origin origin{booking.owner, "10.0.0.7", "req-000000", "", ""};
        const auto add = [&](reservation::Event event) {
            log.command(start + std::chrono::seconds{n++}, {Event{std::move(event)}}, origin);
        };
        add(reservation::Booked{booking, hosts});
        if (n % 10 == 0) add(reservation::Changed{booking, booking.gpus, booking.when, hosts});
        if (n % 10 == 5) {
            add(reservation::Cancelled{booking.id, booking.owner, booking.gpus, booking.when,
                                       hosts});
        }
    }
}

// The same records in their own environment.
class Raw {
  public:
    Raw(EventLog& log, const fs::path& folder) {
        check(mdb_env_create(&env_));
        check(mdb_env_set_mapsize(env_, std::size_t{16} << 30));
        check(mdb_env_open(env_, folder.c_str(), MDB_NOTLS | MDB_NOSYNC, 0644));
        MDB_txn* txn = nullptr;
        check(mdb_txn_begin(env_, nullptr, 0, &txn));
        check(mdb_dbi_open(txn, nullptr, 0, &table_));
        auto cursor = std::move(*log.open_cursor(before_first));
        std::uint64_t position = 0;
        for (;;) {
            auto batch = *cursor->next(10'000, std::chrono::milliseconds{0});
            if (batch.entries.empty()) break;
            for (auto& entry : batch.entries) {
                const auto key = __builtin_bswap64(++position);
                MDB_val k{sizeof key, const_cast<std::uint64_t*>(&key)};
                MDB_val v{entry.record.size(), entry.record.data()};
                check(mdb_put(txn, table_, &k, &v, MDB_APPEND));
            }
        }
        check(mdb_txn_commit(txn));
    }
    ~Raw() { mdb_env_close(env_); }

    std::size_t scan() {
        simdjson::dom::parser parser;
        MDB_txn* txn = nullptr;
        MDB_cursor* cursor = nullptr;
        check(mdb_txn_begin(env_, nullptr, MDB_RDONLY, &txn));
        check(mdb_cursor_open(txn, table_, &cursor));
        MDB_val k{}, v{};
        std::size_t bytes = 0;
        while (mdb_cursor_get(cursor, &k, &v, MDB_NEXT) == 0) {
            const auto record =
                parse_record({static_cast<const char*>(v.mv_data), v.mv_size}).value();
            simdjson::dom::object object;
            if (parser.parse(record.body.data(), record.body.size(), true).get(object) == 0U) {
                for (const auto field : object) bytes += field.key.size();
            }
        }
        mdb_cursor_close(cursor);
        mdb_txn_abort(txn);
        return bytes;
    }

  private:
    MDB_env* env_ = nullptr;
    MDB_dbi table_ = 0;
};

std::unique_ptr<ReadModel> replay(EventLog& log, const fs::path& folder, std::size_t batch) {
    auto model = ReadModel::open({.directory = folder}).value();
    Projector projector(log, test::test_keys(), *model,
                        {.batch = batch, .wait = std::chrono::milliseconds{0}});
    while (projector.step()) {
    }
    if (!projector.status().error.empty()) {
        std::fprintf(stderr, "%s\n", projector.status().error.c_str());
        std::exit(1);
    }
    return model;
}

void weeks(const ReadModel& model, unsigned facts) {
    std::mt19937 random(2);
    constexpr int context = 100'000;
    const auto span = std::chrono::hours{18} * (facts / gpu_count);
    std::size_t rows = 0;
    std::size_t bytes = 0;
    const auto ask = [&](bool as_json) {
        return bench::seconds_of([&] {
                   for (int i = 0; i < context; ++i) {
                       const auto from = start + std::chrono::hours{random() % (span.count() + 1)};
                       const Interval week{from, from + std::chrono::days{7}};
                       const auto found = calendar_rows(
                           model.snapshot(start),
                           {nth<GpuId>(static_cast<unsigned>(random() % gpu_count))}, week);
                       rows += found.size();
                       if (as_json) bytes += to_json(found).size();
                   }
               }) /
               context * 1e6;
    };
    ask(false);
    rows = 0;
    const auto plain = ask(false);
    const auto mean_rows = static_cast<double>(rows) / context;
    const auto json = ask(true);
    std::printf("one GPU's week, %.1f rows: %.2f us, as JSON (%zu B) %.2f us\n", mean_rows, plain,
                bytes / context, json);
}

}  // namespace

int main(int argc, char** argv) {
    const auto facts = static_cast<unsigned>(argc > 1 ? std::atoi(argv[1]) : 200'000);
    const int pairs = argc > 2 ? std::atoi(argv[2]) : 3;
    const auto batch = static_cast<std::size_t>(
        argc > 3 ? std::atoi(argv[3]) : static_cast<int>(Projector::Settings{}.batch));
    MemoryLog log;
    test::LogOf writer(log);
    found(writer);
    book(writer, facts);
    Raw raw(log, fresh_folder("raw"));
    std::unique_ptr<ReadModel> model;
    const double count = facts;
    std::vector<double> applying, reading;  // CPU, us per fact
    bench::compare(
        "replay into all read models", "facts/s", pairs,
        [&] { return count / bench::seconds_of([&] { (void)raw.scan(); }); },
        [&] {
            model.reset();
            const auto folder = fresh_folder("tables");
            const auto all = bench::cpu_seconds();
            const auto own = bench::cpu_seconds(RUSAGE_THREAD);
            const auto took = bench::seconds_of([&] { model = replay(log, folder, batch); });
            applying.push_back((bench::cpu_seconds(RUSAGE_THREAD) - own) / count * 1e6);
            reading.push_back((bench::cpu_seconds() - all) / count * 1e6 - applying.back());
            return count / took;
        },
        "goal >= 0.15");
    std::printf("CPU: %.2f us a fact to apply, %.2f us to read on a thread beside\n",
                bench::percentile(applying, 50), bench::percentile(reading, 50));
    weeks(*model, facts);
    model.reset();
    for (const auto* name : {"raw", "tables"})
        fs::remove_all(fs::current_path() / (std::string("bench.") + name));
    return 0;
}
