// Programs of the site, real ones: what they get, what they may, and how they end.
#include "ops/react/program.hpp"

#include <csignal>

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

using namespace std::chrono_literals;

const std::atomic<bool> not_stopping{false};

ProgramEnd run(const std::string& script, const std::string& input = {},
               std::chrono::milliseconds deadline = 20s) {
    return run_program({"/bin/sh", "-c", script}, input, deadline, not_stopping);
}

TEST(Program, gets_its_input_and_is_heard) {
    const auto end = run("cat; echo and an error >&2", "told\n");
    EXPECT_TRUE(end.good) << end.how;
    EXPECT_EQ(end.said, "told\nand an error\n");
}

TEST(Program, that_fails_says_how) {
    EXPECT_EQ(run("exit 3").how, "exit status 3");
    EXPECT_EQ(run("kill -9 $$").how, "ended by signal 9");
    EXPECT_EQ(run_program({"/no/such/program"}, "", 20s, not_stopping).how,
              "it cannot be started (exit status 127)");
}

TEST(Program, that_takes_too_long_is_killed_with_what_it_started) {
    const auto begin = std::chrono::steady_clock::now();
    const auto end = run("sleep 60 & echo $!; sleep 60", "", 300ms);
    EXPECT_LT(std::chrono::steady_clock::now() - begin, 10s);
    EXPECT_EQ(end.how, "killed: 300 ms were over");
    // Gone, or dead and not yet buried by whoever inherited it.
    const auto pid = end.said.substr(0, end.said.find('\n'));
    EXPECT_FALSE(run("grep -qs 'State:.[^ZX]' /proc/" + pid + "/status").good);
}

TEST(Program, is_killed_when_dibs_stops) {
    const std::atomic<bool> stopping{true};
    EXPECT_EQ(run_program({"/bin/sleep", "60"}, "", 60s, stopping).how, "killed: Dibs is stopping");
}

TEST(Program, need_not_read_and_may_say_too_much) {
    std::signal(SIGPIPE, SIG_IGN);  // as in dibsd
    EXPECT_TRUE(run("true", std::string(1'000'000, 'x')).good);
    const auto end = run("head -c 1000000 /dev/zero");
    EXPECT_TRUE(end.good) << end.how;
    EXPECT_EQ(end.said.size(), most_said);
}

TEST(Program, has_nothing_of_ours) {
    setenv("SECRET_OF_OURS", "1", 1);
    EXPECT_EQ(run_program({"/usr/bin/env"}, "", 20s, not_stopping).said,
              "PATH=/usr/local/bin:/usr/bin:/bin\nLANG=C.UTF-8\n");
    EXPECT_EQ(run("pwd").said, "/\n");
    EXPECT_EQ(run("ls /proc/$$/fd | tr '\\n' ' '").said.substr(0, 6), "0 1 2 ");
    EXPECT_EQ(run("grep -c 'NoNewPrivs:.1' /proc/self/status").said, "1\n");
}

}  // namespace
}  // namespace dibs::test
