// Hosts that hang in their handshake beside good ones. Measures the time until the slowest good
// host is sampled, after the start and after a broken connection, with and without hanging ones.
// Real OpenSSH servers on loopback, one process each. The hanging ones stop before the greeting,
// after it, or after offering their algorithms. Goal: 3 s at 40 good and 60 hanging ones.
//   hanging_hosts_bench [good] [hanging] [rounds]
#include "ingest/ssh/pool.hpp"
#include "tests/ingest/probe/watcher.hpp"
#include "tests/ingest/ssh/tarpit.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <mutex>
#include <thread>

#include <sys/resource.h>

namespace {

using namespace dibs;
using SteadyClock = std::chrono::steady_clock;

// One frame per second, like the probe's script, without its work.
constexpr const char* frames =
    "ForceCommand echo '#dibs-probe 1'; i=0; while :; do i=$((i+1)); "
    "printf 'B %d\\nE %d\\n' $i $i; sleep 1; done\n";
constexpr std::chrono::seconds longest_wait{30};

// The first sample of each host since the last `begin`.
class FirstFrames final : public probe::ProbeSink {
  public:
    void on_frame(const std::string& host, const probe::ProbeFrame& /*frame*/) override {
        const std::lock_guard lock(mutex_);
        seconds_.try_emplace(host,
                             std::chrono::duration<double>(SteadyClock::now() - begun_).count());
    }
    void on_reachable(const std::string& /*host*/) override {}
    void on_unreachable(const std::string& /*host*/, ssh::RemoteErrorKind /*kind*/,
                        const std::string& /*text*/) override {}
    void on_host_key_changed(const std::string& /*host*/, const std::string& /*key*/,
                             const std::string& /*jump*/) override {}

    void begin() {
        const std::lock_guard lock(mutex_);
        seconds_.clear();
        begun_ = SteadyClock::now();
    }
    // For `hosts` hosts; a host without a sample after 30 s counts as 30 s.
    double slowest_of(std::size_t hosts) {
        const auto deadline = SteadyClock::now() + longest_wait;
        while (SteadyClock::now() < deadline) {
            {
                const std::lock_guard lock(mutex_);
                if (seconds_.size() == hosts) {
                    double slowest = 0;
                    for (const auto& [host, after] : seconds_) slowest = std::max(slowest, after);
                    return slowest;
                }
            }
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        }
        return static_cast<double>(longest_wait.count());
    }

  private:
    std::mutex mutex_;
    std::map<std::string, double> seconds_;
    SteadyClock::time_point begun_ = SteadyClock::now();
};

using Servers = std::vector<std::unique_ptr<test::LocalSshd>>;

Servers good_hosts(int count) {
    Servers servers;
    for (int i = 0; i < count; ++i) {
        servers.push_back(std::make_unique<test::LocalSshd>(frames));
        if (i > 0) test::share_key(*servers.front(), *servers.back());
    }
    return servers;
}

void measure(const Servers& servers, const std::vector<ssh::HostTarget>& hosts, const char* what) {
    FirstFrames first;
    ssh::Pool pool({.private_key_file = servers.front()->client_key().private_file});
    probe::Monitor monitor(pool, first, test::options());
    first.begin();
    monitor.set_hosts(hosts);
    const auto after_start = first.slowest_of(servers.size());
    std::this_thread::sleep_for(std::chrono::seconds(5));  // until all are settled
    for (const auto& server : servers) server->kill_sessions();
    first.begin();
    std::printf(
        "%-24s slowest good host: %.2f s after the start, %.2f s after its connection broke "
        "(1 to 2 s of that it waits)\n",
        what, after_start, first.slowest_of(servers.size()));
    std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
    const int good = argc > 1 ? std::atoi(argv[1]) : 40;
    const int hanging = argc > 2 ? std::atoi(argv[2]) : 60;
    const int rounds = argc > 3 ? std::atoi(argv[3]) : 3;
    rlimit files{};
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);

    const auto servers = good_hosts(good);
    const test::Tarpit silent("");
    const test::Tarpit greets("SSH-2.0-OpenSSH_9.2\r\n");
    const test::Tarpit offers(test::first_words_of(*servers.front()));
    std::vector<ssh::HostTarget> alone;
    for (int i = 0; i < good; ++i) {
        alone.push_back(servers[static_cast<std::size_t>(i)]->target("good" + std::to_string(i)));
    }
    auto beside = alone;
    for (int i = 0; i < hanging; ++i) {  // names that sort first
        const auto& pit = i % 3 == 0 ? silent : i % 3 == 1 ? greets : offers;
        beside.push_back(pit.target("a-hangs" + std::to_string(i)));
    }
    std::printf("%d good hosts, %d that hang\n", good, hanging);
    for (int round = 0; round < rounds; ++round) {
        measure(servers, alone, "alone:");
        measure(servers, beside, "beside those that hang:");
    }
}
