// The limiter alone: which connection is closed for which, and what counts as one client.
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

    // Comes and waits; how it went, as a text: "in", "in, of_all", "refused, of_client".
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

TEST(ConnectionLimiter, the_longest_waiting_is_closed_and_who_is_worked_for_is_not) {
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

TEST(ConnectionLimiter, a_client_closes_its_own_first) {
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

TEST(ConnectionLimiter, who_lost_its_place_has_no_more_say) {
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

// Whatever comes, waits, is worked for and goes: never more than there are, and the counts are
// right.
TEST(ConnectionLimiter, a_hundred_thousand_steps_keep_the_count) {
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
