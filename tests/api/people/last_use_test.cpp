// The last use of sessions: rounded to five minutes, and bounded in number.
#include "api/auth/last_use.hpp"

#include "tests/support/sample_site.hpp"

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

TEST(LastUse, last_use_is_known_to_five_minutes) {
    auth::LastUse uses;
    const auto session = nth<SessionId>(1);
    EXPECT_EQ(uses.of(session), std::nullopt);
    uses.record(session, clock("12:03"));
    EXPECT_EQ(uses.of(session), clock("12:00"));
    uses.record(session, clock("12:05"));
    EXPECT_EQ(uses.of(session), clock("12:05"));
    EXPECT_EQ(uses.of(nth<SessionId>(2)), std::nullopt);
}

TEST(LastUse, oldest_use_is_dropped_above_the_limit) {
    auth::LastUse uses;
    uses.record(nth<SessionId>(1), clock("12:00"));
    for (unsigned n = 2; n <= auth::LastUse::most + 1; ++n) {
        uses.record(nth<SessionId>(n), clock("12:30"));
    }
    EXPECT_EQ(uses.of(nth<SessionId>(1)), std::nullopt);
    EXPECT_EQ(uses.of(nth<SessionId>(2)), clock("12:30"));
    EXPECT_EQ(uses.of(nth<SessionId>(auth::LastUse::most + 1)), clock("12:30"));
}

}  // namespace
}  // namespace dibs::test
