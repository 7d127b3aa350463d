// The monitor over a fake remote: the test drives time and streams.
#include "ingest/probe/monitor.hpp"

#include "tests/ingest/probe/fake_remote.hpp"

#include <algorithm>
#include <sstream>

#include <gtest/gtest.h>
#include <spdlog/sinks/ostream_sink.h>
#include <spdlog/spdlog.h>

namespace dibs::probe {
namespace {

using ssh::RemoteErrorKind;
using test::FakeRemote;
using namespace std::chrono_literals;

class Notes final : public ProbeSink {
  public:
    void on_frame(const std::string& host, const ProbeFrame& frame) override {
        lines.push_back(host + " frame " + std::to_string(frame.sequence));
    }
    void on_reachable(const std::string& host) override { lines.push_back(host + " reachable"); }
    void on_unreachable(const std::string& host, RemoteErrorKind kind,
                        const std::string& /*text*/) override {
        lines.push_back(host + " unreachable " + std::string(ssh::to_text(kind)));
    }
    void on_host_key_changed(const std::string& host, const std::string& offered,
                             const std::string& /*jump*/) override {
        lines.push_back(host + " key " + offered);
    }
    std::vector<std::string> lines;
};

using Lines = std::vector<std::string>;

ssh::HostTarget host(const std::string& name, std::uint16_t port = 22) {
    return {.name = name,
            .address = "192.0.2.1",
            .port = port,
            .account = "probe",
            .pinned_host_key = "SHA256:pinned"};
}

class MonitorTest : public testing::Test {
  protected:
    MonitorOptions options() {
        return {.most_attempts = 3,
                .wall_clock = [this] { return wall; },
                .steady_clock = [this] { return SteadyTime{1h} + remote.now(); },
                .random = [] { return 0.0; }};
    }
    std::uint64_t only_stream(const std::string& name) {
        const auto streams = remote.streams_of(name);
        EXPECT_EQ(streams.size(), 1U);
        return streams.at(0);
    }
    void say_frame(std::uint64_t stream, int sequence, const std::string& lines = "") {
        const auto number = std::to_string(sequence);
        const auto observer = remote.stream(stream).observer;
        if (sequence == 1) {
            observer->opened();
            observer->bytes("#dibs-probe 1\n");
        }
        observer->bytes("B " + number + "\n" + lines + "E " + number + "\n");
    }
    Lines taken() { return std::exchange(sink.lines, {}); }

