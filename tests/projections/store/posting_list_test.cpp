// Compares posting lists with a plain set of numbers: walks both ways from any number, and checks
// that the rows do not depend on how many numbers a transaction added.
#include "projections/store/posting_list.hpp"

#include "projections/store/keys.hpp"
#include "tests/projections/store/scratch.hpp"

#include <map>
#include <random>
#include <set>

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

using Lists = std::map<std::string, std::set<std::uint64_t>>;

class PostingLists : public testing::Test {
  protected:
    std::unique_ptr<Store> open(const std::string& name) {
        return Store::open({.directory = scratch.path() / name,
                            .format = "f",
                            .tables = {Table::meta, Table::history_index},
                            .boot_id = "boot"})
            .value();
    }
    static PostingCursor cursor(const Txn& txn, const std::string& prefix) {
        return {txn.cursor(Table::history_index), prefix};
    }
    Scratch scratch;
};

// Keys that are neighbours of each other, of several lengths; one ends in 0xFF.
const std::vector<std::string> prefixes = {std::string("a\0", 2), "ab", "a\xff", "ba", "bbb"};

Lists fill(Store& store, unsigned numbers, unsigned at_once, unsigned seed) {
    Lists lists;
    std::mt19937 random(seed);
    std::uint64_t number = 0;
    for (unsigned n = 0; n < numbers;) {
        auto txn = store.write();
        for (unsigned i = 0; i < at_once && n < numbers; ++i, ++n) {
            // Sometimes more than a row can express.
            number += random() % 50 == 0 ? (std::uint64_t{1} << 33U) : 1 + random() % 5;
            const auto& prefix = prefixes[random() % prefixes.size()];
            txn.post_later(Table::history_index, prefix, number);
            lists[prefix].insert(number);
        }
        EXPECT_TRUE(txn.commit().has_value());
    }
    return lists;
}

TEST_F(PostingLists, list_is_walked_both_ways_from_any_number) {
    auto store = open("s");
    const auto lists = fill(*store, 5000, 37, 1);
    const auto txn = store->read();
    for (const auto& [prefix, numbers] : lists) {
        auto place = cursor(txn, prefix);
        std::vector<std::uint64_t> forwards, backwards;
        for (bool more = place.seek(0); more; more = place.next()) {
            forwards.push_back(place.number());
        }
        for (bool more = place.seek_before(~std::uint64_t{0}); more; more = place.prev()) {
            backwards.push_back(place.number());
        }
        EXPECT_TRUE(std::equal(numbers.begin(), numbers.end(), forwards.begin(), forwards.end()));
        EXPECT_TRUE(
            std::equal(numbers.rbegin(), numbers.rend(), backwards.begin(), backwards.end()));
    }
}

TEST_F(PostingLists, seek_finds_the_first_at_and_the_last_before_any_number) {
    auto store = open("s");
    const auto lists = fill(*store, 3000, 100, 2);
    const auto txn = store->read();
    std::mt19937_64 random(3);
    for (const auto& [prefix, numbers] : lists) {
        for (int i = 0; i < 500; ++i) {
            const auto sought = random() % (*numbers.rbegin() + 10);
            const auto at = numbers.lower_bound(sought);
            auto place = cursor(txn, prefix);
            ASSERT_EQ(place.seek(sought), at != numbers.end()) << sought;
            if (at != numbers.end()) {
                EXPECT_EQ(place.number(), *at);
            }
            ASSERT_EQ(place.seek_before(sought), at != numbers.begin()) << sought;
            if (at != numbers.begin()) {
                EXPECT_EQ(place.number(), *std::prev(at));
            }
        }
    }
}

TEST_F(PostingLists, rows_do_not_depend_on_how_they_were_written) {
    auto one_by_one = open("a");
    auto at_once = open("b");
    fill(*one_by_one, 1500, 1, 4);
    fill(*at_once, 1500, 700, 4);
    EXPECT_EQ(one_by_one->dump(), at_once->dump());
}

TEST_F(PostingLists, row_holds_many_numbers) {
    auto store = open("s");
    auto txn = store->write();
    for (std::uint64_t n = 1; n <= 1000; ++n) txn.post_later(Table::history_index, "p", n);
    ASSERT_TRUE(txn.commit().has_value());
    EXPECT_EQ(store->read().count(Table::history_index), 1 + 999 / PostingRow::most);
}

TEST_F(PostingLists, empty_list_has_no_first_and_no_last) {
    auto store = open("s");
    fill(*store, 10, 10, 5);
    const auto txn = store->read();
    auto place = cursor(txn, "ac");
    EXPECT_FALSE(place.seek(0));
    EXPECT_FALSE(place.seek_before(~std::uint64_t{0}));
}

}  // namespace
}  // namespace dibs::test
