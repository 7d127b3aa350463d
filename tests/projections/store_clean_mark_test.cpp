// What a store does with a file that was closed in order: it answers at once, and looks through it
// beside that.
#include "ingest/log/disk/clean_mark.hpp"
#include "projections/store/store.hpp"
#include "tests/projections/scratch.hpp"
#include "tests/support/eventually.hpp"

#include <fstream>

#include <gtest/gtest.h>

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

// As if the disk had changed it by itself.
TEST_F(StoreCleanMark, damage_that_the_mark_does_not_see_shows_beside_the_first_answers) {
    put("the value");
    flip("the value");
    CleanMark(folder).leave();
    {
        const auto store = open();
        EXPECT_EQ(store->discarded(), "");
        EXPECT_TRUE(eventually([&] { return !store->damage().empty(); }));
    }
    EXPECT_EQ(open()->discarded(), "it was found damaged");
}

TEST_F(StoreCleanMark, sound_file_stays_sound_beside_changes) {
    put("the value");
    for (int i = 0; i < 20; ++i) put("value " + std::to_string(i));
    const auto store = open();
    EXPECT_EQ(store->discarded(), "");
    EXPECT_EQ(store->read().get(Table::gpus, "k"), "value 19");
    EXPECT_EQ(store->damage(), "");
}

TEST_F(StoreCleanMark, file_that_was_written_to_is_looked_through_first) {
    put("the value");
    flip("the value");
    EXPECT_NE(open()->discarded(), "");
}

TEST_F(StoreCleanMark, mark_is_of_one_file_and_of_one_opening) {
    put("the value");
    const CleanMark mark(folder);
    EXPECT_TRUE(mark.take());
    EXPECT_FALSE(mark.take());
    mark.leave();
    write(bytes());
    EXPECT_FALSE(mark.take());
}

}  // namespace
}  // namespace dibs::test