    Instant wall = from_unix_ms(1'800'000'000'000);
    FakeRemote remote;
    Notes sink;
    Monitor monitor{remote, sink, options()};
};

TEST_F(MonitorTest, a_new_host_is_connected_and_its_frames_are_passed_on) {
    monitor.set_hosts({host("a")});
    remote.pass(1s);
    const auto stream = only_stream("a");
    EXPECT_EQ(remote.stream(stream).command.line, "exec /bin/sh -s");
    EXPECT_FALSE(remote.stream(stream).command.close_input);
    say_frame(stream, 1);
    say_frame(stream, 2);
    EXPECT_EQ(taken(), (Lines{"a reachable", "a frame 1", "a frame 2"}));
    const auto stats = monitor.stats().at(0);
    EXPECT_TRUE(stats.reachable);
    EXPECT_EQ(stats.frames, 2U);
    EXPECT_EQ(stats.connect_attempts, 1U);
    EXPECT_EQ(stats.reconnects, 0U);
    EXPECT_EQ(stats.last_frame, from_unix_ms(1'800'000'000'000));
}

TEST_F(MonitorTest, the_driver_of_a_host_is_known_once_its_probe_names_it) {
    monitor.set_hosts({host("a")});
    remote.pass(1s);
    const auto stream = only_stream("a");
    say_frame(stream, 1);
    EXPECT_EQ(monitor.stats().at(0).driver_version, std::nullopt);
    say_frame(stream, 2, "G 0, 1, GPU-00000001, Tesla T4, 418.87, 15109, 5\n");
    say_frame(stream, 3);  // a frame without GPUs does not change the driver
    EXPECT_EQ(monitor.stats().at(0).driver_version, "418.87");
}

TEST_F(MonitorTest, clock_offset_is_known_after_the_hosts_first_time) {
    wall += 200ms;
    monitor.set_hosts({host("a")});
    EXPECT_EQ(monitor.stats().at(0).clock_offset_s, std::nullopt) << "known, and not heard";
    remote.pass(1s);
    const auto stream = only_stream("a");
    say_frame(stream, 1, "T 1800000600\n");
    EXPECT_EQ(monitor.stats().at(0).clock_offset_s, 600);
    wall += 20s;
    for (int i = 2; i < 22; ++i) {
        remote.pass(1s);
        say_frame(stream, i);
    }
    EXPECT_EQ(monitor.stats().at(0).clock_offset_s, 600) << "both went on";
    wall += 600s;
    remote.pass(1s);
    EXPECT_EQ(monitor.stats().at(0).clock_offset_s, 1) << "ours was set right";
}

TEST_F(MonitorTest, unreachable_host_is_reported_again_after_half_a_minute) {
    monitor.set_hosts({host("a")});
    for (int i = 0; i < 6; ++i) {
        while (remote.streams_of("a").empty()) {
            remote.pass(250ms);
        }
        remote.end(only_stream("a"), {.kind = RemoteErrorKind::refused});
    }
    EXPECT_EQ(taken(), (Lines{"a unreachable refused", "a unreachable refused"}))
        << "of those at 0 s, 1 s, 3 s, 7 s, 15 s, 31 s the first and the last";
}

TEST_F(MonitorTest, failed_attempt_is_reported_once_and_retried_with_growing_waits) {
    monitor.set_hosts({host("a")});
    std::vector<Duration> attempts;
    for (int i = 0; i < 4; ++i) {
        while (remote.streams_of("a").empty()) {
            remote.pass(250ms);
        }
        attempts.push_back(remote.now());
        remote.end(only_stream("a"), {.kind = RemoteErrorKind::refused});
    }
    EXPECT_EQ(taken(), (Lines{"a unreachable refused"}));
    EXPECT_EQ(attempts[1] - attempts[0], 1s);
    EXPECT_EQ(attempts[2] - attempts[1], 2s);
    EXPECT_EQ(attempts[3] - attempts[2], 4s);
}

TEST_F(MonitorTest, ended_stream_is_replaced_without_a_report) {
    monitor.set_hosts({host("a")});
    remote.pass(1s);
    say_frame(only_stream("a"), 1);
    remote.end(only_stream("a"), {.kind = RemoteErrorKind::ended});
    remote.pass(2s);
    say_frame(only_stream("a"), 1);
    EXPECT_EQ(taken(), (Lines{"a reachable", "a frame 1", "a frame 1"}));
    EXPECT_EQ(monitor.stats().at(0).reconnects, 1U);
}

TEST_F(MonitorTest, a_host_that_does_not_come_back_is_unreachable_and_later_reachable) {
    monitor.set_hosts({host("a")});
    remote.pass(1s);
    say_frame(only_stream("a"), 1);
    remote.end(only_stream("a"), {.kind = RemoteErrorKind::ended});
    remote.pass(2s);
    remote.end(only_stream("a"), {.kind = RemoteErrorKind::timeout});
    EXPECT_FALSE(monitor.stats().at(0).reachable);
    remote.pass(5s);
    say_frame(only_stream("a"), 1);
    EXPECT_EQ(taken(), (Lines{"a reachable", "a frame 1", "a unreachable timeout", "a reachable",
                              "a frame 1"}));
}

TEST_F(MonitorTest, a_silent_stream_is_closed_and_reopened) {
    monitor.set_hosts({host("a")});
    remote.pass(1s);
    const auto silent = only_stream("a");
    say_frame(silent, 1);
    remote.pass(4s);
    EXPECT_EQ(only_stream("a"), silent);
    remote.pass(1250ms);
    EXPECT_TRUE(remote.streams_of("a").empty());
    remote.pass(1250ms);
    EXPECT_NE(only_stream("a"), silent);
}

TEST_F(MonitorTest, a_stream_that_will_end_gets_a_successor_that_takes_over_without_a_gap) {
    monitor.set_hosts({host("a")});
    remote.pass(1s);
    const auto first = only_stream("a");
    say_frame(first, 1, "R\n");
    ASSERT_EQ(remote.streams_of("a").size(), 2U);
    const auto second = remote.streams_of("a")[1];
    say_frame(first, 2, "R\n");
    EXPECT_EQ(remote.streams_of("a").size(), 2U);  // requested once
    remote.pass(1s);
    say_frame(second, 1);
    EXPECT_EQ(only_stream("a"), second);
    say_frame(second, 2);
    EXPECT_EQ(taken(), (Lines{"a reachable", "a frame 1", "a frame 2", "a frame 1", "a frame 2"}));
    EXPECT_EQ(monitor.stats().at(0).reconnects, 0U);
}

TEST_F(MonitorTest, failed_successor_leaves_the_stream_and_its_end_reconnects_at_once) {
    monitor.set_hosts({host("a")});
    remote.pass(1s);
    const auto first = only_stream("a");
    say_frame(first, 1, "R\n");
    remote.end(remote.streams_of("a")[1], {.kind = RemoteErrorKind::ended});
    say_frame(first, 2, "R\n");
    remote.end(first, {.kind = RemoteErrorKind::ended});
    remote.pass(250ms);
    say_frame(only_stream("a"), 1);
    EXPECT_EQ(taken(), (Lines{"a reachable", "a frame 1", "a frame 2", "a frame 1"}));
}

TEST_F(MonitorTest, host_that_hides_processes_gets_a_new_login) {
    monitor.set_hosts({host("a")});
    remote.pass(1s);
    const auto first = only_stream("a");
    say_frame(first, 1, "O proc\nR\n");
    EXPECT_EQ(only_stream("a"), first) << "a successor would share its connection";
    remote.end(first, {.kind = RemoteErrorKind::ended});
    remote.pass(250ms);
    EXPECT_NE(only_stream("a"), first);
    say_frame(only_stream("a"), 1);
    EXPECT_EQ(taken(), (Lines{"a reachable", "a frame 1", "a frame 1"}));
}

TEST_F(MonitorTest, stream_that_ends_early_is_replaced_by_its_silent_successor) {
    monitor.set_hosts({host("a")});
    remote.pass(1s);
    const auto first = only_stream("a");
    say_frame(first, 1, "R\n");
    const auto second = remote.streams_of("a")[1];
    remote.end(first, {.kind = RemoteErrorKind::ended});
    remote.pass(3s);
    EXPECT_EQ(only_stream("a"), second);
    say_frame(second, 1);
    EXPECT_EQ(taken(), (Lines{"a reachable", "a frame 1", "a frame 1"}));
}

TEST_F(MonitorTest, output_in_place_of_frames_is_kept) {
    monitor.set_hosts({host("a")});
    remote.pass(1s);
    const auto first = only_stream("a");
    remote.stream(first).observer->opened();
    remote.stream(first).observer->bytes("Welcome\nThis account is \x1b[1mnot available.\n");
    remote.end(first, {.kind = RemoteErrorKind::ended, .text = "the command ended with status 1"});
    EXPECT_EQ(monitor.stats().at(0).failure,
              "the command ended with status 1; the host said: This account is ?[1mnot available.");
    remote.pass(10s);
    const auto second = only_stream("a");
    remote.stream(second).observer->opened();
    remote.stream(second).observer->error_bytes("bash: cannot fork\r\n");
    remote.end(second, {.kind = RemoteErrorKind::ended, .text = "the command was ended"});
    EXPECT_EQ(monitor.stats().at(0).failure,
              "the command was ended; the host said: bash: cannot fork");
    remote.pass(10s);
    say_frame(only_stream("a"), 1);
    EXPECT_EQ(monitor.stats().at(0).failure, std::nullopt);
}

TEST_F(MonitorTest, login_shell_is_given_up_after_half_a_minute) {
    monitor.set_hosts({host("a")});
    remote.pass(1s);
    remote.stream(only_stream("a")).observer->opened();
    remote.pass(25s);
    EXPECT_TRUE(taken().empty());
    remote.pass(6s);
    EXPECT_EQ(monitor.stats().at(0).failure, "its login shell printed nothing for 30 s");
}

TEST_F(MonitorTest, changed_host_key_is_reported_once_for_each_key) {
    monitor.set_hosts({host("a")});
    for (const auto* key : {"SHA256:x", "SHA256:x", "SHA256:y"}) {
        remote.pass(10s);
        remote.end(only_stream("a"),
                   {.kind = RemoteErrorKind::host_key_changed, .offered_host_key = key});
    }
    EXPECT_EQ(taken(),
              (Lines{"a unreachable host_key_changed", "a key SHA256:x", "a key SHA256:y"}));
}

TEST_F(MonitorTest, hosts_come_go_and_change_while_it_runs) {
    monitor.set_hosts({host("a"), host("b")});
    remote.pass(1s);
    say_frame(only_stream("a"), 1);
    const auto kept = only_stream("b");
    monitor.set_hosts({host("a", 2222), host("b"), host("c")});
    remote.pass(1s);
    EXPECT_EQ(only_stream("b"), kept);
    EXPECT_EQ(remote.stream(only_stream("a")).target.port, 2222);
    EXPECT_EQ(remote.streams_of("c").size(), 1U);
    monitor.set_hosts({});
    remote.pass(1s);
    EXPECT_TRUE(remote.streams_of("a").empty());
    EXPECT_TRUE(remote.streams_of("b").empty());
    EXPECT_TRUE(monitor.stats().empty());
}

TEST_F(MonitorTest, connection_rate_is_limited_and_hanging_hosts_delay_no_other) {
    std::vector<ssh::HostTarget> hosts;
    for (int i = 0; i < 8; ++i) {
        hosts.push_back(host("h" + std::to_string(i)));
    }
    monitor.set_hosts(hosts);
    remote.pass(250ms);
    EXPECT_EQ(remote.opened(), 3);
    remote.pass(250ms);
    EXPECT_EQ(remote.opened(), 6);  // though the first three have sent nothing
    remote.pass(250ms);
    EXPECT_EQ(remote.opened(), 8);
    remote.end(only_stream("h1"), {.kind = RemoteErrorKind::timeout});
    remote.pass(1s);
    EXPECT_EQ(remote.opened(), 9);
}

TEST_F(MonitorTest, flood_is_kept_at_one_frame_a_period_and_the_rest_counted) {
    std::ostringstream log;
    const auto before = spdlog::default_logger();
    spdlog::set_default_logger(std::make_shared<spdlog::logger>(
        "test", std::make_shared<spdlog::sinks::ostream_sink_mt>(log)));
    monitor.set_hosts({host("a")});
    remote.pass(1s);
    const auto stream = only_stream("a");
    int sequence = 0;
    for (int second = 0; second < 120; ++second) {
        for (int i = 0; i < 50; ++i) say_frame(stream, ++sequence);
        remote.pass(1s);
    }
    spdlog::set_default_logger(before);
    const auto kept = taken().size() - 1;  // "reachable" is the first event
    EXPECT_GE(kept, 120U);
    EXPECT_LE(kept, 123U);  // a few at once, as after a stall
    const auto stats = monitor.stats().at(0);
    EXPECT_EQ(stats.frames, 6000U);
    EXPECT_EQ(stats.surplus_frames, 6000U - kept);
    const auto text = log.str();
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 2) << text;  // once a minute
    EXPECT_NE(text.find("host a: "), std::string::npos) << text;
}

TEST_F(MonitorTest, briefly_stalled_host_loses_no_frame) {
    monitor.set_hosts({host("a")});
    remote.pass(1s);
    const auto stream = only_stream("a");
    say_frame(stream, 1);
    for (int sequence = 2; sequence < 40; sequence += 2) {
        remote.pass(2s);
        say_frame(stream, sequence);
        say_frame(stream, sequence + 1);
    }
    EXPECT_EQ(monitor.stats().at(0).surplus_frames, 0U);
}

TEST_F(MonitorTest, destroyed_monitor_sends_nothing_to_the_sink) {
    FakeRemote other;
    Notes notes;
    auto short_lived = std::make_unique<Monitor>(other, notes, options());
    short_lived->set_hosts({host("a")});
    other.pass(1s);
    const auto observer = other.stream(other.streams_of("a").at(0)).observer;
    short_lived.reset();
    EXPECT_TRUE(other.streams_of("a").empty());
    observer->bytes("#dibs-probe 1\nB 1\nE 1\n");
    other.pass(10s);
    EXPECT_TRUE(notes.lines.empty());
}

}  // namespace
}  // namespace dibs::probe
