// Who used more than time has passed waits; what was not used is saved, up to a limit.
#include "ingest/ssh/pace.hpp"

#include <gtest/gtest.h>

namespace dibs::ssh {
namespace {

using namespace std::chrono_literals;

TEST(Pace, what_is_saved_can_be_used_at_once_and_then_time_must_pass) {
    Pace pace(2s);
    const Pace::Time start{1h};
    int uses = 0;
    for (; pace.is_free(start); ++uses) pace.use(start, 1s);
    EXPECT_EQ(uses, 3);  // two that were saved, and one
    EXPECT_EQ(pace.free_at(), start + 1s);
    EXPECT_FALSE(pace.is_free(start + 999ms));
    EXPECT_TRUE(pace.is_free(start + 1s));
}

TEST(Pace, a_large_use_is_paid_for_in_full) {
    Pace pace(1s);
    const Pace::Time start{1h};
    pace.use(start, 21s);
    EXPECT_EQ(pace.free_at(), start + 20s);
    EXPECT_TRUE(pace.is_free(start + 20s));
}

TEST(Pace, no_more_is_saved_than_the_limit_however_long_it_was_not_used) {
    Pace pace(1s);
    const Pace::Time start{1h};
    pace.use(start, 0s);
    pace.use(start + 1h, 5s);
    EXPECT_EQ(pace.free_at(), start + 1h + 4s);
}

}  // namespace
}  // namespace dibs::ssh
