// The limiter without sockets: the connection that is closed for another, and the identity of
// clients.
#include "api/http/connection/connection_limiter.hpp"

#include <map>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace dibs::http {
namespace {

class Guests {
  public:
    explicit Guests(ConnectionLimits limits) : limiter(limits) {}

    // Takes a slot and marks it idle. Returns the outcome: "in", "in, of_all", "refused,
    // of_client".
    std::string come(const std::string& name, const std::string& client) {
        auto taken = limiter.take(client);
        std::string text = taken.slot ? "in" : "refused";
        if (taken.limit) {
            text += *taken.limit == ConnectionLimiter::LimitReached::of_all ? ", of_all"
                                                                            : ", of_client";
        }
        if (!taken.slot) return text;
        taken.slot->on_close([this, name] { closed.push_back(name); });
        taken.slot->mark_idle();
        there[name] = std::move(taken.slot);
        return text;
    }

    ConnectionLimiter limiter;
    std::map<std::string, ConnectionSlotPtr> there;
    std::vector<std::string> closed;
};

TEST(ConnectionLimiter, longest_idle_is_closed_and_busy_ones_are_not) {
    Guests guests({.most = 3, .per_client = 9});
    EXPECT_EQ(guests.come("a", ""), "in");
    EXPECT_EQ(guests.come("b", ""), "in");
    EXPECT_EQ(guests.come("c", ""), "in");
    guests.there["a"]->mark_busy();
    EXPECT_EQ(guests.come("d", ""), "in, of_all");
    EXPECT_EQ(guests.closed, std::vector<std::string>{"b"});
    guests.there["a"]->mark_idle();
    EXPECT_EQ(guests.come("e", ""), "in, of_all");
    EXPECT_EQ(guests.closed.back(), "c");
    for (const auto* name : {"a", "d", "e"}) guests.there[name]->mark_busy();
    EXPECT_EQ(guests.come("f", ""), "refused, of_all");
    guests.there.erase("d");
    EXPECT_EQ(guests.come("f", ""), "in");
    EXPECT_EQ(guests.limiter.taken(), 3U);
}

TEST(ConnectionLimiter, client_at_its_limit_closes_its_own_connection) {
    Guests guests({.most = 100, .per_client = 2});
    EXPECT_EQ(guests.come("old", "198.51.100.1"), "in");
    EXPECT_EQ(guests.come("a", "203.0.113.7"), "in");
    EXPECT_EQ(guests.come("b", "203.0.113.7"), "in");
    EXPECT_EQ(guests.come("c", "203.0.113.7"), "in, of_client");
    EXPECT_EQ(guests.closed, std::vector<std::string>{"a"});
    guests.there["b"]->mark_busy();
    guests.there["c"]->mark_busy();
    EXPECT_EQ(guests.come("d", "203.0.113.7"), "refused, of_client");
    EXPECT_EQ(guests.come("e", "198.51.100.1"), "in");
}

TEST(ConnectionLimiter, one_client_never_has_more_than_half) {
    Guests guests({.most = 10, .per_client = 1000});
    for (int i = 0; i < 5; ++i) EXPECT_EQ(guests.come(std::to_string(i), "x"), "in");
    EXPECT_EQ(guests.come("6", "x"), "in, of_client");
    for (int i = 10; i < 20; ++i) (void)guests.come(std::to_string(i), "");
    EXPECT_EQ(guests.limiter.taken(), 10U) << "who speaks for many may have them all";
}

TEST(ConnectionLimiter, closed_slot_ignores_later_calls) {
    Guests guests({.most = 1, .per_client = 9});
    (void)guests.come("a", "x");
    (void)guests.come("b", "y");
    guests.there["a"]->mark_idle();
    guests.there["a"]->mark_busy();
    guests.there["a"]->mark_idle();
    EXPECT_EQ(guests.come("c", "z"), "in, of_all");
    EXPECT_EQ(guests.closed, (std::vector<std::string>{"a", "b"}));
    guests.there.clear();
    EXPECT_EQ(guests.limiter.taken(), 0U);
    EXPECT_FALSE(guests.limiter.close_one());
}

// For any order of new, idle, busy and gone: never more than the limit, and the counts are right.
TEST(ConnectionLimiter, random_steps_keep_counts_right_and_below_the_limit) {
    Guests guests({.most = 20, .per_client = 6});
    std::mt19937 random(7);
    for (int i = 0; i < 100'000; ++i) {
        const auto name = std::to_string(random() % 40);
        const auto found = guests.there.find(name);
        if (found == guests.there.end()) {
            (void)guests.come(name, std::string(1, static_cast<char>('a' + random() % 5)));
        } else if (const auto what = random() % 3; what == 0) {
            guests.there.erase(found);
        } else if (what == 1) {
            found->second->mark_busy();
        } else {
            found->second->mark_idle();
        }
        for (const auto& gone : std::exchange(guests.closed, {})) guests.there.erase(gone);
        ASSERT_EQ(guests.limiter.taken(), guests.there.size());
        ASSERT_LE(guests.there.size(), 20U);
    }
}

}  // namespace
}  // namespace dibs::http
