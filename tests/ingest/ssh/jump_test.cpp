// Hosts behind jumps, over real OpenSSH servers. Only the jump can look up the name of the host
// behind it, so any stream to that host came through the jump.
#include "ingest/ssh/pool.hpp"
#include "tests/ingest/ssh/collector.hpp"
#include "tests/ingest/ssh/local_sshd.hpp"

#include <csignal>
#include <cstdlib>
#include <fstream>
#include <thread>

#include <gtest/gtest.h>
#include <signal.h>

namespace dibs::ssh {
namespace {

using test::Collector;
using test::LocalSshd;
using namespace std::chrono_literals;

Endpoints no_such_name(const std::string& address, std::uint16_t /*port*/) {
    return tl::unexpected(RemoteError{RemoteErrorKind::unreachable, "not known here: " + address});
}

struct Lab {
    explicit Lab(const std::string& of_jump = "", Duration limit = 10s)
        : login(of_jump),
          pool({.private_key_file = login.client_key().private_file,
                .connect_limit = limit,
                .look_up = &no_such_name}) {
        gpus.let_in(login.client_key());
    }
    [[nodiscard]] HostTarget behind(const std::string& name = "gpu01") const {
        auto target = gpus.target(name);
        target.address = "localhost";
        target.jumps = {login.jump()};
        return target;
    }
    std::shared_ptr<Collector> run(const HostTarget& target, const std::string& line,
                                   std::string input = "") {
        auto collector = std::make_shared<Collector>();
        const bool all = !input.empty();
        pool.open(target, {.line = line, .input = std::move(input), .close_input = all}, collector);
        return collector;
    }
    std::optional<RemoteError> end_of(const HostTarget& target, const std::string& line = "true") {
        return run(target, line)->wait_for_end();
    }
    // Repeats until it works.
    [[nodiscard]] bool comes_to_work(const HostTarget& target) {
        for (const auto until = std::chrono::steady_clock::now() + 60s;
             std::chrono::steady_clock::now() < until; std::this_thread::sleep_for(50ms)) {
            const auto end = end_of(target);
            if (end && end->exit_status == 0) return true;
        }
        return false;
    }

