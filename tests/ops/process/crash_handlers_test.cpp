// A process after a fatal error prints the reason in one line and ends with an exit code.
#include "ops/process/crash_handlers.hpp"

#include "ingest/log/disk/clean_mark.hpp"

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <new>
#include <stdexcept>
#include <string>
#include <thread>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sysexits.h>
#include <unistd.h>

namespace dibs::test {
namespace {

namespace fs = std::filesystem;

class CrashHandlers : public ::testing::Test {
  protected:
    CrashHandlers() {
        GTEST_FLAG_SET(death_test_style, "threadsafe");
        auto name = (fs::temp_directory_path() / "dibs-words-XXXXXX").string();
        folder = mkdtemp(name.data());
    }
    ~CrashHandlers() override { fs::remove_all(folder); }
    // Maps data.mdb, truncates it, and reads behind its end. Uses this test's own folder, which a
    // child that re-executes the test would not have.
    void read_behind_a_cut() const {
        install_crash_handlers();
        const auto path = folder / "data.mdb";
        std::ofstream(path) << std::string(8192, 'x');
        const int fd = ::open(path.c_str(), O_RDONLY);
        const auto* map =
            static_cast<const volatile char*>(::mmap(nullptr, 8192, PROT_READ, MAP_SHARED, fd, 0));
        fs::resize_file(path, 0);
        std::_Exit(map[5000] == 'x' ? EXIT_SUCCESS : EXIT_FAILURE);
    }
    fs::path folder;
};

TEST_F(CrashHandlers, exit_line_reports_lack_of_memory) {
    const auto without_memory = [] {
        install_crash_handlers();
        std::get_new_handler()();
    };
    EXPECT_EXIT(without_memory(), testing::ExitedWithCode(EX_TEMPFAIL), "there is no more memory");
}

TEST_F(CrashHandlers, exit_line_reports_uncaught_exception_of_thread) {
    const auto uncaught = [] {
        install_crash_handlers();
        std::thread([] { throw std::runtime_error("what it was"); }).join();
    };
    EXPECT_EXIT(uncaught(), testing::ExitedWithCode(EX_SOFTWARE), "nobody expected: what it was");
}

TEST_F(CrashHandlers, exit_line_reports_invalid_address) {
    const auto astray = [] {
        install_crash_handlers();
        ::raise(SIGSEGV);
    };
    EXPECT_EXIT(astray(), testing::ExitedWithCode(EX_SOFTWARE), "leads nowhere");
}

TEST_F(CrashHandlers, invalid_address_removes_mark_of_clean_end) {
    GTEST_FLAG_SET(death_test_style, "fast");
    std::ofstream(folder / "data.mdb") << "rows";
    const auto astray = [&] {
        install_crash_handlers();
        CleanMark mark(folder);
        (void)mark.take();
        mark.follow();
        ::raise(SIGSEGV);
    };
    EXPECT_EXIT(astray(), testing::ExitedWithCode(EX_SOFTWARE), "leads nowhere");
    EXPECT_FALSE(CleanMark(folder).take());
}

TEST_F(CrashHandlers, truncated_mapped_file_is_named) {
    GTEST_FLAG_SET(death_test_style, "fast");
    EXPECT_EXIT(read_behind_a_cut(), testing::ExitedWithCode(EX_IOERR),
                "dibs-words-.*/data.mdb cannot be read any more");
    EXPECT_FALSE(fs::exists(folder / "dirty")) << "a log is never marked to be thrown away";
}

TEST_F(CrashHandlers, truncated_tables_are_marked_for_rebuild) {
    GTEST_FLAG_SET(death_test_style, "fast");
    std::ofstream(folder / "dirty") << "this boot";
    EXPECT_EXIT(read_behind_a_cut(), testing::ExitedWithCode(EX_IOERR), "cannot be read any more");
    std::string mark;
    std::ifstream(folder / "dirty") >> mark;
    EXPECT_EQ(mark, "damaged");
}

}  // namespace
}  // namespace dibs::test
