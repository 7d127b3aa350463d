// The lock of a data directory, held by real processes.
#include "ingest/log/disk/data_directory.hpp"

#include <array>
#include <chrono>
#include <csignal>
#include <cstdlib>

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

namespace dibs::test {
namespace {

namespace fs = std::filesystem;
constexpr useconds_t a_moment = 300'000;

class DataDirectoryTest : public ::testing::Test {
  protected:
    DataDirectoryTest() {
        std::string name = (fs::temp_directory_path() / "dibs-data-XXXXXX").string();
        path = mkdtemp(name.data());
    }
    ~DataDirectoryTest() override { fs::remove_all(path); }

    // Another process that has taken the directory, and has started one more that shares the lock
    // for a moment.
    [[nodiscard]] pid_t holder_with_a_child() const {
        std::array<int, 2> taken{};
        EXPECT_EQ(pipe(taken.data()), 0);
        const pid_t pid = fork();
        if (pid == 0) {
            const auto held = DataDirectory::take(path);
            if (fork() == 0) _exit(usleep(a_moment));
            const char good = held ? 'y' : 'n';
            if (write(taken[1], &good, 1) != 1) _exit(1);
            while (true) pause();
        }
        char good = 'n';
        EXPECT_EQ(read(taken[0], &good, 1), 1);
        EXPECT_EQ(good, 'y');
        close(taken[0]);
        close(taken[1]);
        return pid;
    }

    fs::path path;
};

TEST_F(DataDirectoryTest, directory_is_refused_while_another_process_holds_it) {
    const pid_t holder = holder_with_a_child();
    const auto begin = std::chrono::steady_clock::now();
    const auto taken = DataDirectory::take(path);
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds{1});
    kill(holder, SIGKILL);
    waitpid(holder, nullptr, 0);
    ASSERT_FALSE(taken);
    EXPECT_EQ(taken.error().text, "data directory " + path.string() +
                                      ": is in use by the process with pid " +
                                      std::to_string(holder));
}

TEST_F(DataDirectoryTest, take_waits_while_a_child_of_a_killed_holder_shares_the_lock) {
    const pid_t holder = holder_with_a_child();
    kill(holder, SIGKILL);
    waitpid(holder, nullptr, 0);
    const auto taken = DataDirectory::take(path);
    EXPECT_TRUE(taken) << taken.error().text;
}

}  // namespace
}  // namespace dibs::test
