// The LMDB log keeps the contract. Also tests the rules of a log on a disk: one owner, its format,
// a full disk, a kill at any moment.
#include "ingest/log/facts/lmdb_log.hpp"

#include "ingest/log/disk/data_directory.hpp"
#include "tests/contract/log_contract.hpp"

#include <fstream>
#include <random>
#include <thread>

#include <fmt/format.h>
#include <lmdb.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace dibs::test {
namespace {

using namespace std::chrono_literals;

class LmdbUnderTest : public LogUnderTest {
  public:
    LmdbUnderTest() { reopen(); }
    EventLog& log() override { return *log_; }
    void reopen() override {
        log_.reset();
        log_ = std::move(open_lmdb_log({.directory = directory_.path()}).value());
    }

  private:
    TemporaryDirectory directory_;
    std::unique_ptr<EventLog> log_;
};

std::unique_ptr<LogUnderTest> make_lmdb() {
    return std::make_unique<LmdbUnderTest>();
}
INSTANTIATE_TEST_SUITE_P(Lmdb, LogContract, ::testing::Values(&make_lmdb));

// Runs `body` in a child and returns its exit code.
template <class Body>
int in_child(Body body) {
    const auto child = fork();
    if (child == 0) _exit(body());
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

void expect_refused(const LogResult<std::unique_ptr<EventLog>>& opened, const std::string& part) {
    ASSERT_FALSE(opened);
    EXPECT_EQ(opened.error().kind, LogError::Kind::refused);
    EXPECT_NE(opened.error().text.find(part), std::string::npos) << opened.error().text;
}

TEST(LmdbLog, second_process_gets_the_directory_and_the_holders_pid) {
    const TemporaryDirectory directory;
    const auto log = open_lmdb_log({.directory = directory.path()});
    ASSERT_TRUE(log);
    const auto holder = std::to_string(getpid());
    EXPECT_EQ(0, in_child([&] {
                  const auto second = open_lmdb_log({.directory = directory.path()});
                  if (second || second.error().kind != LogError::Kind::refused) return 1;
                  const auto& text = second.error().text;
                  if (text.find(directory.path().string()) == std::string::npos) return 2;
                  return text.find("pid " + holder) == std::string::npos ? 3 : 0;
              }));
}

TEST(LmdbLog, log_opens_once_at_a_time_in_one_process) {
    const TemporaryDirectory directory;
    auto log = open_lmdb_log({.directory = directory.path()});
    ASSERT_TRUE(log);
    expect_refused(open_lmdb_log({.directory = directory.path()}), directory.path().string());
    log->reset();
    EXPECT_TRUE(open_lmdb_log({.directory = directory.path()}));
}

TEST(LmdbLog, a_directory_that_cannot_be_created_is_named) {
    const TemporaryDirectory directory;
    const auto file = directory.path() / "file";
    std::ofstream(file) << "not a directory";
    expect_refused(open_lmdb_log({.directory = file / "log"}), (file / "log").string());
    expect_refused(open_lmdb_log({.directory = file}), file.string());
}

TEST(LmdbLog, foreign_file_is_reported_as_damaged) {
    const TemporaryDirectory directory;
    std::ofstream(directory.path() / "data.mdb") << std::string(20000, 'x');
    const auto opened = open_lmdb_log({.directory = directory.path()});
    ASSERT_FALSE(opened);
    EXPECT_EQ(opened.error().kind, LogError::Kind::damaged);
    EXPECT_NE(opened.error().text.find(directory.path().string()), std::string::npos)
        << opened.error().text;
}

// Overwrites one stamp of a closed log.
void restamp(const std::filesystem::path& path, std::string name, std::string value) {
    MDB_env* env = nullptr;
    MDB_txn* txn = nullptr;
    MDB_dbi table = 0;
    mdb_env_create(&env);
    mdb_env_set_maxdbs(env, 8);
    ASSERT_EQ(mdb_env_open(env, path.c_str(), 0, 0600), 0);
    ASSERT_EQ(mdb_txn_begin(env, nullptr, 0, &txn), 0);
    ASSERT_EQ(mdb_dbi_open(txn, "format", 0, &table), 0);
    MDB_val key{name.size(), name.data()};
    MDB_val data{value.size(), value.data()};
    ASSERT_EQ(mdb_put(txn, table, &key, &data, 0), 0);
    ASSERT_EQ(mdb_txn_commit(txn), 0);
    mdb_env_close(env);
}

TEST(LmdbLog, another_format_or_page_size_is_refused_with_both_values) {
    const TemporaryDirectory directory;
    ASSERT_TRUE(open_lmdb_log({.directory = directory.path()}));
    restamp(directory.path(), "format", "dibs log 0");
    expect_refused(open_lmdb_log({.directory = directory.path()}), "\"dibs log 0\"");
    restamp(directory.path(), "format", "dibs log 2");
    restamp(directory.path(), "page size", "65536");
    expect_refused(open_lmdb_log({.directory = directory.path()}), "page size is \"65536\"");
}

TEST(LmdbLog, network_filesystems_are_known_by_their_magic_numbers) {
    EXPECT_TRUE(is_network_filesystem(0x6969));                         // nfs
    EXPECT_TRUE(is_network_filesystem(0xFE534D42));                     // smb2
    EXPECT_TRUE(is_network_filesystem(static_cast<int>(0xFF534D42U)));  // cifs, sign-extended
    EXPECT_FALSE(is_network_filesystem(0xEF53));                        // ext4
    EXPECT_FALSE(is_network_filesystem(0x01021994));                    // tmpfs
}

TEST(LmdbLog, records_not_flushed_are_not_visible) {
    const TemporaryDirectory directory;
    const auto log = std::move(open_lmdb_log({.directory = directory.path()}).value());
    {
        const auto writer = appender(*log);
        ASSERT_TRUE(writer->append(some_records(1, 2)));
        EXPECT_EQ(log->newest(), before_first);
    }
    EXPECT_EQ(log->newest(), before_first);
}

// Fills the log until it returns `full`. Then nothing of that batch is there, every flushed record
// is, and after `make_room` the same log takes records again.
template <class MakeRoom>
void fill_and_go_on(EventLog& log, MakeRoom make_room) {
    const auto writer = appender(log);
    int flushed = 0;
    LogResult<void> last{};
    while (flushed < 10000) {
        std::vector<std::string> batch;
        for (int i = 1; i <= 20; ++i) batch.push_back(record(flushed + i, std::string(900, 'x')));
        ASSERT_TRUE(writer->append(batch));
        last = writer->flush(10s);
        if (!last) break;
        flushed += 20;
    }
    ASSERT_FALSE(last);
    EXPECT_EQ(last.error().kind, LogError::Kind::full) << last.error().text;
    EXPECT_GT(flushed, 0);
    const auto kept = read(*cursor_after(log), static_cast<std::size_t>(flushed));
    ASSERT_EQ(kept.size(), static_cast<std::size_t>(flushed));
    EXPECT_EQ(log.newest(), kept.back().offset);
    if (!make_room()) return;
    append_records(*writer, some_records(1, 3));
    const auto all = read(*cursor_after(log), static_cast<std::size_t>(flushed) + 3);
    EXPECT_EQ(all.size(), static_cast<std::size_t>(flushed) + 3);
}

TEST(LmdbLog, a_full_map_appends_nothing_and_returns_full) {
    const TemporaryDirectory directory;
    const auto log = std::move(
        open_lmdb_log({.directory = directory.path(), .map_bytes = std::size_t{1} << 20}).value());
    fill_and_go_on(*log, [] { return false; });
}

TEST(LmdbLog, file_size_limit_returns_full_until_it_is_raised) {
    const TemporaryDirectory directory;
    const auto old_handler = signal(SIGXFSZ, SIG_IGN);
    rlimit old{};
    getrlimit(RLIMIT_FSIZE, &old);
    const auto log = std::move(open_lmdb_log({.directory = directory.path()}).value());
    const rlimit small{.rlim_cur = 1 << 20, .rlim_max = old.rlim_max};
    setrlimit(RLIMIT_FSIZE, &small);
    fill_and_go_on(*log, [&] { return setrlimit(RLIMIT_FSIZE, &old) == 0; });
    setrlimit(RLIMIT_FSIZE, &old);
    signal(SIGXFSZ, old_handler);
}

TEST(LmdbLog, full_disk_returns_full_until_there_is_room) {
    const TemporaryDirectory directory;
    const auto* path = directory.path().c_str();
    if (mount("none", path, "tmpfs", 0, "size=1m") != 0) {
        GTEST_SKIP() << "mounting a small tmpfs needs root; the file size limit stands in";
    }
    {
        const auto log = std::move(open_lmdb_log({.directory = directory.path()}).value());
        fill_and_go_on(*log,
                       [&] { return mount("none", path, "tmpfs", MS_REMOUNT, "size=8m") == 0; });
    }
    EXPECT_EQ(umount(path), 0);
}

// Appends and flushes without end, and writes each flushed number to the pipe.
[[noreturn]] void append_until_killed(const std::filesystem::path& path, int pipe) {
    const auto log = std::move(open_lmdb_log({.directory = path}).value());
    const auto writer = appender(*log);
    int last = static_cast<int>(log->newest().value()) + 1;
    for (;;) {
        append_records(*writer, some_records(last, 7));
        last += 7;
        if (::write(pipe, &last, sizeof last) != sizeof last) _exit(1);
    }
}

int kill_while_appending(const std::filesystem::path& path, std::chrono::milliseconds after) {
    int ends[2];
    if (pipe(ends) != 0) return -1;
    const auto child = fork();
    if (child == 0) append_until_killed(path, ends[1]);
    close(ends[1]);
    int flushed = 0;
    // the child has started
    if (::read(ends[0], &flushed, sizeof flushed) != sizeof flushed) return -1;
    std::this_thread::sleep_for(after);
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    while (::read(ends[0], &flushed, sizeof flushed) == sizeof flushed) {
    }
    close(ends[0]);
    return flushed;
}

TEST(LmdbLog, kill_during_appends_loses_no_flushed_record) {
    const TemporaryDirectory directory;
    std::minstd_rand random(20261121);
    for (int round = 0; round < 20; ++round) {
        const auto pause = std::chrono::milliseconds(random() % 30);
        const int flushed = kill_while_appending(directory.path(), pause);
        ASSERT_GT(flushed, 0);
        const auto log = std::move(open_lmdb_log({.directory = directory.path()}).value());
        const auto count = static_cast<int>(log->newest().value()) + 1;
        ASSERT_GE(count, flushed) << "round " << round;
        EXPECT_EQ(count % 7, 0) << "a flush is kept whole";
        const auto entries = read(*cursor_after(*log), static_cast<std::size_t>(count));
        ASSERT_EQ(records_of(entries), some_records(0, count));
    }
}

}  // namespace
}  // namespace dibs::test
