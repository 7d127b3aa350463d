// A process that cannot go on says why in one line and ends with an exit code.
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

class LastWords : public ::testing::Test {
  protected:
    LastWords() {
        GTEST_FLAG_SET(death_test_style, "threadsafe");
        auto name = (fs::temp_directory_path() / "dibs-words-XXXXXX").string();
        folder = mkdtemp(name.data());
    }
    ~LastWords() override { fs::remove_all(folder); }
    // Maps data.mdb, cuts it, and reads what is gone: in this test's own folder, which a child that
    // begins the test anew would not have.
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

TEST_F(LastWords, no_memory) {
    const auto without_memory = [] {
        install_crash_handlers();
        std::get_new_handler()();
    };
    EXPECT_EXIT(without_memory(), testing::ExitedWithCode(EX_TEMPFAIL), "there is no more memory");
}

TEST_F(LastWords, an_error_that_a_thread_did_not_catch) {
    const auto uncaught = [] {
        install_crash_handlers();
        std::thread([] { throw std::runtime_error("what it was"); }).join();
    };
    EXPECT_EXIT(uncaught(), testing::ExitedWithCode(EX_SOFTWARE), "nobody expected: what it was");
}

TEST_F(LastWords, address_that_leads_nowhere) {
    const auto astray = [] {
        install_crash_handlers();
        ::raise(SIGSEGV);
    };
    EXPECT_EXIT(astray(), testing::ExitedWithCode(EX_SOFTWARE), "leads nowhere");
}

TEST_F(LastWords, address_that_leads_nowhere_leaves_no_mark_of_a_clean_end) {
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

TEST_F(LastWords, a_file_that_was_cut_under_its_map_is_named) {
    GTEST_FLAG_SET(death_test_style, "fast");
    EXPECT_EXIT(read_behind_a_cut(), testing::ExitedWithCode(EX_IOERR),
                "dibs-words-.*/data.mdb cannot be read any more");
    EXPECT_FALSE(fs::exists(folder / "dirty")) << "a log is never marked to be thrown away";
}

TEST_F(LastWords, tables_that_were_cut_are_marked_to_be_made_anew) {
    GTEST_FLAG_SET(death_test_style, "fast");
    std::ofstream(folder / "dirty") << "this boot";
    EXPECT_EXIT(read_behind_a_cut(), testing::ExitedWithCode(EX_IOERR), "cannot be read any more");
    std::string mark;
    std::ifstream(folder / "dirty") >> mark;
    EXPECT_EQ(mark, "damaged");
}

}  // namespace
}  // namespace dibs::test
