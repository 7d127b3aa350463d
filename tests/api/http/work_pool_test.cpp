// Tasks with an owner take turns, and leave room for other owners.
#include "api/loop/work_pool.hpp"

#include "api/loop/work_costs.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <ctime>
#include <future>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace dibs {
namespace {

using Taken = WorkPool::Taken;

// A pool of one thread, busy until run_all().
struct BusyPool {
    explicit BusyPool(std::size_t most_waiting, WorkPool::Share each = {})
        : pool(1, most_waiting, each, {}) {
        std::promise<void> begun;
        (void)pool.run([&begun, gate = let_go.get_future().share()] {
            begun.set_value();
            gate.wait();
        });
        begun.get_future().wait();
    }
    ~BusyPool() { begin(); }
    void begin() {
        if (!std::exchange(begun_, true)) let_go.set_value();
    }
    WorkPool::Taken take(const std::string& whose) {
        return pool.run([this, whose] { done.push_back(whose); }, whose);
    }
    bool add(const std::string& whose) { return take(whose) == Taken::yes; }
    // The names of finished tasks, in order.
    std::vector<std::string> run_all() {
        std::promise<void> last;
        EXPECT_EQ(pool.run([&last] { last.set_value(); }, "last"), Taken::yes);
        begin();
        last.get_future().wait();
        pool.stop();
        return done;
    }
    std::promise<void> let_go;
    std::vector<std::string> done;
    WorkPool pool;

  private:
    bool begun_ = false;
};

TEST(WorkPool, owners_take_turns) {
    BusyPool busy(64);
    for (int i = 0; i < 20; ++i) EXPECT_TRUE(busy.add("attacker"));
    EXPECT_TRUE(busy.add("ann"));
    EXPECT_TRUE(busy.add("ben"));
    EXPECT_TRUE(busy.add("ann"));
    const auto done = busy.run_all();
    const std::vector<std::string> first(done.begin(), done.begin() + 3);
    EXPECT_EQ(first, (std::vector<std::string>{"attacker", "ann", "ben"}));
}

TEST(WorkPool, owner_without_tasks_always_has_a_place) {
    BusyPool busy(16);
    int taken = 0;
    while (busy.add("attacker")) ++taken;
    EXPECT_EQ(taken, 8) << "as many as are left";
    taken = 0;
    while (busy.add("another")) ++taken;
    EXPECT_EQ(taken, 4);
    EXPECT_TRUE(busy.add("ann"));
    EXPECT_FALSE(busy.add("attacker"));
}

TEST(WorkPool, pool_is_full_at_its_bound) {
    BusyPool busy(3);
    for (int i = 0; i < 3; ++i) EXPECT_TRUE(busy.add(""));
    EXPECT_FALSE(busy.add(""));
    EXPECT_FALSE(busy.add("ann"));
}

TEST(WorkPool, owner_above_its_share_is_refused_and_others_are_not) {
    BusyPool busy(64, {.running = 2, .waiting = 8});
    for (int i = 0; i < 8; ++i) EXPECT_TRUE(busy.add("attacker"));
    EXPECT_EQ(busy.take("attacker"), Taken::over_share);
    EXPECT_EQ(busy.take("ann"), Taken::yes);
    for (int i = 0; i < 20; ++i) EXPECT_EQ(busy.take(""), Taken::yes) << "nobody's share";
}

TEST(WorkPool, busy_owner_leaves_threads_to_others) {
    std::promise<void> let_go;
    const auto gate = let_go.get_future().share();
    std::atomic<int> running{0}, most{0};
    WorkPool pool(3, 64, {.running = 2, .waiting = 8}, {});
    for (int i = 0; i < 8; ++i) {
        const auto taken = pool.run(
            [&, gate] {
                most = std::max(most.load(), ++running);
                gate.wait();
                --running;
            },
            "attacker");
        EXPECT_EQ(taken, Taken::yes);
    }
    std::promise<void> answered;
    EXPECT_EQ(pool.run([&answered] { answered.set_value(); }, "ann"), Taken::yes);
    answered.get_future().wait();
    EXPECT_LE(most, 2);
    let_go.set_value();
    pool.stop();
}

TEST(WorkPool, pool_accounts_processor_time_by_owner) {
    std::map<std::string, std::chrono::nanoseconds> took;
    std::promise<void> told;
    WorkPool pool(1, 8, {}, [&](const std::string& owner, std::chrono::nanoseconds time) {
        took[owner] += time;
        told.set_value();
    });
    const auto spin = [] {
        for (const auto begun = std::clock(); std::clock() - begun < CLOCKS_PER_SEC / 100;) {
        }
    };
    EXPECT_EQ(pool.run(spin, "ann"), Taken::yes);
    told.get_future().wait();
    EXPECT_GT(took["ann"].count(), 0);
}

TEST(WorkCosts, owner_above_half_a_processor_is_warned_of_once_a_minute) {
    WorkCosts costs;
    const WorkCosts::Time begun{std::chrono::hours{1}};
    const auto after = [&](int s) { return begun + std::chrono::seconds{s}; };
    costs.add("ann", std::chrono::seconds{29}, after(0));
    EXPECT_EQ(costs.warnings(), 0U);
    costs.add("ann", std::chrono::seconds{2}, after(50));
    costs.add("ann", std::chrono::seconds{9}, after(55));
    EXPECT_EQ(costs.warnings(), 1U);
    costs.add("ann", std::chrono::seconds{29}, after(61));
    EXPECT_EQ(costs.warnings(), 1U);
    costs.add("ann", std::chrono::seconds{2}, after(62));
    EXPECT_EQ(costs.warnings(), 2U);
    EXPECT_EQ(costs.totals().at("ann"), std::chrono::seconds{71});
}

}  // namespace
}  // namespace dibs
