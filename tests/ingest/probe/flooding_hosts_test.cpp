// Hosts that send as much as they can: frames, or garbage. Checks the kept frames and the CPU time.
#include "ingest/ssh/pool.hpp"
#include "tests/ingest/probe/watcher.hpp"

#include <ctime>
#include <thread>

#include <gtest/gtest.h>

namespace dibs::probe {
namespace {

using test::LocalSshd;
using test::Watcher;
using namespace std::chrono_literals;

double cpu_seconds() {
    timespec used{};
    ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    return static_cast<double>(used.tv_sec) + static_cast<double>(used.tv_nsec) * 1e-9;
}

// A server that prints `text` without end for any command.
std::string endless_output(const std::string& text) {
    return "ForceCommand echo '#dibs-probe 1'; exec yes \"$(printf '" + text + "')\"\n";
}

struct Outcome {
    int kept{0};
    HostStats stats{};
    double share_of_core{0};
};

// The result of five seconds of flooding.
Outcome outcome_of(const std::string& text) {
    const LocalSshd server(endless_output(text));
    Watcher watcher;
    ssh::Pool pool({.private_key_file = server.client_key().private_file});
    Monitor monitor(pool, watcher, test::options());
    monitor.set_hosts({server.target("a")});
    for (int i = 0; i < 2000 && monitor.stats().empty(); ++i) std::this_thread::sleep_for(5ms);
    for (int i = 0; i < 2000 && monitor.stats().at(0).bytes == 0; ++i) {
        std::this_thread::sleep_for(5ms);
    }
    std::this_thread::sleep_for(1s);  // uses up the allowed burst
    const auto begun = std::chrono::steady_clock::now();
    const auto frames = watcher.of("a").frames;
    const auto cpu = cpu_seconds();
    std::this_thread::sleep_for(5s);
    const double used = cpu_seconds() - cpu;
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begun;
    return {watcher.of("a").frames - frames, monitor.stats().at(0), used / passed.count()};
}

// The allowed twentieth, and the other work of this process.
constexpr double most_of_a_core = 0.08;

TEST(FloodingHosts, endless_frames_are_kept_at_one_a_second) {
    const auto flood = outcome_of("B 1\\nE 1");
    EXPECT_GE(flood.kept, 2);
    EXPECT_LE(flood.kept, 8);
    EXPECT_GT(flood.stats.surplus_frames, 1000U);
    EXPECT_EQ(flood.stats.bad_lines, 0U);
    EXPECT_LT(flood.share_of_core, most_of_a_core);
    RecordProperty("share_of_core", std::to_string(flood.share_of_core));
}

TEST(FloodingHosts, endless_garbage_costs_a_twentieth_of_a_core) {
    const auto flood = outcome_of("%%x garbage");
    EXPECT_EQ(flood.kept, 0);
    EXPECT_GT(flood.stats.bad_lines, 1000U);
    EXPECT_LT(flood.share_of_core, most_of_a_core);
    RecordProperty("share_of_core", std::to_string(flood.share_of_core));
}

}  // namespace
}  // namespace dibs::probe
