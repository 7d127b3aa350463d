// A sorted map that shares unchanged blocks with its copies. It behaves like std::map under all
// operations on it and its copies, and a copy does not duplicate everything.
#include "domain/kernel/shared_map.hpp"

#include <map>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace dibs {
namespace {

using Map = SharedMap<int, std::string>;
using Model = std::map<int, std::string>;

Model rows_of(const Map& map) {
    Model rows;
    for (const auto& [key, value] : map) rows.emplace_hint(rows.end(), key, value);
    return rows;
}

// A map with its model. Copies of both change independently.
struct Pair {
    Map map;
    Model model;

    void change(std::mt19937& random) {
        const auto key = static_cast<int>(random() % 2000);
        switch (random() % 4) {
            case 0:
                EXPECT_EQ(map.erase(key), model.erase(key) == 1);
                break;
            case 1:
                if (model.contains(key)) map.own(key) += 'x', model.at(key) += 'x';
                break;
            default:
                map[key] = model[key] = std::to_string(random() % 1000);
        }
    }
    [[nodiscard]] bool finds_as_the_model(int key) const {
        const auto same = [&](auto at, auto expected) {
            if (expected == model.end()) return at == map.end();
            return at != map.end() && at->first == expected->first &&
                   at->second == expected->second;
        };
        return same(map.find(key), model.find(key)) &&
               same(map.lower_bound(key), model.lower_bound(key)) &&
               same(map.upper_bound(key), model.upper_bound(key));
    }
    [[nodiscard]] bool is_the_model() const {
        bool same = map.size() == model.size() && rows_of(map) == model;
        for (int key = -1; key <= 2000; key += 7) same = same && finds_as_the_model(key);
        return same;
    }
};

TEST(SharedMap, random_operations_on_copies_match_std_map) {
    for (unsigned seed = 0; seed < 20; ++seed) {
        std::mt19937 random(seed);
        std::vector<Pair> copies(1);
        for (int step = 0; step < 6000; ++step) {
            copies[random() % copies.size()].change(random);
            if (step % 500 == 499) {
                if (copies.size() == 4) copies.erase(copies.begin() + random() % 4);
                const Pair copy = copies.back();
                copies.push_back(copy);
            }
        }
        for (const auto& one : copies) ASSERT_TRUE(one.is_the_model()) << seed;
    }
}

TEST(SharedMap, change_of_a_copy_takes_one_block_from_the_others) {
    Map first;
    for (int i = 0; i < 64 * 100; ++i) first[i] = "a";
    Map second = first;
    EXPECT_EQ(second.blocks_alone(), 0);
    second.own(3000) = "b";
    second[64 * 100] = "c";  // a new block
    EXPECT_EQ(second.blocks_alone(), 2);
    EXPECT_EQ(first.at(3000), "a");
    first = second;
    EXPECT_EQ(first.blocks_alone(), 0);
    EXPECT_EQ(first.at(3000), "b");
}

TEST(SharedMap, ascending_keys_fill_their_blocks) {
    SharedSet<int> set;
    for (int i = 0; i < 64 * 100; ++i) set.insert(i);
    EXPECT_EQ(set.blocks_alone(), 100);
    for (int i = 0; i < 64 * 100; ++i) {
        if (i % 64 != 0) set.erase(i);
    }
    EXPECT_EQ(set.size(), 100);
    EXPECT_LE(set.blocks_alone(), 7);  // few rows do not need many blocks
}

TEST(SharedMap, missing_key_throws) {
    Map map;
    EXPECT_THROW((void)map.at(1), std::out_of_range);
    EXPECT_THROW(map.own(1), std::out_of_range);
}

}  // namespace
}  // namespace dibs
