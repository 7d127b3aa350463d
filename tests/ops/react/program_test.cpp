// Real programs of the site: their input, their rights, and how they end.
#include "ops/react/program.hpp"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <functional>

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

namespace dibs::test {
namespace {

using namespace std::chrono_literals;

const std::atomic<bool> not_stopping{false};

ProgramEnd run(const std::string& script, const std::string& input = {},
               std::chrono::milliseconds deadline = 20s) {
    return run_program("/bin/sh", {"/bin/sh", "-c", script}, input, deadline, not_stopping);
}

TEST(Program, program_gets_input_and_output_is_read) {
    const auto end = run("cat; echo and an error >&2", "told\n");
    EXPECT_TRUE(end.good) << end.how;
    EXPECT_EQ(end.said, "told\nand an error\n");
}

TEST(Program, failed_program_reports_exit_status_or_signal) {
    EXPECT_EQ(run("exit 3").how, "exit status 3");
    EXPECT_EQ(run("kill -9 $$").how, "ended by signal 9");
    EXPECT_EQ(run_program("/no/such/program", {"tell"}, "", 20s, not_stopping).how,
              "exit status 127: it, or what it calls, cannot be started");
}

TEST(Program, program_is_killed_with_children_at_deadline) {
    const auto begin = std::chrono::steady_clock::now();
    const auto end = run("sleep 60 & echo $!; sleep 60", "", 300ms);
    EXPECT_LT(std::chrono::steady_clock::now() - begin, 10s);
    EXPECT_EQ(end.how, "killed: 300 ms were over");
    // Gone, or dead and not yet reaped by its new parent.
    const auto pid = end.said.substr(0, end.said.find('\n'));
    EXPECT_FALSE(run("grep -qs 'State:.[^ZX]' /proc/" + pid + "/status").good);
}

TEST(Program, program_is_killed_when_dibs_stops) {
    const std::atomic<bool> stopping{true};
    EXPECT_EQ(run_program("/bin/sleep", {"sleep", "60"}, "", 60s, stopping).how,
              "killed: Dibs is stopping");
}

TEST(Program, program_may_ignore_input_and_output_is_limited) {
    std::signal(SIGPIPE, SIG_IGN);  // as in dibsd
    EXPECT_TRUE(run("true", std::string(1'000'000, 'x')).good);
    const auto end = run("head -c 1000000 /dev/zero");
    EXPECT_TRUE(end.good) << end.how;
    EXPECT_EQ(end.said.size(), most_said);
}

TEST(Program, endless_output_is_killed_and_its_beginning_kept) {
    const auto end = run("yes word", "", 300ms);
    EXPECT_EQ(end.how, "killed: 300 ms were over");
    EXPECT_EQ(end.said.size(), most_said);
    EXPECT_TRUE(end.said.starts_with("word\nword\n"));
}

TEST(Program, run_ends_with_program_despite_open_stdout_of_children) {
    const auto begin = std::chrono::steady_clock::now();
    const auto daemon = run("setsid sleep 10 & echo $!");  // the child keeps stdout open
    const auto zombies = run("for i in 1 2 3; do sh -c 'sleep 0 & exec sleep 0.1' & done; exit 0");
    EXPECT_LT(std::chrono::steady_clock::now() - begin, 8s);
    EXPECT_TRUE(daemon.good && zombies.good) << daemon.how << zombies.how;
    EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1) << "a child was left to us";
}

// The fastest of many runs: a wait inside run_program would be in each.
std::chrono::steady_clock::duration quickest_of(const std::function<bool()>& once) {
    auto quickest = std::chrono::steady_clock::duration::max();
    for (int i = 0; i < 40; ++i) {
        const auto begin = std::chrono::steady_clock::now();
        EXPECT_TRUE(once());
        quickest = std::min(quickest, std::chrono::steady_clock::now() - begin);
    }
    return quickest;
}
bool run_bare() {
    const auto child = fork();
    if (child == 0) {
        execl("/bin/sh", "sh", "-c", "cat </dev/null", nullptr);
        _exit(1);
    }
    int status = 0;
    return waitpid(child, &status, 0) == child && status == 0;
}

TEST(Program, run_costs_little_more_than_fork_and_exec) {
    const auto ours = quickest_of([] { return run("cat", "told").good; });
    EXPECT_LT(ours, 2 * quickest_of(run_bare) + 20ms);
}

TEST(Program, program_inherits_nothing_of_dibsd) {
    setenv("SECRET_OF_OURS", "1", 1);
    EXPECT_EQ(run_program("/usr/bin/env", {"env"}, "", 20s, not_stopping).said,
              "PATH=/usr/local/bin:/usr/bin:/bin\nLANG=C.UTF-8\n");
    EXPECT_EQ(run("pwd").said, "/\n");
    EXPECT_EQ(run("ls /proc/$$/fd | tr '\\n' ' '").said.substr(0, 6), "0 1 2 ");
    EXPECT_EQ(run("grep -c 'NoNewPrivs:.1' /proc/self/status").said, "1\n");
}

}  // namespace
}  // namespace dibs::test
