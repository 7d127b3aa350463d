// A whole dibsd in this process, with its own data directory: how it becomes ready, and how it
// ends.
#include "ops/daemon.hpp"

#include "ops/log_setup.hpp"
#include "ops/process/clock.hpp"
#include "ops/process/signals.hpp"
#include "ops/react/hosts/enrolment.hpp"
#include "projections/questions/fleet.hpp"
#include "projections/read_model.hpp"
#include "tests/support/failing_flush.hpp"
#include "tests/support/raw_http.hpp"

#include <cstdlib>
#include <filesystem>
#include <thread>

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

using namespace std::chrono_literals;
using Steady = std::chrono::steady_clock;

bool no_shutdown(std::chrono::milliseconds wait) {
    std::this_thread::sleep_for(wait);
    return false;
}

class DaemonTest : public ::testing::Test {
  protected:
    DaemonTest() {
        std::string name = (std::filesystem::temp_directory_path() / "dibs-daemon-XXXXXX").string();
        config.data_directory = mkdtemp(name.data());
        config.listen_port = 0;
        config.no_dashboard = true;
    }
    ~DaemonTest() override { std::filesystem::remove_all(config.data_directory); }

    void make_log() { ASSERT_TRUE(create_log(config, wall_clock())); }
    std::unique_ptr<Daemon> started() {
        auto daemon = Daemon::open(config, no_shutdown);
        EXPECT_TRUE(daemon) << daemon.error();
        (*daemon)->start();
        return std::move(*daemon);
    }
    // Waits until the daemon reports that it must end, up to a deadline.
    static std::string why_it_must_end(const Daemon& daemon) {
        const auto deadline = Steady::now() + 10s;
        while (Steady::now() < deadline) {
            if (auto why = daemon.must_end()) return *why;
            std::this_thread::sleep_for(10ms);
        }
        return "nothing";
    }
    static RawResponse set_up(const Daemon& daemon, const std::string& link) {
        const std::string body =
            R"({"token":")" + link.substr(link.rfind('=') + 1) +
            R"(","name":"ann","unix_name":"ann","password":"correct horse battery"})";
        RawSocket socket(daemon.port());
        socket.send(
            "POST /api/v1/setup HTTP/1.1\r\nHost: localhost\r\n"
            "Content-Type: application/json\r\nContent-Length: " +
            std::to_string(body.size()) + "\r\n\r\n" + body);
        return socket.read_response();
    }
    static RawResponse ask(const Daemon& daemon, const std::string& path) {
        RawSocket socket(daemon.port());
        socket.send("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
        return socket.read_response();
    }

    Config config;
};

TEST_F(DaemonTest, await_ready_waits_for_readyz_and_returns_setup_link) {
    make_log();
    const auto daemon = started();
    EXPECT_EQ(ask(*daemon, "/livez").status, 200) << "before anything is known";
    const auto address = daemon->await_ready(no_shutdown);
    ASSERT_TRUE(address && *address);
    EXPECT_NE((*address)->find("/setup?token="), std::string::npos);
    const auto ready = ask(*daemon, "/readyz");
    EXPECT_EQ(ready.status, 200) << ready.body;
    EXPECT_EQ(ready.body, "ready\n");
}

TEST_F(DaemonTest, standby_without_writer_serves_but_is_not_ready) {
    make_log();
    config.standby = true;
    const auto daemon = started();
    int looks = 0;
    const auto address = daemon->await_ready([&](auto wait) {
        (void)no_shutdown(wait);
        return ask(*daemon, "/api/v1/setup").status == 200 && ++looks > 20;
    });
    ASSERT_TRUE(address) << address.error();
    EXPECT_FALSE(*address) << "it was told to end";
    EXPECT_EQ(ask(*daemon, "/readyz").body, "not ready: log: no writer is known\n");
}

TEST_F(DaemonTest, start_without_log_names_the_command_to_run) {
    auto daemon = Daemon::open(config, no_shutdown);
    if (!daemon) {
        EXPECT_NE(daemon.error().find("log init"), std::string::npos) << daemon.error();
        return;
    }
    (*daemon)->start();
    const auto address = (*daemon)->await_ready(no_shutdown);
    ASSERT_FALSE(address);
    EXPECT_NE(address.error().find("log init"), std::string::npos) << address.error();
}

