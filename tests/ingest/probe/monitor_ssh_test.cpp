// End to end: a real SSH server, the real script, a stand-in nvidia-smi, the monitor.
#include "ingest/probe/monitor.hpp"
#include "ingest/ssh/pool.hpp"
#include "tests/ingest/probe/watcher.hpp"
#include "tests/support/eventually.hpp"

#include <thread>

#include <gtest/gtest.h>

namespace dibs::probe {
namespace {

using test::equip;
using test::LocalSshd;
using test::options;
using test::share_key;
using test::Watcher;
using namespace std::chrono_literals;

bool has_gpus(const Watcher::Seen& seen) {
    return seen.last.gpus.size() == 2;
}

TEST(MonitorOverSsh, a_host_is_seen_with_its_gpus_and_processes) {
    LocalSshd server;
    equip(server);
    Watcher watcher;
    ssh::Pool pool({.private_key_file = server.client_key().private_file});
    Monitor monitor(pool, watcher, options());
    monitor.set_hosts({server.target("a")});
    ASSERT_TRUE(watcher.wait("a", [](const auto& seen) {
        return has_gpus(seen) && seen.last.processes.size() == 1;
    })) << server.log();
    const auto seen = watcher.of("a");
    EXPECT_EQ(seen.reachable, 1);
    EXPECT_EQ(seen.last.processes[0].pid, ::getpid());
    EXPECT_EQ(seen.last.processes[0].owner.value().user, server.target("a").account);
    EXPECT_EQ(monitor.stats().at(0).bad_lines, 0U);
}

TEST(MonitorOverSsh, a_killed_session_is_reconnected_while_another_host_goes_on) {
    LocalSshd first;
    LocalSshd second;
    equip(first);
    equip(second);
    Watcher watcher;
    share_key(first, second);
    ssh::Pool pool({.private_key_file = first.client_key().private_file});
    Monitor monitor(pool, watcher, options());
    monitor.set_hosts({first.target("a"), second.target("b")});
    ASSERT_TRUE(watcher.wait("a", has_gpus));
    ASSERT_TRUE(watcher.wait("b", has_gpus));
    first.kill_sessions();
    const auto before = watcher.of("a").frames;
    ASSERT_TRUE(watcher.wait("a", [&](const auto& seen) { return seen.frames > before + 1; }));
    EXPECT_FALSE(watcher.of("a").unreachable);
    EXPECT_EQ(monitor.stats().at(0).reconnects, 1U);
    EXPECT_EQ(monitor.stats().at(1).reconnects, 0U);
}

TEST(MonitorOverSsh, restarted_server_becomes_unreachable_and_reachable) {
    LocalSshd server;
    equip(server);
    Watcher watcher;
    ssh::Pool pool({.private_key_file = server.client_key().private_file});
    Monitor monitor(pool, watcher, options());
    monitor.set_hosts({server.target("a")});
    ASSERT_TRUE(watcher.wait("a", has_gpus));
    server.stop();
    ASSERT_TRUE(watcher.wait("a", [](const auto& seen) { return seen.unreachable.has_value(); }));
    EXPECT_EQ(watcher.of("a").unreachable, ssh::RemoteErrorKind::refused);
    server.start();
    EXPECT_TRUE(watcher.wait("a", [](const auto& seen) { return seen.reachable == 2; }));
}

TEST(MonitorOverSsh, server_with_a_new_host_key_is_refused_and_reported) {
    LocalSshd server;
    equip(server);
    Watcher watcher;
    ssh::Pool pool({.private_key_file = server.client_key().private_file});
    Monitor monitor(pool, watcher, options());
    monitor.set_hosts({server.target("a")});
    ASSERT_TRUE(watcher.wait("a", has_gpus));
    server.stop();
    server.change_host_key();
    server.start();
    ASSERT_TRUE(watcher.wait("a", [](const auto& seen) { return !seen.offered.empty(); }));
    EXPECT_EQ(watcher.of("a").offered, server.host_key().fingerprint);
}

TEST(MonitorOverSsh, only_hosts_behind_a_failed_jump_become_unreachable) {
    LocalSshd login, first, second, beside;
    auto hosts = std::vector{first.target("a"), second.target("b"), beside.target("beside")};
    for (LocalSshd* const server : {&first, &second, &beside}) {
        equip(*server);
        server->let_in(login.client_key());
    }
    hosts[0].jumps = hosts[1].jumps = {login.jump()};
    Watcher watcher;
    ssh::Pool pool({.private_key_file = login.client_key().private_file});
    Monitor monitor(pool, watcher, options());
    monitor.set_hosts(hosts);
    for (const auto& host : hosts) ASSERT_TRUE(watcher.wait(host.name, has_gpus)) << login.log();
    EXPECT_EQ(login.logged("Accepted publickey"), 1);
    login.stop();
    for (const auto* host : {"a", "b"}) {
        ASSERT_TRUE(
            watcher.wait(host, [](const auto& seen) { return seen.unreachable.has_value(); }));
        EXPECT_EQ(watcher.of(host).unreachable, ssh::RemoteErrorKind::jump_failed);
    }
    EXPECT_TRUE(test::eventually([&] {
        return monitor.stats().at(0).failure.value_or("").starts_with("jump 127.0.0.1:");
    })) << monitor.stats().at(0).failure.value_or("none");
    login.start();
    for (const auto* host : {"a", "b"}) {
        EXPECT_TRUE(watcher.wait(host, [](const auto& seen) { return seen.reachable == 2; }));
    }
    EXPECT_FALSE(watcher.of("beside").unreachable);
    login.stop();
    login.change_host_key();
    login.start();
    ASSERT_TRUE(watcher.wait("a", [](const auto& seen) { return !seen.offered.empty(); }));
    EXPECT_EQ(watcher.of("a").offered, login.host_key().fingerprint);
    EXPECT_EQ(watcher.of("a").by_jump, to_text(login.jump()));
    EXPECT_FALSE(watcher.of("beside").unreachable);
}

TEST(MonitorOverSsh, a_host_with_one_session_a_connection_stays_reachable) {
    LocalSshd server("MaxSessions 1\n");
    equip(server);
    Watcher watcher;
    ssh::Pool pool({.private_key_file = server.client_key().private_file});
    auto short_streams = options();
    short_streams.script_lifetime = 4s;
    Monitor monitor(pool, watcher, short_streams);
    monitor.set_hosts({server.target("a")});
    ASSERT_TRUE(watcher.wait("a", [](const auto& seen) { return seen.frames >= 10; }));
    EXPECT_EQ(monitor.stats().at(0).connect_attempts, 1U);
    EXPECT_FALSE(watcher.of("a").unreachable);
}

TEST(MonitorOverSsh, streams_replace_each_other_without_a_gap_and_the_host_keeps_no_process) {
    LocalSshd server;
    equip(server);
    Watcher watcher;
    {
        ssh::Pool pool({.private_key_file = server.client_key().private_file});
        auto short_streams = options();
        short_streams.script_lifetime = 4s;
        Monitor monitor(pool, watcher, short_streams);
        monitor.set_hosts({server.target("a")});
        ASSERT_TRUE(watcher.wait("a", [](const auto& seen) { return seen.frames >= 10; }));
        EXPECT_EQ(monitor.stats().at(0).connect_attempts, 1U);
        EXPECT_FALSE(watcher.of("a").unreachable);
    }
    const auto deadline = std::chrono::steady_clock::now() + 10s;
    while (!server.processes().empty() && std::chrono::steady_clock::now() < deadline) {
        std::this_thread::sleep_for(20ms);
    }
    EXPECT_TRUE(server.processes().empty());
}

}  // namespace
}  // namespace dibs::probe
