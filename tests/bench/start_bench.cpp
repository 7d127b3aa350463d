// How long a start takes with a long log: from the program's first instruction to "Dibs is ready",
// with the tables and a snapshot of the world there, without the snapshot, and with the tables
// lost. And how soon commands are accepted again when the log was away for a second.
//   start_bench [FACTS...]      5000000 unless said
// Goals: 3 s for 5 million facts with both; 1 s after the log's return.
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

// Its disk is full, or its broker away, for as long as somebody says so.
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

// Of the facts behind it, the writer must read none again.
void lose_the_log_for_a_second(const fs::path& data) {
    Config config;
    config.data_directory = data;
    const auto log = need(open_log(config));
    const auto keys = need(open_keys(config, *log, 0));
    BreakingLog breaking(*log);
    Writer writer(breaking, *keys, now_ms, {}, [](Position) {});
    writer.start();
    while (writer.status().role != Writer::Role::writing) std::this_thread::yield();
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

// Until it says that it is ready; then waits for a snapshot, and ends it.
void start(const fs::path& folder, const char* how) {
    std::unique_ptr<Node> node;
    const auto took = seconds_of([&] { node = std::make_unique<Node>(folder); });
    const auto memory = node->memory_kb("Anonymous") / 1000;
    std::printf("  ready in %7.2f s, %4.0f MB of its own   %s\n", took, memory, how);
    std::fflush(stdout);
    for (int i = 0; i < 600 && !has_snapshot(folder / "data"); ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds{100});
    }
    node.reset();
}

}  // namespace

int main(int argc, char** argv) {
    std::vector<std::int64_t> sizes;
    for (int i = 1; i < argc; ++i) sizes.push_back(std::atoll(argv[i]));
    if (sizes.empty()) sizes.push_back(5'000'000);
    for (const auto facts : sizes) {
        const auto folder = fresh_folder("start");
        const auto data = folder / "data";
        fs::create_directories(data);
        make(data, facts);
        lose_the_log_for_a_second(data);
        start(folder, "first: neither tables nor snapshot");
        for (int i = 0; i < 3; ++i) start(folder, "tables and snapshot (goal 3 s)");
        fs::remove_all(data / "world");
        start(folder, "tables, no snapshot");
        fs::remove_all(data / "tables");
        start(folder, "snapshot, tables lost");
        fs::remove_all(data / "answered");
        start(folder, "tables and snapshot, answered commands lost");
        fs::remove_all(folder);
    }
    return 0;
}
