// Whole seconds of intervals, and sums in any order.
#include "domain/usage/use_sums.hpp"

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

using namespace std::chrono_literals;

TEST(UseSums, consecutive_intervals_have_the_seconds_of_their_union) {
    const auto start = from_unix_ms(1'000'000'000'000);
    for (const auto a : {0ms, 1ms, 500ms, 999ms, 1000ms}) {
        for (const auto b : {1001ms, 2000ms, 2500ms}) {
            EXPECT_EQ(seconds_in({start, start + a}) + seconds_in({start + a, start + b}),
                      seconds_in({start, start + b}));
        }
    }
    EXPECT_EQ(seconds_in({start, start + 1h}), 3600);
    EXPECT_EQ(seconds_in({start + 1ms, start + 999ms}), 0) << "none begins in it";
    EXPECT_EQ(seconds_in({start + 1h, start}), 0);
}

TEST(UseSums, every_sum_is_added) {
    UseSums one;
    std::int64_t n = 0;
    for (const auto sum : use_sums) one.*sum = ++n;
    auto two = one;
    two += one;
    for (const auto sum : use_sums) EXPECT_EQ(two.*sum, one.*sum * 2);
    EXPECT_EQ(sizeof(UseSums), use_sums.size() * sizeof(std::int64_t)) << "none is forgotten";
}

}  // namespace
}  // namespace dibs::test
