// The duration of a start with a long log, from the program's first instruction to "Dibs is ready":
// after a clean end, after a kill, without a snapshot of the world, and without tables. Also its
// reads and memory, and the time until commands are accepted again after the log was away for a
// second.
//   start_bench                       all of it with 5,000,000 facts
//   start_bench make FOLDER [FACTS]   only the log, in a new folder
//   start_bench first FOLDER          the first start on it, which makes tables and snapshot
//   start_bench start FOLDER          starts that find them
//   start_bench away FOLDER           the log is away
// Goals: 3 s for 5 million facts with tables and snapshot, however it ended; 1 s after the log's
// return.
#include "ingest/fresh_id.hpp"
#include "ingest/writer.hpp"
#include "ops/log_setup.hpp"
#include "tests/bench/long_log.hpp"
#include "tests/bench/pairs.hpp"
#include "tests/support/passing_log.hpp"

#include <atomic>
#include <future>

namespace {

using namespace dibs;
using namespace dibs::bench;

// Simulates a full disk, or an unreachable broker, while it is switched on.
class BreakingLog : public test::PassingLog {
  public:
    using PassingLog::PassingLog;
    std::atomic<bool> broken{false};

  private:
    LogResult<void> flush(LogAppender& to, std::chrono::milliseconds deadline) override {
        if (!broken) return PassingLog::flush(to, deadline);
        return tl::unexpected(LogError{LogError::Kind::unavailable, "the log is away"});
    }
};

void make(const fs::path& data, std::int64_t facts) {
    fs::create_directories(data);
    Config config;
    config.data_directory = data;
    need(create_log(config, now_ms));
    const auto log = need(open_log(config));
    const auto keys = need(open_keys(config, *log, 0));
    LongLog long_log(*log, *keys, now_ms());
    long_log.fill(facts);
    std::printf("%lld facts\n", static_cast<long long>(long_log.facts()));
}

Reply ask(Writer& writer) {
    std::promise<Reply> said;
    auto reply = said.get_future();
    const auto at = now_ms();
    writer.submit(Envelope{Command{people::Command{
                      people::OpenSetup{digest_of("setup"), at + std::chrono::hours{1}}}}},
                  [&said](Reply r) { said.set_value(std::move(r)); });
    return reply.get();
}

// The writer must not read earlier facts again.
void lose_the_log_for_a_second(const fs::path& data) {
    Config config;
    config.data_directory = data;
    const auto log = need(open_log(config));
    const auto keys = need(open_keys(config, *log, 0));
    BreakingLog breaking(*log);
    Writer writer(breaking, *keys, now_ms, {}, [](Position) {});
    writer.start();
    while (writer.status().role != WriterRole::writing) std::this_thread::yield();
    breaking.broken = true;
    (void)ask(writer);
    std::this_thread::sleep_for(std::chrono::seconds{1});
    breaking.broken = false;
    const auto took = seconds_of([&] {
        for (auto done = ask(writer); !done && done.error().code == Code::unavailable;) {
            std::this_thread::sleep_for(std::chrono::milliseconds{5});
            done = ask(writer);
        }
    });
    std::printf("  decides again %.2f s after the log's return (goal 1 s), deposed %llu times\n",
                took, static_cast<unsigned long long>(writer.status().deposed));
}

bool has_snapshot(const fs::path& data) {
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(data / "world", error)) {
        if (entry.path().extension() == ".world") return true;
    }
    return false;
}

// The size of all files below it.
double mb_of(const fs::path& folder) {
    std::uintmax_t bytes = 0;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        if (entry.is_regular_file()) bytes += entry.file_size();
    }
    return static_cast<double>(bytes) / 1e6;
}

// Page faults: the pages that were mapped by touching them.
double faults_of(int pid) {
    std::ifstream in("/proc/" + std::to_string(pid) + "/stat");
    std::string field;
    double minor = 0, major = 0;
    for (int i = 1; i <= 12 && in >> field; ++i) {
        if (i == 10) minor = std::atof(field.c_str());
        if (i == 12) major = std::atof(field.c_str());
    }
    return minor + major;
}

// Runs it until it is ready. Then waits for a snapshot and for other work after the first answers,
// and ends it.
void start(const fs::path& folder, int signal, const char* how) {
    std::unique_ptr<Node> node;
    const auto took = seconds_of([&] { node = std::make_unique<Node>(folder); });
    const auto read = node->number_in("io", "rchar") / 1e6;
    const auto faults = faults_of(node->pid());
    const auto own = node->memory_kb("Anonymous") / 1000;
    const auto most = node->number_in("status", "VmHWM") / 1000;
    for (int i = 0; i < 600 && !has_snapshot(folder / "data"); ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds{100});
    }
    std::this_thread::sleep_for(std::chrono::seconds{10});
    std::printf(
        "  %6.2f s | read %6.0f MB, mapped %7.0f pages | own %4.0f MB, most %4.0f MB | 10 s later "
        "own %4.0f MB, most %4.0f MB | %s\n",
        took, read, faults, own, most, node->memory_kb("Anonymous") / 1000,
        node->number_in("status", "VmHWM") / 1000, how);
    std::fflush(stdout);
    node->end(signal);
}

void start_first(const fs::path& folder) {
    start(folder, SIGTERM, "first: neither tables nor snapshot");
}

void start_all(const fs::path& folder) {
    const auto data = folder / "data";
    std::printf("log %.0f MB, tables %.0f MB, answered commands %.0f MB\n", mb_of(data / "log"),
                mb_of(data / "tables"), mb_of(data / "answered"));
    for (int i = 0; i < 2; ++i) start(folder, SIGTERM, "after a clean end (goal 3 s)");
    start(folder, SIGKILL, "after a clean end, then killed");
    start(folder, SIGKILL, "after a kill (goal 3 s)");
    start(folder, SIGTERM, "after a kill (goal 3 s)");
    fs::remove_all(data / "world");
    start(folder, SIGTERM, "no snapshot");
}

void start_without_tables(const fs::path& folder) {
    fs::remove_all(folder / "data" / "tables");
    start(folder, SIGTERM, "snapshot, tables lost");
    fs::remove_all(folder / "data" / "answered");
    start(folder, SIGTERM, "tables and snapshot, answered commands lost");
}

}  // namespace

int main(int argc, char** argv) {
    const std::string what = argc > 2 ? argv[1] : "";
    const fs::path given = argc > 2 ? fs::path(argv[2]) : fs::path();
    constexpr std::int64_t five_million = 5'000'000;
    const auto facts = argc > 3 ? std::atoll(argv[3]) : five_million;
    if (what == "make") return make(given / "data", facts), 0;
    if (what == "first") return start_first(given), 0;
    if (what == "start") return start_all(given), 0;
    if (what == "away") return lose_the_log_for_a_second(given / "data"), 0;
    const auto folder = fresh_folder("start");
    make(folder / "data", five_million);
    start_first(folder);
    start_all(folder);
    start_without_tables(folder);
    lose_the_log_for_a_second(folder / "data");
    fs::remove_all(folder);
    return 0;
}
