// The script's origins of processes in real shells. Tests a real GNU screen and its terminal,
// parents that run containers, and programs that only have such a name. Cgroups and subordinate
// uids need root: tests/system/enforcement/origins_test.py.
#include "tests/ingest/probe/script_run.hpp"

#include <algorithm>
#include <cstdlib>
#include <fstream>

#include <gtest/gtest.h>

namespace dibs::probe {
namespace {

using fleet::Runtime;
using fleet::SessionKind;
using test::app_csv;
using test::gpu_csv;
using test::ScriptRun;
using namespace std::chrono_literals;

// Seconds to sleep that no other test of this machine uses: the process of the test before may
// still be ending.
std::string own_length() {
    static int count = 0;
    return std::to_string(100'000 + ::getpid()) + '.' + std::to_string(++count);
}

// Waits for the first process with these words on its command line.
std::optional<pid_t> pid_of(const std::string& words) {
    for (int round = 0; round < 400; ++round) {
        for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
            const auto pid = std::atoi(entry.path().filename().c_str());
            if (pid <= 0) continue;
            std::ifstream file(entry.path() / "cmdline");
            std::string line{std::istreambuf_iterator<char>(file), {}};
            std::replace(line.begin(), line.end(), '\0', ' ');
            if (line == words + ' ') return pid;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return std::nullopt;
}

std::optional<fleet::Origin> origin_of(ScriptRun& run, pid_t pid) {
    test::equip(run, gpu_csv(0, 1), app_csv(0, pid));
    run.start();
    const auto frame = run.next_frame_where(
        [](const ProbeFrame& one) { return !one.processes.empty() && one.processes[0].owner; });
    return frame ? frame->processes[0].origin : std::nullopt;
}

// Starts `shell_words` in a child with a folder of its own; the destructor ends it.
class Child {
  public:
    explicit Child(const std::string& shell_words) {
        pid_ = ::fork();
        if (pid_ == 0) {
            ::setsid();
            ::execl("/bin/sh", "sh", "-c", shell_words.c_str(), nullptr);
            ::_exit(127);
        }
    }
    ~Child() {
        ::kill(-pid_, SIGKILL);
        ::waitpid(pid_, nullptr, 0);
    }
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;

  private:
    pid_t pid_;
};

class OriginScript : public testing::TestWithParam<const char*> {};

TEST_P(OriginScript, script_finds_a_screen_and_its_terminal) {
    if (::access(GetParam(), X_OK) != 0) GTEST_SKIP() << GetParam() << " is not installed";
    if (::access("/usr/bin/screen", X_OK) != 0) GTEST_SKIP() << "screen is not installed";
    ScriptRun run(600s, GetParam());
    const auto folder = run.folder().string();
    const auto length = own_length();
    const auto screen = "SCREENDIR=" + folder + "/s screen ";
    std::filesystem::create_directory(folder + "/s");
    std::filesystem::permissions(folder + "/s", std::filesystem::perms::owner_all);
    ASSERT_EQ(std::system((screen + "-dmS train sleep " + length).c_str()), 0);
    const auto pid = pid_of("sleep " + length);
    ASSERT_TRUE(pid);
    const auto keeper = pid_of("SCREEN -dmS train sleep " + length);
    ASSERT_TRUE(keeper);
    const auto origin = origin_of(run, *pid);
    ::kill(*keeper, SIGTERM);
    ::kill(*pid, SIGKILL);
    ASSERT_TRUE(origin);
    ASSERT_TRUE(origin->session);
    EXPECT_EQ(origin->session->kind, SessionKind::screen);
    EXPECT_EQ(origin->session->name->value, std::to_string(*keeper) + ".train");
    ASSERT_TRUE(origin->tty);
    EXPECT_TRUE(origin->tty->starts_with("pts/")) << *origin->tty;
    EXPECT_EQ(origin->container, std::nullopt);
    EXPECT_EQ(run.stats().bad_lines, 0U);
}

// Rootless podman on cgroup v1 has no cgroup of its own: the parent `conmon … -c ID …` runs the
// container. A name alone makes no container.
TEST_P(OriginScript, script_finds_a_container_by_its_parent) {
    if (::access(GetParam(), X_OK) != 0) GTEST_SKIP() << GetParam() << " is not installed";
    const std::string id(64, 'b');
    for (const bool is_one : {true, false}) {
        ScriptRun run(600s, GetParam());
        const auto length = own_length();
        const auto keeper = (run.folder() / "conmon").string();
        const auto program = (run.folder() / "program").string();
        std::filesystem::create_symlink("/bin/sh", keeper);
        test::write_text(program, "sleep " + length + "\n:\n");
        const Child child(keeper + ' ' + program + " -c " + (is_one ? id : "train.yaml") +
                          " & wait");
        const auto pid = pid_of("sleep " + length);
        ASSERT_TRUE(pid);
        const auto origin = origin_of(run, *pid);
        ASSERT_TRUE(origin);
        EXPECT_EQ(origin->container,
                  is_one ? std::optional(fleet::Container{Runtime::podman, id}) : std::nullopt);
        // Root may run containers of any account.
        if (is_one && ::getuid() != 0) {
            EXPECT_TRUE(origin->started_by) << "who keeps it";
        }
    }
}

TEST_P(OriginScript, script_finds_apptainer_by_its_parent) {
    if (::access(GetParam(), X_OK) != 0) GTEST_SKIP() << GetParam() << " is not installed";
    ScriptRun run(600s, GetParam());
    const auto length = own_length();
    const auto starter = (run.folder() / "starter").string();
    std::filesystem::copy_file("/bin/bash", starter);
    const Child child("bash -c 'exec -a \"Apptainer runtime parent\" " + starter + " -c \"sleep " +
                      length + "; :\"'");
    const auto pid = pid_of("sleep " + length);
    ASSERT_TRUE(pid);
    const auto origin = origin_of(run, *pid);
    ASSERT_TRUE(origin);
    ASSERT_TRUE(origin->container);
    EXPECT_EQ(origin->container->runtime, Runtime::apptainer);
    EXPECT_EQ(origin->container->id, "");
    EXPECT_TRUE(origin->started_by);
}

TEST_P(OriginScript, script_skips_an_ended_process) {
    if (::access(GetParam(), X_OK) != 0) GTEST_SKIP() << GetParam() << " is not installed";
    ScriptRun run(600s, GetParam());
    test::equip(run, gpu_csv(0, 1), app_csv(0, 4'194'303));
    run.start();
    const auto frame =
        run.next_frame_where([](const ProbeFrame& one) { return !one.processes.empty(); });
    ASSERT_TRUE(frame);
    EXPECT_EQ(frame->processes[0].origin, std::nullopt);
    EXPECT_EQ(run.stats().bad_lines, 0U);
}

INSTANTIATE_TEST_SUITE_P(Shells, OriginScript, testing::Values("/bin/sh", "/bin/bash"),
                         [](const auto& shell) { return std::string(shell.param).substr(5); });

}  // namespace
}  // namespace dibs::probe
