// The cost of a year of history, stored and queried.
//   history_bench                  queries over a year of one GPU, and of a host of eight with all
//                                  metrics; bytes of a minute, an hour and a day in the tables
//   history_bench FILE [GPUs] [s]  a series of four metrics at full rate into our sample log, with
//                                  its bytes a value; the same as OpenMetrics text into FILE, and
//                                  in whole numbers into FILE.plain, for prometheus_bench.py
#include "ingest/log/samples/sample_log_lmdb.hpp"
#include "projections/read_model.hpp"
#include "projections/usage/usage_state.hpp"
#include "tests/bench/pairs.hpp"
#include "tests/bench/series.hpp"

#include <cstdio>
#include <cstdlib>
#include <filesystem>

namespace {

using namespace dibs;
namespace fs = std::filesystem;
using std::chrono::days;

fs::path fresh_folder(const std::string& name) {
    const fs::path folder = fs::current_path() / ("bench." + name);
    fs::remove_all(folder);
    fs::create_directories(folder);
    return folder;
}

template <class AnyId>
AnyId nth(unsigned n) {
    AnyId id;
    id.uuid = {1, 2, 3, 4, 5, 6, 0x70, 0, 0x80};
    id.uuid[15] = static_cast<std::uint8_t>(n);
    return id;
}

// --- a year

constexpr int year_days = 366;
constexpr unsigned per_host = 8;

Sample everything(const SubjectId& of, Instant at, std::mt19937& random) {
    Sample sample{of, at};
    const auto all = metrics_of(of.kind);
    for (Column c = 0; c < all.size(); ++c) {
        const auto most = static_cast<std::uint32_t>(std::min(all[c].most, 80'000));
        sample.values.set(c, static_cast<std::int32_t>(random() % (most + 1)));
    }
    return sample;
}

// One sample per ten minutes: minutes, hours and days result as from more samples.
void fill(Usage& usage, const std::vector<SubjectId>& all) {
    std::mt19937 random{1};
    const auto first = floor_to(bench::start, day);
    for (auto at = first; at < first + days{year_days}; at += std::chrono::minutes{10}) {
        std::vector<Sample> samples;
        for (const auto& one : all) samples.push_back(everything(one, at, random));
        usage.take(samples);
        if (floor_to(at, day) != at) continue;
        usage.flush();
        while (const auto ended = usage.next_ended_hour()) (void)usage.reported(*ended);
        while (usage.tidy()) {
        }
    }
    usage.flush();
}

void ask(const Usage& usage, const char* what, views::UsageQuestion question) {
    std::vector<double> times;
    std::size_t bytes = 0;
    std::int64_t step = 0;
    for (int i = 0; i < 21; ++i) {
        times.push_back(1e3 * bench::seconds_of([&] {
                            const auto answer = usage.usage(question);
                            if (!answer) std::exit(1);
                            std::string text;
                            views::write_json(text, *answer);
                            bytes = text.size();
                            step = answer->step_s;
                        }));
    }
    std::sort(times.begin(), times.end());
    std::printf("%-44s step %6lld s  p50 %7.2f ms, most %7.2f ms  %zu kB\n", what,
                static_cast<long long>(step), times[10], times[20], bytes / 1000);
}

void sizes(const Usage& usage) {
    const auto txn = usage.store().read();
    constexpr std::array tables{std::pair{Table::usage_minutes, "a minute"},
                                std::pair{Table::usage_hours, "an hour"},
                                std::pair{Table::usage_days, "a day"}};
    for (const auto& [table, name] : tables) {
        std::size_t bytes = 0, rows = 0;
        auto cursor = txn.cursor(table);
        for (bool more = cursor.first(); more; more = cursor.next(), ++rows) {
            bytes += cursor.key().size() + cursor.value().size();
        }
        std::printf(
            "%-44s %.0f B with its key, %zu rows\n", name,
            static_cast<double>(bytes) / static_cast<double>(std::max<std::size_t>(rows, 1)), rows);
    }
}

int a_year() {
    const auto folder = fresh_folder("history");
    auto model = ReadModel::open({.directory = folder}).value();
    std::vector<SubjectId> all{nth<HostId>(1)};
    std::vector<GpuId> gpus;
    for (unsigned g = 0; g < per_host; ++g) {
        gpus.push_back(nth<GpuId>(g + 1));
        all.emplace_back(gpus.back());
    }
    fill(model->usage(), all);
    const auto until = floor_to(bench::start, day) + days{year_days};
    const views::UsageQuestion one{.gpus = {gpus[0]}, .from = until - days{365}, .until = until};
    auto utilization = one;
    utilization.metrics = {"utilization_percent"};
    ask(model->usage(), "a year of one GPU, utilization", utilization);
    ask(model->usage(), "a year of one GPU, all metrics", one);
    auto by_hour = utilization;
    by_hour.step_s = 3600;
    ask(model->usage(), "a year of one GPU, utilization by the hour", by_hour);
    auto host = one;
    host.gpus = gpus;
    host.hosts = {nth<HostId>(1)};
    host.metrics = {"utilization_percent", "cpu_percent"};
    ask(model->usage(), "a year of a host of 8, two metrics", host);
    host.metrics.clear();
    ask(model->usage(), "a year of a host of 8, all metrics", host);
    host.from = until - days{30};
    host.metrics = {"utilization_percent"};
    ask(model->usage(), "30 days of a host of 8, utilization", host);
    host.from = until - days{1};
    host.points = 3000;
    ask(model->usage(), "a day of a host of 8, utilization", host);
    sizes(model->usage());
    model.reset();
    fs::remove_all(folder);
    return 0;
}

// --- beside Prometheus

struct Shown {
    Column column;
    const char* name;
    double factor;
};
const std::array shown{Shown{bench::four[0], "dibs_gpu_utilization_ratio", 0.01},
                       Shown{bench::four[1], "dibs_gpu_memory_used_bytes", 1048576},
                       Shown{bench::four[2], "dibs_gpu_temperature_celsius", 1},
                       Shown{bench::four[3], "dibs_gpu_power_watts", 0.1}};

using Seconds = std::vector<std::vector<Sample>>;

// In base units, as in /metrics; or in our steps, whole numbers, which XOR compresses better.
bool write_text(const std::string& file, const Seconds& all, std::size_t gpus, bool base_units) {
    auto* out = std::fopen(file.c_str(), "w");
    if (out == nullptr) return false;
    for (const auto& metric : shown) {
        std::fprintf(out, "# TYPE %s gauge\n", metric.name);
        for (std::size_t g = 0; g < gpus; ++g) {
            for (const auto& second : all) {
                const auto steps = *second[g].values[metric.column];
                std::fprintf(out, "%s{host=\"h%zu\",gpu=\"%zu\"} %.10g %lld\n", metric.name, g / 8,
                             g % 8, base_units ? steps * metric.factor : steps,
                             static_cast<long long>(unix_ms(second[g].at) / 1000));
            }
        }
    }
    std::fprintf(out, "# EOF\n");
    std::fclose(out);
    return true;
}

int beside_prometheus(const char* file, std::size_t gpus, int seconds) {
    bench::Series series;
    Seconds all;
    const auto folder = fresh_folder("history.log");
    std::uintmax_t bytes = 0;
    {
        auto log = open_lmdb_sample_log({folder}).value();
        for (int s = 0; s < seconds; ++s) {
            auto second = series.second(s);
            second.resize(gpus);
            for (auto& sample : second) sample.occupancy = {};  // Prometheus has no accounts
            (void)log->append(second);
            all.push_back(std::move(second));
        }
        (void)log->flush();
        bytes = fs::file_size(folder / "data.mdb");
        std::vector<Sample> back;
        const auto cursor = std::move(log->follow(bench::start).value());
        while (cursor->next(back, std::chrono::milliseconds{0}).value()) {
        }
        if (back.size() != all.size() * gpus) return 1;
    }
    fs::remove_all(folder);
    if (!write_text(file, all, gpus, true)) return 1;
    if (!write_text(std::string(file) + ".plain", all, gpus, false)) return 1;
    // prometheus_bench.py reads this line.
    std::printf("{\"values\": %zu, \"bytes\": %ju, \"from\": %lld, \"seconds\": %d}\n",
                all.size() * gpus * shown.size(), bytes,
                static_cast<long long>(unix_ms(bench::start) / 1000), seconds);
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 2) return a_year();
    const auto gpus = argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 96;
    const auto seconds = argc > 3 ? std::atoi(argv[3]) : 7200;
    return beside_prometheus(argv[1], std::min<std::size_t>(gpus, bench::gpu_count), seconds);
}
