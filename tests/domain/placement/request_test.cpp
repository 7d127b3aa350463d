// Which GPUs a request accepts.
#include "domain/placement/request.hpp"

#include "tests/support/sample_site.hpp"

namespace dibs::test {
namespace {

placement::Gpu requested_gpu() {
    return {.id = gpu_a,
            .host = atlas,
            .host_name = "atlas",
            .index = 3,
            .model = "NVIDIA A100-SXM4-40GB",
            .memory_total_mib = 40'536};
}
placement::Gpu requested_slice() {
    return {.id = slice_1,
            .host = atlas,
            .host_name = "atlas",
            .index = {3, 0},
            .model = "NVIDIA A100-SXM4-40GB MIG 1g.5gb",
            .memory_total_mib = 4'864,
            .parent = gpu_a};
}

TEST(GpuRequests, each_part_of_a_request_can_exclude_a_gpu) {
    const auto gpu = requested_gpu();
    EXPECT_TRUE(matches(gpu, {}));
    EXPECT_TRUE(matches(gpu, {.model = "a100"}));
    EXPECT_FALSE(matches(gpu, {.model = "h100"}));
    EXPECT_TRUE(matches(gpu, {.min_memory_mib = 40'960})) << "the size that it is sold with";
    EXPECT_FALSE(matches(gpu, {.min_memory_mib = 40'961}));
    EXPECT_TRUE(matches(gpu, {.among = {gpu_b, gpu_a}}));
    EXPECT_FALSE(matches(gpu, {.among = {gpu_b}}));
    EXPECT_TRUE(matches(gpu, {.hosts = {boreas, atlas}}));
    EXPECT_FALSE(matches(gpu, {.hosts = {boreas}}));
    auto closed = gpu;
    closed.closed = true;
    EXPECT_FALSE(matches(closed, {}));
}

TEST(GpuRequests, slice_matches_by_its_profile) {
    EXPECT_TRUE(matches(requested_slice(), {}));
    EXPECT_TRUE(matches(requested_slice(), {.model = "1g.5gb"}));
    EXPECT_FALSE(matches(requested_slice(), {.model = "A100"}));
    EXPECT_FALSE(matches(requested_gpu(), {.model = "1g.5gb"}));
}

TEST(GpuRequests, equal_gpu_has_the_same_model_memory_and_kind) {
    const auto gpu = requested_gpu();
    EXPECT_TRUE(matches(gpu, {.like = gpu}));
    auto other = gpu;
    other.model = "NVIDIA A100-SXM4-80GB";
    EXPECT_FALSE(matches(gpu, {.like = other}));
    other = gpu;
    other.parent = gpu_d;
    EXPECT_FALSE(matches(gpu, {.like = other})) << "a slice";
    other = gpu;
    other.memory_total_mib = 40'960;
    EXPECT_FALSE(matches(gpu, {.like = other}));
    other.memory_total_mib.reset();
    EXPECT_TRUE(matches(gpu, {.like = other})) << "a memory size that is not known";
    other.model.clear();
    auto unknown = gpu;
    unknown.model.clear();
    EXPECT_FALSE(matches(unknown, {.like = other})) << "a model that is not known";
}

TEST(GpuRequests, gpu_is_named_by_host_and_index) {
    EXPECT_EQ(name_of(requested_gpu()), "atlas:3");
    EXPECT_EQ(name_of(requested_slice()), "atlas:3.0");
}

}  // namespace
}  // namespace dibs::test