    LocalSshd login;
    LocalSshd gpus;
    Pool pool;
};

TEST(SshJump, command_runs_behind_a_jump) {
    Lab lab;
    const auto stream = lab.run(lab.behind(), "echo out; exit 3");
    const auto end = stream->wait_for_end();
    ASSERT_TRUE(end);
    EXPECT_EQ(end->exit_status, 3) << end->text << lab.login.log();
    EXPECT_EQ(stream->output(), "out\n");
    auto straight = lab.behind();
    straight.jumps.clear();
    const auto none = lab.end_of(straight);
    ASSERT_TRUE(none);
    EXPECT_EQ(none->kind, RemoteErrorKind::unreachable) << "only the jump knows its name";
}

TEST(SshJump, command_runs_behind_a_chain_of_three) {
    Lab lab;
    LocalSshd second, third;
    second.let_in(lab.login.client_key());
    third.let_in(lab.login.client_key());
    auto target = lab.behind();
    target.jumps.push_back(second.jump());
    target.jumps.push_back(third.jump());
    target.jumps[1].address = target.jumps[2].address = "localhost";
    const auto stream = lab.run(target, "echo here; cat");
    EXPECT_TRUE(stream->wait_for_output("here")) << third.log();
    EXPECT_EQ(second.logged("Accepted publickey"), 1);
    EXPECT_EQ(third.logged("Accepted publickey"), 1);
    second.kill_sessions();
    const auto end = stream->wait_for_end();
    ASSERT_TRUE(end);
    EXPECT_EQ(end->kind, RemoteErrorKind::jump_failed) << end->text;
}

TEST(SshJump, megabytes_go_through_whole_in_both_directions) {
    Lab lab;
    std::string input;
    for (int i = 0; input.size() < 4'000'000; ++i) input += std::to_string(i) + '\n';
    const auto stream = lab.run(lab.behind(), "cat", input);
    const auto end = stream->wait_for_end();
    ASSERT_TRUE(end);
    EXPECT_EQ(end->exit_status, 0) << end->text;
    EXPECT_TRUE(stream->output() == input);
}

TEST(SshJump, hosts_behind_one_jump_share_its_connection) {
    Lab lab;
    LocalSshd more;
    more.let_in(lab.login.client_key());
    auto other = more.target("gpu02");
    other.address = "localhost";
    other.jumps = {lab.login.jump()};
    const auto first = lab.run(lab.behind(), "echo here; cat");
    const auto second = lab.run(other, "echo here; cat");
    ASSERT_TRUE(first->wait_for_output("here"));
    ASSERT_TRUE(second->wait_for_output("here"));
    EXPECT_EQ(lab.gpus.logged("Accepted publickey"), 1);
    EXPECT_EQ(more.logged("Accepted publickey"), 1);
    EXPECT_EQ(lab.login.logged("Accepted publickey"), 1);
}

TEST(SshJump, connection_to_a_jump_ends_with_the_last_host_behind_it) {
    Lab lab;
    const auto end = lab.end_of(lab.behind());
    ASSERT_TRUE(end);
    EXPECT_EQ(end->exit_status, 0) << end->text;
    for (int round = 0; round < 6'000 && !lab.login.processes().empty(); ++round) {
        std::this_thread::sleep_for(10ms);
    }
    EXPECT_TRUE(lab.login.processes().empty());
}

TEST(SshJump, jump_that_does_not_forward_is_named) {
    Lab lab("AllowTcpForwarding no\n");
    const auto end = lab.end_of(lab.behind());
    ASSERT_TRUE(end);
    EXPECT_EQ(end->kind, RemoteErrorKind::jump_failed);
    EXPECT_NE(end->text.find("does not let us forward"), std::string::npos) << end->text;
    EXPECT_EQ(end->jump, to_text(lab.login.jump()));
    EXPECT_EQ(end->text.find("jump " + end->jump + ": "), 0U) << end->text;
}

TEST(SshJump, connection_refused_behind_a_jump_is_the_hosts_failure) {
    Lab lab;
    auto target = lab.behind();
    lab.gpus.stop();
    const auto end = lab.end_of(target);
    ASSERT_TRUE(end);
    EXPECT_EQ(end->kind, RemoteErrorKind::refused) << end->text;
    EXPECT_EQ(end->jump, "");
    target.address = "no-such-host.invalid";
    const auto unknown = lab.end_of(target);
    ASSERT_TRUE(unknown);
    EXPECT_EQ(unknown->kind, RemoteErrorKind::unreachable) << unknown->text;
}

TEST(SshJump, changed_key_of_a_jump_is_an_alarm_and_nothing_is_sent) {
    Lab lab;
    const auto target = lab.behind();
    lab.login.stop();
    lab.login.change_host_key();
    lab.login.start();
    const auto end = lab.end_of(target);
    ASSERT_TRUE(end);
    EXPECT_EQ(end->kind, RemoteErrorKind::host_key_changed) << end->text;
    EXPECT_EQ(end->offered_host_key, lab.login.host_key().fingerprint);
    EXPECT_EQ(end->jump, to_text(lab.login.jump()));
    EXPECT_EQ(lab.login.logged("publickey"), 0) << lab.login.log();
}

TEST(SshJump, changed_key_behind_a_jump_is_reported_for_the_host) {
    Lab lab;
    auto target = lab.behind();
    target.pinned_host_key = "SHA256:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
    const auto end = lab.end_of(target);
    ASSERT_TRUE(end);
    EXPECT_EQ(end->kind, RemoteErrorKind::host_key_changed) << end->text;
    EXPECT_EQ(end->offered_host_key, lab.gpus.host_key().fingerprint);
    EXPECT_EQ(end->jump, "");
}

// A second way asks for it, because one connection shows one kind of key.
TEST(SshJump, pinned_key_of_another_kind_is_found_behind_a_jump) {
    Lab lab;
    const auto file = (lab.login.folder() / "rsa").string();
    const auto made = "ssh-keygen -q -t rsa -b 2048 -N '' -f " + file + " && ssh-keygen -lf " +
                      file + ".pub > " + file + ".fingerprint";
    ASSERT_EQ(std::system(made.c_str()), 0);
    std::string bits, fingerprint;
    std::ifstream(file + ".fingerprint") >> bits >> fingerprint;
    LocalSshd server("HostKey " + file + "\n");
    server.let_in(lab.login.client_key());
    auto target = server.target("gpu02");
    target.address = "localhost";
    target.jumps = {lab.login.jump()};
    target.pinned_host_key = fingerprint;
    EXPECT_TRUE(lab.run(target, "echo here; cat")->wait_for_output("here"));
    EXPECT_EQ(lab.login.logged("Accepted publickey"), 1);
}

// While a jump is left alone, a request gets the earlier error at once.
TEST(SshJump, jump_that_rejects_the_login_is_named_and_not_retried_for_a_while) {
    Lab lab;
    lab.login.reject_logins();
    for (int i = 0; i < 40; ++i) {
        const auto end = lab.end_of(lab.behind());
        ASSERT_TRUE(end);
        EXPECT_EQ(end->kind, RemoteErrorKind::jump_failed);
        EXPECT_NE(end->text.find("login: "), std::string::npos) << end->text;
    }
    EXPECT_LT(lab.login.logged("Connection from"), 20);
    lab.login.let_in(lab.login.client_key());
    EXPECT_TRUE(lab.comes_to_work(lab.behind()));
}

TEST(SshJump, killed_jump_ends_only_the_streams_behind_it) {
    Lab lab;
    LocalSshd beside;
    beside.let_in(lab.login.client_key());
    const auto other = lab.run(beside.target("beside"), "echo here; cat");
    const auto stream = lab.run(lab.behind(), "echo here; cat");
    ASSERT_TRUE(other->wait_for_output("here"));
    ASSERT_TRUE(stream->wait_for_output("here"));
    lab.login.stop();
    const auto end = stream->wait_for_end();
    ASSERT_TRUE(end);
    EXPECT_EQ(end->kind, RemoteErrorKind::jump_failed) << end->text;
    const auto unreachable = lab.end_of(lab.behind());
    ASSERT_TRUE(unreachable);
    EXPECT_EQ(unreachable->kind, RemoteErrorKind::jump_failed) << unreachable->text;
    EXPECT_FALSE(other->has_ended());
    lab.login.start();
    EXPECT_TRUE(lab.comes_to_work(lab.behind()));
    EXPECT_FALSE(other->has_ended());
}

TEST(SshJump, frozen_jump_fails_in_time_and_another_connection_replaces_it) {
    Lab lab("", 2s);
    const auto first = lab.run(lab.behind(), "echo here; cat");
    ASSERT_TRUE(first->wait_for_output("here"));
    const auto frozen = lab.login.processes();
    for (const int pid : frozen) ::kill(pid, SIGSTOP);
    auto other = lab.behind("gpu02");
    other.address = "127.0.0.1";  // a different host for Dibs
    const auto end = lab.end_of(other);
    ASSERT_TRUE(end);
    EXPECT_EQ(end->kind, RemoteErrorKind::timeout) << end->text;
    EXPECT_NE(end->text.find("waiting for the jump"), std::string::npos) << end->text;
    EXPECT_TRUE(lab.comes_to_work(other)) << "over a new connection";
    for (const int pid : frozen) ::kill(pid, SIGCONT);
}

TEST(SshJump, host_that_floods_holds_up_no_other_behind_the_jump) {
    Lab lab;
    auto other = lab.behind("gpu02");
    other.address = "127.0.0.1";
    const auto flood = lab.run(lab.behind(), "yes flood");
    ASSERT_TRUE(flood->wait_for_bytes(8'000'000));
    const auto quiet = lab.run(other, "i=0; while sleep 0.05; do i=$((i+1)); echo n$i.; done");
    EXPECT_TRUE(quiet->wait_for_output("n40."));
    EXPECT_FALSE(flood->has_ended());
    EXPECT_EQ(lab.login.logged("Accepted publickey"), 1);
}

TEST(SshJump, enrolment_behind_a_jump_gets_the_hosts_own_key) {
    Lab lab;
    const auto key = lab.pool.fingerprint_of(lab.behind());
    ASSERT_TRUE(key) << key.error().text;
    EXPECT_EQ(key->fingerprint, lab.gpus.host_key().fingerprint);
    EXPECT_EQ(lab.gpus.logged("Accepted"), 0);
    auto wrong = lab.behind();
    wrong.jumps[0].host_key = lab.gpus.host_key().fingerprint;
    const auto none = lab.pool.fingerprint_of(wrong);
    ASSERT_FALSE(none);
    EXPECT_EQ(none.error().kind, RemoteErrorKind::host_key_changed);
}

TEST(SshJump, pool_ends_while_ways_are_open_and_being_opened) {
    for (int round = 0; round < 10; ++round) {
        Lab lab;
        static_cast<void>(lab.run(lab.behind(), "cat"));
        const auto stream = lab.run(lab.behind("b"), "echo here; cat");
        if (round % 2 == 0) EXPECT_TRUE(stream->wait_for_output("here"));
    }
}

}  // namespace
}  // namespace dibs::ssh
