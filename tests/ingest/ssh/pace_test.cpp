// A user above the limit waits; unused time is saved, up to a limit.
#include "ingest/ssh/pace.hpp"

#include <gtest/gtest.h>

namespace dibs::ssh {
namespace {

using namespace std::chrono_literals;

TEST(Pace, saved_time_can_be_used_at_once_and_then_uses_wait) {
    Pace pace(2s);
    const Pace::Time start{1h};
    int uses = 0;
    for (; pace.is_free(start); ++uses) pace.use(start, 1s);
    EXPECT_EQ(uses, 3);  // two saved uses, and one
    EXPECT_EQ(pace.free_at(), start + 1s);
    EXPECT_FALSE(pace.is_free(start + 999ms));
    EXPECT_TRUE(pace.is_free(start + 1s));
}

TEST(Pace, large_use_delays_the_next_by_its_full_cost) {
    Pace pace(1s);
    const Pace::Time start{1h};
    pace.use(start, 21s);
    EXPECT_EQ(pace.free_at(), start + 20s);
    EXPECT_TRUE(pace.is_free(start + 20s));
}

TEST(Pace, saved_time_never_exceeds_the_limit) {
    Pace pace(1s);
    const Pace::Time start{1h};
    pace.use(start, 0s);
    pace.use(start + 1h, 5s);
    EXPECT_EQ(pace.free_at(), start + 1h + 4s);
}

}  // namespace
}  // namespace dibs::ssh
