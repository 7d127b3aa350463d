// Work that says whose it is takes turns, and leaves room for who comes first.
#include "api/loop/work_pool.hpp"

#include <future>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace dibs {
namespace {

// A pool of one thread that is kept busy until told.
struct BusyPool {
    explicit BusyPool(std::size_t most_waiting) : pool(1, most_waiting) {
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
    bool add(const std::string& whose) {
        return pool.run([this, whose] { done.push_back(whose); }, whose);
    }
    // What was done, in its order.
    std::vector<std::string> run_all() {
        std::promise<void> last;
        EXPECT_TRUE(pool.run([&last] { last.set_value(); }, "last"));
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

TEST(WorkPool, does_what_many_ask_in_turns) {
    BusyPool busy(64);
    for (int i = 0; i < 20; ++i) EXPECT_TRUE(busy.add("attacker"));
    EXPECT_TRUE(busy.add("ann"));
    EXPECT_TRUE(busy.add("ben"));
    EXPECT_TRUE(busy.add("ann"));
    const auto done = busy.run_all();
    const std::vector<std::string> first(done.begin(), done.begin() + 3);
    EXPECT_EQ(first, (std::vector<std::string>{"attacker", "ann", "ben"}));
}

TEST(WorkPool, has_always_a_place_for_who_comes_first) {
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

TEST(WorkPool, is_full_at_its_bound) {
    BusyPool busy(3);
    for (int i = 0; i < 3; ++i) EXPECT_TRUE(busy.add(""));
    EXPECT_FALSE(busy.add(""));
    EXPECT_FALSE(busy.add("ann"));
}

}  // namespace
}  // namespace dibs