// More hosts than the command queue has room for.
TEST_F(DaemonTest, daemon_enrols_2500_configured_hosts_once_each) {
    make_log();
    const std::string key = "SHA256:" + std::string(43, 'A');
    for (int i = 0; i < 2500; ++i) {
        config.hosts.push_back({.name = "gpu" + std::to_string(i),
                                .address = "127.0.0.1",
                                .port = 1,
                                .account = "probe",
                                .host_key = key});
        if (i % 2 == 0) config.hosts.back().jumps = {{"127.0.0.1", 1, "probe", key}};
    }
    {
        const auto daemon = started();
        const auto address = daemon->await_ready(no_shutdown);
        ASSERT_TRUE(address) << address.error();
        ASSERT_TRUE(*address);
        daemon->stop();
    }
    const auto model = ReadModel::open({config.data_directory / "tables"});
    ASSERT_TRUE(model) << model.error().text;
    const auto tables = (*model)->snapshot(wall_clock()());
    std::size_t hosts = 0;
    every_row([&](const PageFrom& page) { return list_hosts(tables, page); },
              [&](const auto&) { ++hosts; });
    EXPECT_EQ(hosts, config.hosts.size());
    EXPECT_TRUE(enrolments(config.hosts, tables, wall_clock()()).empty());
}

TEST_F(DaemonTest, daemon_must_end_after_failed_flush) {
    make_log();
    const auto daemon = started();
    const auto link = daemon->await_ready(no_shutdown);
    ASSERT_TRUE(link && *link);
    EXPECT_FALSE(daemon->must_end());
    flushes_fail = true;
    const auto answer = set_up(*daemon, **link);
    const auto why = why_it_must_end(*daemon);
    flushes_fail = false;
    EXPECT_EQ(answer.status, 503) << answer.body;
    EXPECT_NE(why.find("flushing failed: Input/output error"), std::string::npos) << why;
    EXPECT_EQ(ask(*daemon, "/readyz").status, 503);
    EXPECT_EQ(set_up(*daemon, **link).status, 503);
}

TEST_F(DaemonTest, daemon_must_end_when_log_folder_is_removed) {
    make_log();
    const auto daemon = started();
    const auto link = daemon->await_ready(no_shutdown);
    ASSERT_TRUE(link && *link);
    std::filesystem::remove_all(config.data_directory / "log");
    EXPECT_EQ(set_up(*daemon, **link).status, 503) << "the next answer, not a later one";
    EXPECT_NE(why_it_must_end(*daemon).find("removed"), std::string::npos);
    EXPECT_NE(ask(*daemon, "/readyz").body.find("removed"), std::string::npos);
}

TEST_F(DaemonTest, truncated_tables_are_rebuilt_at_start) {
    make_log();
    {
        const auto daemon = started();
        ASSERT_TRUE(daemon->await_ready(no_shutdown));
    }
    std::filesystem::resize_file(config.data_directory / "tables" / "facts" / "data.mdb", 20'480);
    const auto daemon = started();
    EXPECT_TRUE(daemon->await_ready(no_shutdown));
}

TEST_F(DaemonTest, empty_log_is_not_recreated_when_tables_know_one) {
    make_log();
    {
        const auto daemon = started();
        const auto link = daemon->await_ready(no_shutdown);
        ASSERT_TRUE(link && *link);
        ASSERT_EQ(set_up(*daemon, **link).status, 201);
    }
    std::filesystem::remove_all(config.data_directory / "log");
    const auto daemon = Daemon::open(config, no_shutdown);
    ASSERT_FALSE(daemon);
    EXPECT_NE(daemon.error().find("the tables know one up to position"), std::string::npos)
        << daemon.error();
    EXPECT_EQ(daemon.error().find("log init"), std::string::npos) << daemon.error();
    const auto made = create_log(config, wall_clock());
    ASSERT_FALSE(made);
    EXPECT_NE(made.error().text.find("the tables know one"), std::string::npos);
}

TEST_F(DaemonTest, daemon_stops_quickly_during_incomplete_request) {
    make_log();
    const auto daemon = started();
    ASSERT_TRUE(daemon->await_ready(no_shutdown));
    RawSocket half(daemon->port());
    half.send("POST /api/v1/session HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{");
    EXPECT_EQ(ask(*daemon, "/livez").status, 200);
    const auto begun = Steady::now();
    daemon->stop();
    EXPECT_LT(Steady::now() - begun, 6s);  // the request may take 30 s
}

TEST(Signals, signal_wait_ends_at_its_timeout) {
    const TerminationSignals signals;
    EXPECT_FALSE(signals.wait(1ms));
    raise(SIGTERM);
    EXPECT_TRUE(signals.wait(1ms));
    EXPECT_FALSE(signals.wait(1ms)) << "each is taken once";
}

}  // namespace
}  // namespace dibs::test
