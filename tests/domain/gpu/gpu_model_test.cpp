// Parts of a model's name, as people and grants write them.
#include "domain/gpu/gpu_model.hpp"

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

TEST(GpuModel, part_matches_with_whole_numbers_in_any_case) {
    constexpr auto model = "NVIDIA A100-SXM4-40GB";
    for (const auto* part : {"", "a100", "100", "A", "SXM4", "40", "40GB", model, "A100-"}) {
        EXPECT_TRUE(is_model(model, false, part)) << part;
    }
    for (const auto* part : {"A10", "a1", "00", "0gb", "h100", "NVIDIA A100-SXM4-40GB HBM"}) {
        EXPECT_FALSE(is_model(model, false, part)) << part;
    }
    EXPECT_TRUE(is_model("", false, ""));
    EXPECT_FALSE(is_model("", false, "A100"));
    EXPECT_TRUE(is_model("RTX 40 and 4", false, "4")) << "the second number is whole";
}

TEST(GpuModel, slice_matches_only_a_part_with_its_profile) {
    constexpr auto slice = "NVIDIA A100-SXM4-40GB MIG 1g.5gb";
    for (const auto* part : {"", "1g.5gb", "mig 1g", "MIG", "A100-SXM4-40GB MIG 1g"}) {
        EXPECT_TRUE(is_model(slice, true, part)) << part;
    }
    for (const auto* part : {"A100", "40GB", "NVIDIA", "3g.20gb"}) {
        EXPECT_FALSE(is_model(slice, true, part)) << part;
    }
    EXPECT_TRUE(is_model(slice, false, "A100")) << "a grant for a model covers its slices";
}

}  // namespace
}  // namespace dibs::test
