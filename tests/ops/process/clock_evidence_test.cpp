// Evidence of hosts and kernel about this machine's clock; disk space.
#include "ops/process/clock_evidence.hpp"

#include "ops/process/disk_space.hpp"

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

TEST(ClockEvidenceOf, hosts_are_counted_by_their_clock_offset) {
    const std::vector<probe::HostStats> hosts{{.name = "a", .clock_offset_s = 300},
                                              {.name = "b", .clock_offset_s = -301},
                                              {.name = "c", .clock_offset_s = -2'592'000},
                                              {.name = "d"}};
    const auto all = clock_evidence(true, hosts, true);
    EXPECT_TRUE(all.synchronised && all.hosts_known && !all.waited);
    EXPECT_EQ(all.agree, 1U);
    EXPECT_EQ(all.disagree, 2U);
    EXPECT_EQ(all.unheard, 1U);
}

TEST(ClockEvidenceOf, unknown_kernel_state_counts_as_not_synchronised) {
    EXPECT_FALSE(clock_evidence(std::nullopt, {}, false).synchronised);
    EXPECT_FALSE(clock_evidence(false, {}, false).synchronised);
    EXPECT_FALSE(clock_evidence(true, {}, false).hosts_known);
}

TEST(DiskSpaceOf, reports_file_system_of_folder_and_nothing_without_one) {
    const auto here = disk_space("/");
    ASSERT_TRUE(here);
    EXPECT_GT(here->size_bytes, 0U);
    EXPECT_LE(here->free_bytes, here->size_bytes);
    EXPECT_FALSE(disk_space("/there/is/no/such/folder"));
}

}  // namespace
}  // namespace dibs::test
