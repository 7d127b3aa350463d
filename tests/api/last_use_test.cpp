// When sessions were last used: to five minutes, and only so many.
#include "api/auth/last_use.hpp"

#include "tests/support/sample_site.hpp"

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

TEST(LastUse, is_known_to_five_minutes_once_a_session_was_used) {
    auth::LastUse uses;
    const auto session = nth<SessionId>(1);
    EXPECT_EQ(uses.of(session), std::nullopt);
    uses.saw(session, clock("12:03"));
    EXPECT_EQ(uses.of(session), clock("12:00"));
    uses.saw(session, clock("12:05"));
    EXPECT_EQ(uses.of(session), clock("12:05"));
    EXPECT_EQ(uses.of(nth<SessionId>(2)), std::nullopt);
}

TEST(LastUse, of_the_longest_ago_is_forgotten_beyond_so_many) {
    auth::LastUse uses;
    uses.saw(nth<SessionId>(1), clock("12:00"));
    for (unsigned n = 2; n <= auth::LastUse::most + 1; ++n) {
        uses.saw(nth<SessionId>(n), clock("12:30"));
    }
    EXPECT_EQ(uses.of(nth<SessionId>(1)), std::nullopt);
    EXPECT_EQ(uses.of(nth<SessionId>(2)), clock("12:30"));
    EXPECT_EQ(uses.of(nth<SessionId>(auth::LastUse::most + 1)), clock("12:30"));
}

}  // namespace
}  // namespace dibs::test
