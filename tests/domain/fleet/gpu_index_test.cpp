// The index of a GPU on its host: cards, and slices after their card.
#include "domain/gpu/gpu_index.hpp"

#include <gtest/gtest.h>

namespace dibs {
namespace {

TEST(GpuIndex, slice_is_named_after_its_card) {
    EXPECT_EQ(to_text(GpuIndex(3)), "3");
    EXPECT_EQ(to_text(gpu_index(3, 0)), "3.0");
    EXPECT_EQ(to_text(gpu_index(std::nullopt, 7)), "7");
}

TEST(GpuIndex, card_sorts_before_its_slices_and_those_before_the_next_card) {
    EXPECT_LT(GpuIndex(3), GpuIndex(3, 0));
    EXPECT_LT(GpuIndex(3, 10), GpuIndex(4));
    EXPECT_LT(GpuIndex(3, 9), GpuIndex(3, 10));
}

TEST(GpuIndex, consecutive_indexes_are_joined) {
    EXPECT_EQ(to_text(std::vector<GpuIndex>{}), "");
    EXPECT_EQ(to_text(std::vector<GpuIndex>{5, 1, 0, 2, 2}), "0-2,5");
    EXPECT_EQ(to_text(std::vector<GpuIndex>{{4, 1}, 4, {4, 0}, 3, {5, 2}, {4, 3}}),
              "3-4,4.0-1,4.3,5.2");
}

}  // namespace
}  // namespace dibs
