// Seconds in bins: the precision of percentiles, and sums.
#include "domain/usage/distribution.hpp"

#include <algorithm>
#include <cstdlib>
#include <random>

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

TEST(Distribution, percent_is_within_two_points_of_its_bin) {
    for (std::int64_t percent = 0; percent <= 100; ++percent) {
        const auto bin = utilization_bin(percent);
        EXPECT_LT(bin, utilization_bins);
        EXPECT_LE(std::abs(utilization_milli_of(bin) - percent * 1000), 2000) << percent;
        EXPECT_GE(bin, utilization_bin(percent - 1));
    }
    EXPECT_EQ(utilization_milli_of(utilization_bin(0)), 0) << "nothing is nothing";
    EXPECT_EQ(utilization_milli_of(utilization_bin(100)), 100'000);
    EXPECT_EQ(utilization_bin(-3), utilization_bin(0));
    EXPECT_EQ(utilization_bin(300), utilization_bin(100));
}

TEST(Distribution, memory_is_within_an_eighth_of_its_bin) {
    EXPECT_EQ(memory_milli_of(memory_bin(0)), 0);
    std::uint32_t before = 0;
    for (std::int64_t mib = 1; mib < 2'000'000'000; mib += 1 + mib / 37) {
        const auto bin = memory_bin(mib);
        EXPECT_LT(bin, memory_bins);
        EXPECT_GE(bin, before);
        before = bin;
        EXPECT_LE(std::abs(memory_milli_of(bin) - mib * 1000) * 8, mib * 1000) << mib;
    }
}

TEST(Distribution, percentile_of_merged_parts_equals_that_of_all_seconds) {
    std::mt19937 random(7);
    std::vector<std::int64_t> all;
    Distribution whole;
    for (int part = 0; part < 20; ++part) {
        Distribution one;
        const auto most = std::uniform_int_distribution<std::int64_t>(0, 100)(random);
        for (int i = 0; i < 500; ++i) {
            const auto percent = std::uniform_int_distribution<std::int64_t>(0, most)(random);
            all.push_back(percent);
            add_seconds(one, utilization_bin(percent), 1);
        }
        add_all(whole, one);
    }
    std::sort(all.begin(), all.end());
    EXPECT_EQ(seconds_of(whole), static_cast<std::int64_t>(all.size()));
    for (const std::int64_t share : {1, 25, 50, 95, 100}) {
        const auto exact = all[(all.size() * static_cast<std::size_t>(share) + 99) / 100 - 1];
        const auto told = utilization_milli_of(bin_at(whole, share).value());
        EXPECT_LE(std::abs(told - exact * 1000), 2000) << share;
    }
    const auto idle = std::count_if(all.begin(), all.end(), [](auto one) { return one < 5; });
    EXPECT_EQ(seconds_under_5_percent(whole), idle) << "exactly";
}

TEST(Distribution, empty_distribution_has_no_percentile) {
    EXPECT_EQ(bin_at({}, 50), std::nullopt);
    Distribution none;
    add_seconds(none, 3, 0);
    EXPECT_TRUE(none.empty());
}

}  // namespace
}  // namespace dibs::test
