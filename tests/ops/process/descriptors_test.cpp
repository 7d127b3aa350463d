// The number of connections under the limit of open files.
#include "ops/process/descriptors.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>

namespace dibs {
namespace {

TEST(Descriptors, connections_get_descriptors_left_by_hosts_and_files) {
    EXPECT_EQ(connections_within(1024, 0), 896U);
    EXPECT_EQ(connections_within(1024, 14), 868U);
    EXPECT_EQ(connections_within(65'536, 1000), 63'408U);
}

TEST(Descriptors, connections_get_at_least_128_descriptors) {
    EXPECT_EQ(connections_within(1024, 384), 128U);
    EXPECT_FALSE(descriptors_short(1024, 384));
    EXPECT_TRUE(descriptors_short(1024, 385));
    EXPECT_EQ(connections_within(1024, 1000), 128U);
    EXPECT_EQ(connections_within(10, 0), 128U);
}

TEST(Descriptors, soft_limit_is_raised_to_hard_limit) {
    rlimit before{};
    ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &before), 0);
    ASSERT_GT(before.rlim_max, 512U);
    const rlimit low{512, before.rlim_max};
    ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &low), 0);
    EXPECT_EQ(descriptor_limit(), 512U);
    raise_descriptor_limit();
    EXPECT_EQ(descriptor_limit(), before.rlim_max);
    ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &before), 0);
}

}  // namespace
}  // namespace dibs
