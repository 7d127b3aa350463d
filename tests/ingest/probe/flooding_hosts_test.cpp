// Tests a host that sends frames or garbage as fast as it can: the number of frames that the
// monitor keeps, and the CPU time that it uses.
#include "ingest/ssh/pool.hpp"
#include "tests/ingest/probe/watcher.hpp"
#include "tests/support/eventually.hpp"

#include <ctime>
#include <thread>

#include <gtest/gtest.h>

namespace dibs::probe {
namespace {

using test::LocalSshd;
using test::Watcher;
using namespace std::chrono_literals;

// The CPU time of this process since its start.
double cpu_seconds() {
    timespec time{};
    ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

// The sshd option that answers any command with `text` (a printf format), repeated without end.
std::string endless_output(const std::string& text) {
    return "ForceCommand echo '#dibs-probe 1'; exec yes \"$(printf '" + text + "')\"\n";
}

struct FloodResult {
    int kept_frames{0};       // in the measured time
    HostStats stats{};        // since the start
    double share_of_core{0};  // CPU time of this process by wall time
};

// Measures five seconds of a host that sends `text` without end.
FloodResult measure_flood(const std::string& text) {
    const LocalSshd server(endless_output(text));
    Watcher watcher;
    ssh::Pool pool({.private_key_file = server.client_key().private_file});
    Monitor monitor(pool, watcher, test::options());
    monitor.set_hosts({server.target("a")});
    EXPECT_TRUE(test::eventually(
        [&] { return !monitor.stats().empty() && monitor.stats().at(0).bytes > 0; }));
    std::this_thread::sleep_for(1s);  // uses up the allowed burst
    const auto start = std::chrono::steady_clock::now();
    const auto frames_before = watcher.of("a").frames;
    const auto cpu_before = cpu_seconds();
    std::this_thread::sleep_for(5s);
    const double used = cpu_seconds() - cpu_before;
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    return {watcher.of("a").frames - frames_before, monitor.stats().at(0), used / elapsed.count()};
}

// A host may cost a twentieth of a core; the rest is for the other work of this process.
constexpr double max_share_of_core = 0.08;

TEST(FloodingHosts, endless_frames_are_kept_about_once_a_second) {
    const auto flood = measure_flood("B 1\\nE 1");
    EXPECT_GE(flood.kept_frames, 2);
    EXPECT_LE(flood.kept_frames, 8);
    EXPECT_GT(flood.stats.surplus_frames, 1000U);
    EXPECT_EQ(flood.stats.bad_lines, 0U);
    EXPECT_LT(flood.share_of_core, max_share_of_core);
    RecordProperty("share_of_core", std::to_string(flood.share_of_core));
}

TEST(FloodingHosts, endless_garbage_is_dropped_with_bounded_cpu_time) {
    const auto flood = measure_flood("%%x garbage");
    EXPECT_EQ(flood.kept_frames, 0);
    EXPECT_GT(flood.stats.bad_lines, 1000U);
    EXPECT_LT(flood.share_of_core, max_share_of_core);
    RecordProperty("share_of_core", std::to_string(flood.share_of_core));
}

}  // namespace
}  // namespace dibs::probe
