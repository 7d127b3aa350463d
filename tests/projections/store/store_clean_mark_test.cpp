// Opening a store's file that is as the process left it, however it ended: it answers at once and
// is checked in the background.
#include "ingest/log/disk/clean_mark.hpp"
#include "projections/store/store.hpp"
#include "tests/projections/store/scratch.hpp"
#include "tests/support/eventually.hpp"

#include <csignal>
#include <fstream>

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace dibs::test {
namespace {

class StoreCleanMark : public testing::Test {
  protected:
    std::unique_ptr<Store> open() {
        return std::move(Store::open({.directory = folder,
                                      .format = "f=1",
                                      .tables = {Table::meta, Table::gpus},
                                      .boot_id = "boot"})
                             .value());
    }
    void put(std::string_view value) {
        const auto store = open();
        auto txn = store->write();
        txn.put(Table::gpus, "k", value);
        ASSERT_TRUE(txn.commit().has_value());
    }
    std::string bytes() {
        std::ifstream in(data, std::ios::binary);
        return {std::istreambuf_iterator<char>(in), {}};
    }
    // Simulates that only the program wrote to the file.
    void mark_as_open() {
        CleanMark mark(folder);
        (void)mark.take();
        mark.follow();
    }
    void write(const std::string& all) {
        std::ofstream(data, std::ios::binary | std::ios::trunc) << all;
    }
    void flip(std::string_view text) {
        auto all = bytes();
        const auto first = all.find(text);
        ASSERT_NE(first, std::string::npos);
        for (auto at = first; at != std::string::npos; at = all.find(text, at + 1)) all[at] ^= 1;
        write(all);
    }

    Scratch scratch;
    std::filesystem::path folder = scratch.path() / "s";
    std::filesystem::path data = folder / "data.mdb";
};

// Simulates a change by the disk itself.
TEST_F(StoreCleanMark, damage_unseen_by_the_mark_is_found_in_the_background) {
    put("the value");
    flip("the value");
    mark_as_open();
    {
        const auto store = open();
        EXPECT_EQ(store->discarded(), "");
        EXPECT_TRUE(eventually([&] { return !store->damage().empty(); }));
    }
    EXPECT_EQ(open()->discarded(), "it was found damaged");
}

TEST_F(StoreCleanMark, unchanged_file_of_a_killed_process_is_trusted) {
    put("the value");
    const auto child = fork();
    if (child == 0) {
        put("another");
        const auto store = open();
        auto txn = store->write();
        txn.put(Table::gpus, "k", "the last one");
        (void)txn.commit();
        raise(SIGKILL);
    }
    waitpid(child, nullptr, 0);
    EXPECT_TRUE(CleanMark(folder).take());
    EXPECT_EQ(open()->read().get(Table::gpus, "k"), "the last one");
}

TEST_F(StoreCleanMark, changed_file_of_a_killed_process_is_checked_first) {
    put("the value");
    const auto child = fork();
    if (child == 0) {
        const auto store = open();
        raise(SIGKILL);
    }
    waitpid(child, nullptr, 0);
    flip("the value");
    EXPECT_NE(open()->discarded(), "");
}

// Counts the pages that this thread maps until the store answers.
TEST_F(StoreCleanMark, opening_a_long_file_touches_as_few_pages_as_a_short_one) {
    const auto touched = [&] {
        const auto faults = [] {
            rusage used{};
            getrusage(RUSAGE_THREAD, &used);
            return used.ru_minflt + used.ru_majflt;
        };
        const auto before = faults();
        const auto store = open();
        const auto pages = faults() - before;
        EXPECT_EQ(store->discarded(), "");
        return pages;
    };
    const auto add_rows = [&](int from, int until) {
        const auto store = open();
        auto txn = store->write();
        for (int i = from; i < until; ++i) {
            txn.put(Table::gpus, std::to_string(i), std::string(500, 'x'));
        }
        ASSERT_TRUE(txn.commit().has_value());
    };
    add_rows(0, 100);
    (void)touched();
    const auto closed_short = touched();
    mark_as_open();
    const auto killed_short = touched();
    add_rows(100, 50'000);
    const auto closed_long = touched();
    mark_as_open();
    const auto killed_long = touched();
    CleanMark::forget(folder);
    const auto looked_through = touched();
    EXPECT_LT(closed_long, closed_short + 100);
    EXPECT_LT(killed_long, killed_short + 100);
    EXPECT_GT(looked_through, killed_long + 300);
}

TEST_F(StoreCleanMark, sound_file_stays_sound_during_writes) {
    put("the value");
    for (int i = 0; i < 20; ++i) put("value " + std::to_string(i));
    const auto store = open();
    EXPECT_EQ(store->discarded(), "");
    EXPECT_EQ(store->read().get(Table::gpus, "k"), "value 19");
    EXPECT_EQ(store->damage(), "");
}

TEST_F(StoreCleanMark, changed_file_is_checked_first) {
    put("the value");
    flip("the value");
    EXPECT_NE(open()->discarded(), "");
}

TEST_F(StoreCleanMark, mark_is_valid_for_one_file_and_one_opening) {
    put("the value");
    EXPECT_TRUE(CleanMark(folder).take());
    CleanMark mark(folder);
    EXPECT_FALSE(mark.take());
    mark.leave();
    write(bytes());
    EXPECT_FALSE(CleanMark(folder).take());
}

TEST_F(StoreCleanMark, mark_of_an_open_file_is_valid_until_reboot) {
    put("the value");
    const auto fits = [&](std::string boot, std::string next_boot) {
        {
            CleanMark mark(folder, std::move(boot));
            (void)mark.take();
            mark.follow();
        }
        return CleanMark(folder, std::move(next_boot)).take();
    };
    EXPECT_TRUE(fits("one", "one"));
    EXPECT_FALSE(fits("one", "another"));
    EXPECT_FALSE(fits("", "")) << "the kernel does not tell";
}

TEST_F(StoreCleanMark, mark_is_forgotten_if_the_process_exits_on_an_error) {
    put("the value");
    CleanMark mark(folder);
    (void)mark.take();
    mark.follow();
    CleanMark::forget_all();
    EXPECT_FALSE(CleanMark(folder).take());
}

}  // namespace
}  // namespace dibs::test
