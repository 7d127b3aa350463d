// The SSH pool against a real OpenSSH server on a loopback port.
#include "ingest/ssh/pool.hpp"

#include "tests/ingest/ssh/collector.hpp"
#include "tests/ingest/ssh/tarpit.hpp"

#include <atomic>
#include <cstdlib>
#include <fstream>
#include <future>
#include <map>
#include <thread>

#include <gtest/gtest.h>
#include <pwd.h>
#include <unistd.h>

namespace dibs::ssh {
namespace {

using test::Collector;
using test::LocalSshd;
using test::Tarpit;
using namespace std::chrono_literals;

PoolOptions options_for(const LocalSshd& server, Duration limit = 10s) {
    return {.private_key_file = server.client_key().private_file, .connect_limit = limit};
}

std::shared_ptr<Collector> run(Pool& pool, const HostTarget& target, RemoteCommand command) {
    auto collector = std::make_shared<Collector>();
    pool.open(target, std::move(command), collector);
    return collector;
}

TEST(SshPool, a_command_runs_and_its_output_and_status_come_back) {
    const LocalSshd server;
    Pool pool(options_for(server));
    const auto stream = run(pool, server.target("a"), {.line = "echo out; echo err >&2; exit 3"});
    const auto end = stream->wait_for_end();
    ASSERT_TRUE(end);
    EXPECT_EQ(end->kind, RemoteErrorKind::ended) << end->text << server.log();
    EXPECT_EQ(end->exit_status, 3);
    EXPECT_TRUE(stream->was_opened());
    EXPECT_EQ(stream->output(), "out\n");
    EXPECT_EQ(stream->errors(), "err\n");
}

TEST(SshPool, input_of_a_megabyte_arrives_whole_and_comes_back_whole) {
    const LocalSshd server;
    Pool pool(options_for(server));
    std::string input;
    for (int i = 0; input.size() < 4'000'000; ++i) {
        input += std::to_string(i) + '\n';
    }
    const auto stream =
        run(pool, server.target("a"), {.line = "cat", .input = input, .close_input = true});
    const auto end = stream->wait_for_end();
    ASSERT_TRUE(end);
    EXPECT_EQ(end->exit_status, 0) << end->text;
    EXPECT_EQ(stream->output(), input);
}

TEST(SshPool, two_commands_of_one_host_and_account_share_a_connection) {
    const LocalSshd server;
    Pool pool(options_for(server));
    const auto command = RemoteCommand{.line = "echo \"$SSH_CONNECTION\"; cat"};
    const auto first = run(pool, server.target("a"), command);
    const auto second = run(pool, server.target("a"), command);
    ASSERT_TRUE(first->wait_for_output("\n"));
    ASSERT_TRUE(second->wait_for_output("\n"));
    EXPECT_EQ(first->output(), second->output());
}

TEST(SshPool, a_connection_carries_five_commands_and_more_go_over_another) {
    const LocalSshd server;
    Pool pool(options_for(server));
    std::vector<std::shared_ptr<Collector>> all;
    std::map<std::string, int> connections;
    for (int i = 0; i < 12; ++i) {
        all.push_back(run(pool, server.target("a"), {.line = "echo \"$SSH_CONNECTION\"; cat"}));
    }
    for (const auto& one : all) {
        ASSERT_TRUE(one->wait_for_output("\n"));
        ++connections[one->output()];
    }
    EXPECT_EQ(connections.size(), 3U);
    for (const auto& [name, count] : connections) EXPECT_LE(count, 5);
}

// The host numbers its first channel 0: closing an unopened channel must not close that one.
TEST(SshPool, command_refused_or_closed_while_opening_ends_no_other) {
    const LocalSshd server("MaxSessions 2\n");
    Pool pool(options_for(server));
    const auto flow = run(pool, server.target("a"),
                          {.line = "i=0; while sleep 0.05; do i=$((i+1)); echo n$i.; done"});
    ASSERT_TRUE(flow->wait_for_output("n1."));
    const auto second = run(pool, server.target("a"), {.line = "echo here; cat"});
    ASSERT_TRUE(second->wait_for_output("here"));
    EXPECT_TRUE(run(pool, server.target("a"), {.line = "true"})->wait_for_end());
    for (int i = 0; i < 20; ++i) {
        pool.close(pool.open(server.target("a"), {.line = "true"}, std::make_shared<Collector>()));
    }
    EXPECT_TRUE(flow->wait_for_output("n40."));
    EXPECT_FALSE(flow->has_ended());
    EXPECT_FALSE(second->has_ended());
}

TEST(SshPool, changed_host_key_is_refused_and_nothing_is_sent) {
    LocalSshd server;
    const auto target = server.target("a");
    server.stop();
    server.change_host_key();
    server.start();
    Pool pool(options_for(server));
    const auto stream = run(pool, target, {.line = "touch " + (server.folder() / "x").string()});
    const auto end = stream->wait_for_end();
    ASSERT_TRUE(end);
    EXPECT_EQ(end->kind, RemoteErrorKind::host_key_changed);
    EXPECT_EQ(end->offered_host_key, server.host_key().fingerprint);
    EXPECT_FALSE(stream->was_opened());
    EXPECT_FALSE(std::filesystem::exists(server.folder() / "x"));
    EXPECT_EQ(server.log().find("publickey"), std::string::npos) << server.log();
}

// The pool asks for the RSA key if that is the pinned one, although Ed25519 comes first.
TEST(SshPool, a_pinned_key_of_another_kind_is_no_changed_key) {
    const LocalSshd keys;
    const auto file = (keys.folder() / "rsa").string();
    ASSERT_EQ(std::system(("ssh-keygen -q -t rsa -b 2048 -N '' -f " + file).c_str()), 0);
    const auto listed = (keys.folder() / "rsa.fingerprint").string();
    ASSERT_EQ(std::system(("ssh-keygen -lf " + file + ".pub > " + listed).c_str()), 0);
    std::string bits, fingerprint;
    std::ifstream(listed) >> bits >> fingerprint;
    const LocalSshd server("HostKey " + file + "\n");
    Pool pool(options_for(server));
    auto target = server.target("a");
    target.pinned_host_key = fingerprint;
    EXPECT_TRUE(run(pool, target, {.line = "echo here; cat"})->wait_for_output("here"));
    EXPECT_TRUE(run(pool, server.target("b"), {.line = "echo here; cat"})->wait_for_output("here"));
    target.pinned_host_key = "SHA256:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
    const auto end = run(pool, target, {.line = "true"})->wait_for_end();
    ASSERT_TRUE(end);
    EXPECT_EQ(end->kind, RemoteErrorKind::host_key_changed);
    EXPECT_EQ(end->offered_host_key, server.host_key().fingerprint)
        << "of the kind that comes first";
}

TEST(SshPool, a_host_without_a_pinned_key_is_refused) {
    const LocalSshd server;
    Pool pool(options_for(server));
    auto target = server.target("a");
    target.pinned_host_key.clear();
    const auto end = run(pool, target, {.line = "true"})->wait_for_end();
    ASSERT_TRUE(end);
    EXPECT_EQ(end->kind, RemoteErrorKind::host_key_changed);
}

TEST(SshPool, a_key_that_the_host_does_not_know_is_a_failed_login) {
    const LocalSshd server;
    auto options = options_for(server);
    options.private_key_file = test::make_key(server.folder() / "stranger").private_file;
    Pool pool(options);
    const auto end = run(pool, server.target("a"), {.line = "true"})->wait_for_end();
    ASSERT_TRUE(end);
    EXPECT_EQ(end->kind, RemoteErrorKind::auth_failed) << end->text;
}

TEST(SshPool, a_missing_key_file_is_named) {
    const LocalSshd server;
    Pool pool({.private_key_file = "/nonexistent/key"});
    const auto end = run(pool, server.target("a"), {.line = "true"})->wait_for_end();
    ASSERT_TRUE(end);
    EXPECT_EQ(end->kind, RemoteErrorKind::auth_failed);
    EXPECT_NE(end->text.find("/nonexistent/key"), std::string::npos) << end->text;
}

TEST(SshPool, a_port_without_a_listener_is_refused) {
    const LocalSshd server;
    Pool pool(options_for(server));
    auto target = server.target("a");
    target.port = test::free_port();
    const auto end = run(pool, target, {.line = "true"})->wait_for_end();
    ASSERT_TRUE(end);
    EXPECT_EQ(end->kind, RemoteErrorKind::refused) << end->text;
}

// A server whose logins hang, as with a directory of accounts that does not answer.
std::string hanging_login() {
    return "AuthorizedKeysCommand /bin/sleep 60\nAuthorizedKeysCommandUser " +
           std::string(::getpwuid(::getuid())->pw_name) + "\n";
}

TEST(SshPool, hosts_that_hang_in_any_step_delay_no_other_and_the_step_is_named) {
    const LocalSshd server;
    LocalSshd no_login(hanging_login());
    const Tarpit silent("");
    const Tarpit greets("SSH-2.0-OpenSSH_9.2\r\n");
    const Tarpit offers(test::first_words_of(server));
    Pool pool(options_for(server, 6s));
    std::multimap<std::string, std::shared_ptr<Collector>> hanging;
    const RemoteCommand nothing{.line = "true"};
    for (int i = 0; i < 20; ++i) {
        const auto name = "host" + std::to_string(i);
        hanging.emplace("waiting for the greeting", run(pool, silent.target(name), nothing));
        hanging.emplace("exchanging keys", run(pool, greets.target(name), nothing));
        hanging.emplace("exchanging keys", run(pool, offers.target(name), nothing));
    }
    hanging.emplace("logging in", run(pool, no_login.target("no-login"), nothing));
    const auto other = run(pool, server.target("a"), {.line = "echo here"});
    ASSERT_TRUE(other->wait_for_output("here"));
    for (const auto& [step, stream] : hanging) {
        EXPECT_FALSE(stream->has_ended());  // finished before any of them gave up
    }
    for (const auto& [step, stream] : hanging) {
        const auto end = stream->wait_for_end();
        ASSERT_TRUE(end);
        EXPECT_EQ(end->kind, RemoteErrorKind::timeout);
        EXPECT_EQ(end->text, "no answer in time while " + step);
    }
}

TEST(SshPool, a_host_that_resets_the_connection_in_the_handshake_is_unreachable) {
    const LocalSshd server;
    const Tarpit resets(test::first_words_of(server), Tarpit::Then::reset);
    Pool pool(options_for(server));
    for (int i = 0; i < 10; ++i) {
        const auto end = run(pool, resets.target("a"), {.line = "true"})->wait_for_end();
        ASSERT_TRUE(end);
        EXPECT_EQ(end->kind, RemoteErrorKind::unreachable) << end->text;
    }
}

TEST(SshPool, unanswered_names_delay_no_other_host) {
    const LocalSshd server;
    auto options = options_for(server, 3s);
    const auto over = std::make_shared<std::promise<void>>();
    options.look_up = [ended = over->get_future().share()](const std::string& name,
                                                           std::uint16_t port) {
        if (name.starts_with("hang")) ended.wait();
        return resolve("127.0.0.1", port, true);
    };
    auto target = server.target("a");
    {
        Pool pool(options);
        target.address = "hang.example.org";
        const auto hanging = run(pool, target, {.line = "true"});
        target.address = "good.example.org";
        ASSERT_TRUE(run(pool, target, {.line = "echo here"})->wait_for_output("here"));
        const auto end = hanging->wait_for_end();
        ASSERT_TRUE(end);
        EXPECT_EQ(end->text, "no answer in time while looking up the name");
    }  // the destructor does not wait for the name either
    over->set_value();
}

TEST(SshPool, a_stream_flows_while_another_host_is_silent) {
    LocalSshd server;
    const Tarpit silent("");
    Pool pool(options_for(server, 5s));
    const auto flow = run(pool, server.target("a"),
                          {.line = "i=0; while sleep 0.05; do i=$((i+1)); echo n$i.; done"});
    ASSERT_TRUE(flow->wait_for_output("n1."));
    ASSERT_TRUE(run(pool, silent.target("silent"), {.line = "true"})->wait_for_end());
    ASSERT_TRUE(flow->wait_for_output("n60."));
}

TEST(SshPool, a_killed_session_ends_its_stream) {
    LocalSshd server;
    Pool pool(options_for(server));
    const auto stream = run(pool, server.target("a"), {.line = "echo up; cat"});
    ASSERT_TRUE(stream->wait_for_output("up"));
    server.kill_sessions();
    const auto end = stream->wait_for_end();
    ASSERT_TRUE(end);
    EXPECT_EQ(end->kind, RemoteErrorKind::ended);
    EXPECT_FALSE(end->exit_status);
}

TEST(SshPool, closed_stream_calls_nothing_and_its_command_gets_end_of_input) {
    LocalSshd server;
    Pool pool(options_for(server));
    const auto mark = (server.folder() / "ended").string();
    const auto stream = std::make_shared<Collector>();
    const auto other = run(pool, server.target("a"),
                           {.line = "while [ ! -e " + mark + " ]; do sleep 0.05; done; echo seen"});
    const auto id = pool.open(server.target("a"), {.line = "echo up; cat; touch " + mark}, stream);
    ASSERT_TRUE(stream->wait_for_output("up"));
    pool.close(id);
    EXPECT_TRUE(other->wait_for_output("seen"));
    EXPECT_EQ(stream->output(), "up\n");
}

TEST(SshPool, endless_output_does_not_starve_another_stream) {
    LocalSshd server;
    Pool pool(options_for(server));
    const auto flood = std::make_shared<Collector>();
    const auto id = pool.open(server.target("a"), {.line = "yes"}, flood);
    ASSERT_TRUE(flood->wait_for_bytes(1'000'000));
    const auto other = run(pool, server.target("a"), {.line = "echo here"});
    EXPECT_TRUE(other->wait_for_output("here"));
    pool.close(id);
}

TEST(SshPool, fingerprint_for_enrolment_matches_the_host) {
    const LocalSshd server;
    Pool pool(options_for(server));
    const auto fingerprint = pool.fingerprint_of(server.target("a"));
    ASSERT_TRUE(fingerprint) << fingerprint.error().text;
    EXPECT_EQ(fingerprint->fingerprint, server.host_key().fingerprint);
    EXPECT_EQ(fingerprint->type, "ssh-ed25519");
    EXPECT_EQ(server.log().find("Accepted"), std::string::npos);
}

TEST(SshPool, the_fingerprint_of_a_silent_host_times_out) {
    const LocalSshd server;
    const Tarpit silent("");
    Pool pool(options_for(server, 300ms));
    const auto fingerprint = pool.fingerprint_of(silent.target("silent"));
    ASSERT_FALSE(fingerprint);
    EXPECT_EQ(fingerprint.error().kind, RemoteErrorKind::timeout);
}

TEST(SshPool, question_for_a_host_key_ends_with_the_pool) {
    const LocalSshd server;
    const Tarpit silent("");
    std::promise<void> looked_up;
    auto options = options_for(server, 60s);
    options.look_up = [&](const std::string&, std::uint16_t port) {
        looked_up.set_value();
        return resolve("127.0.0.1", port, true);
    };
    Pool pool(std::move(options));
    auto answer = std::async(std::launch::async, [&] {
        return pool.fingerprint_of(
            {.name = "silent", .address = "silent.invalid", .port = silent.target("silent").port});
    });
    looked_up.get_future().wait();
    pool.stop();
    const auto under_way = answer.get();
    ASSERT_FALSE(under_way);
    EXPECT_EQ(under_way.error().kind, RemoteErrorKind::ended) << under_way.error().text;
    const auto after = pool.fingerprint_of(server.target("a"));
    ASSERT_FALSE(after);
    EXPECT_EQ(after.error().kind, RemoteErrorKind::ended) << after.error().text;
}

TEST(SshPool, a_name_that_does_not_exist_is_unreachable) {
    const LocalSshd server;
    Pool pool(options_for(server));
    auto target = server.target("a");
    target.address = "no-such-host.invalid";
    const auto end = run(pool, target, {.line = "true"})->wait_for_end();
    ASSERT_TRUE(end);
    EXPECT_TRUE(end->kind == RemoteErrorKind::unreachable || end->kind == RemoteErrorKind::timeout)
        << end->text;
}

TEST(SshPool, running_task_may_use_the_pool_during_its_destructor) {
    auto pool = std::make_unique<Pool>(PoolOptions{});
    std::promise<void> begun;
    std::atomic<bool> done{false};
    pool->schedule(Duration{0}, [&, its = pool.get()] {
        begun.set_value();
        std::this_thread::sleep_for(200ms);  // the pool's destructor runs meanwhile
        its->close(StreamId{1});
        its->schedule(Duration{0}, [] {});
        done = true;
    });
    begun.get_future().wait();
    pool.reset();
    EXPECT_TRUE(done);
}

TEST(SshPool, many_connects_and_closes_leave_no_descriptor_behind) {
    const LocalSshd server;
    const auto count = [] {
        const std::filesystem::directory_iterator all("/proc/self/fd");
        return std::distance(begin(all), end(all));
    };
    Pool pool(options_for(server));
    ASSERT_TRUE(run(pool, server.target("a"), {.line = "true"})->wait_for_end());
    auto wrong = server.target("a");
    wrong.pinned_host_key = "SHA256:other";
    const auto round = [&] {
        for (int i = 0; i < 10; ++i) {
            ASSERT_TRUE(run(pool, server.target("a"), {.line = "true"})->wait_for_end());
            ASSERT_TRUE(run(pool, wrong, {.line = "true"})->wait_for_end());
        }
    };
    round();
    const auto before = count();
    round();
    EXPECT_LE(count(), before + 2);  // the last connection may still be closing
}

}  // namespace
}  // namespace dibs::ssh
