// The status of a reactor, from the log alone: waiting effects, results, and the beginning of
// failures.
#include "tests/ops/react/reactor_site.hpp"

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

TEST(ReactorStatus, status_is_reported_once_whole_log_is_read) {
    Site site(7);
    site.live();
    for (int i = 0; i < 4; ++i) site.say();  // positions 2 to 5; the fifth always fails
    const auto begun = site.pen.now;
    auto one = site.reactor();
    EXPECT_FALSE(one->status(site.now)) << "it has read nothing";
    for (int i = 0; i < 50; ++i) ASSERT_TRUE(one->step(0ms));
    const auto failed_at = site.now;
    auto its = one->status(site.now).value();
    EXPECT_EQ(its.reactor, hook_name);
    EXPECT_EQ(its.waiting, 1U);
    EXPECT_EQ(its.oldest_waiting, begun);
    EXPECT_EQ(its.done, 3U);
    EXPECT_EQ(its.failed, 1U);
    EXPECT_EQ(its.given_up, 0U);
    EXPECT_EQ(its.last_done, failed_at);
    EXPECT_EQ(its.failing_since, failed_at);
    EXPECT_EQ(its.last_failure, "never");

    one = site.reactor();  // a restart: the log has it all
    for (int i = 0; i < 10; ++i) ASSERT_TRUE(one->step(0ms));
    EXPECT_EQ(one->status(site.now)->waiting, 1U);
    EXPECT_EQ(one->status(site.now)->failing_since, failed_at);

    for (int i = 0; i < 100; ++i) {
        site.now += 1ms;
        ASSERT_TRUE(one->step(0ms));
    }
    its = one->status(site.now).value();
    EXPECT_EQ(its.waiting, 0U);
    EXPECT_FALSE(its.oldest_waiting);
    EXPECT_EQ(its.given_up, 1U);
    EXPECT_EQ(its.failing_since, failed_at) << "it was given up, and nothing went well since";
    EXPECT_FALSE(one->status(site.now + 25h)->failing_since) << "told for a day";
    EXPECT_EQ(one->status(site.now + 25h)->last_failure, "");

    site.say();
    for (int i = 0; i < 10; ++i) ASSERT_TRUE(one->step(0ms));
    EXPECT_FALSE(one->status(site.now)->failing_since);
}

}  // namespace
}  // namespace dibs::test
