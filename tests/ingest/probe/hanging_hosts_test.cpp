// Sixty hosts that hang, each group in its own step, beside real servers. The good hosts are
// sampled without delay, at the start and after their connections broke.
#include "ingest/ssh/pool.hpp"
#include "tests/ingest/probe/watcher.hpp"
#include "tests/ingest/ssh/tarpit.hpp"

#include <algorithm>

#include <gtest/gtest.h>

namespace dibs::probe {
namespace {

using test::LocalSshd;
using test::Tarpit;
using test::Watcher;

constexpr int hanging_of_a_kind = 20;

std::map<std::string, HostStats> by_name(const Monitor& monitor) {
    std::map<std::string, HostStats> all;
    for (const auto& one : monitor.stats()) all[one.name] = one;
    return all;
}

// Their names sort first, so they are connected first.
void add_hanging(std::vector<ssh::HostTarget>& hosts, const Tarpit& pit, const std::string& kind) {
    for (int i = 0; i < hanging_of_a_kind; ++i) {
        hosts.push_back(pit.target("a-" + kind + std::to_string(i)));
    }
}

TEST(HangingHosts, good_hosts_are_sampled_at_the_start_and_after_a_break) {
    std::vector<std::unique_ptr<LocalSshd>> servers;
    std::vector<ssh::HostTarget> hosts;
    for (int i = 0; i < 5; ++i) {
        servers.push_back(std::make_unique<LocalSshd>());
        test::equip(*servers.back());
        if (i > 0) test::share_key(*servers.front(), *servers.back());
        hosts.push_back(servers.back()->target("good" + std::to_string(i)));
    }
    const auto good = hosts;
    const LocalSshd stranger;  // has another host key
    hosts.push_back(stranger.target("refuses"));
    const Tarpit silent("");
    const Tarpit greets("SSH-2.0-OpenSSH_9.2\r\n");
    const Tarpit offers(test::first_words_of(*servers.front()));
    const Tarpit resets(test::first_words_of(*servers.front()), Tarpit::Then::reset);
    add_hanging(hosts, silent, "silent");
    add_hanging(hosts, greets, "greets");
    add_hanging(hosts, offers, "offers");
    hosts.push_back(resets.target("a-resets"));

    Watcher watcher;
    ssh::Pool pool({.private_key_file = servers.front()->client_key().private_file});
    Monitor monitor(pool, watcher, test::options());
    monitor.set_hosts(hosts);
    std::map<std::string, int> before;
    const auto all_sampled = [&] {
        return std::all_of(good.begin(), good.end(), [&](const auto& host) {
            const int wanted = before[host.name] + 2;
            return watcher.wait(host.name, [&](const auto& it) { return it.frames >= wanted; });
        });
    };
    ASSERT_TRUE(all_sampled());
    for (const auto& host : hosts) {  // before the first of them gave up
        EXPECT_NE(watcher.of(host.name).unreachable, ssh::RemoteErrorKind::timeout) << host.name;
    }
    for (const auto& server : servers) server->kill_sessions();
    for (const auto& host : good) before[host.name] = watcher.of(host.name).frames;
    ASSERT_TRUE(all_sampled());
    const auto stats = by_name(monitor);
    for (const auto& host : good) EXPECT_EQ(stats.at(host.name).connect_attempts, 2U) << host.name;
    EXPECT_EQ(watcher.of("refuses").unreachable, ssh::RemoteErrorKind::auth_failed);
    EXPECT_LE(stats.at("refuses").connect_attempts, 6U);  // the sixth after 31 s at the earliest
    EXPECT_EQ(watcher.of("a-resets").unreachable, ssh::RemoteErrorKind::unreachable);
}

}  // namespace
}  // namespace dibs::probe
