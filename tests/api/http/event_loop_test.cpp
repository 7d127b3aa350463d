// Tasks posted by other threads: each runs once, on the loop's thread, in the order of its thread.
// Tasks left at the loop's end are dropped without a leak.
#include "api/loop/event_loop.hpp"

#include "api/loop/turns.hpp"

#include <atomic>
#include <future>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <sched.h>
#include <sys/resource.h>
#include <unistd.h>

namespace dibs::http {
namespace {

class RunningLoop {
  public:
    RunningLoop() : thread_([this] { loop.run(); }) {}
    ~RunningLoop() {
        loop.stop();
        thread_.join();
    }
    // Returns when all tasks posted before have run.
    void settle() {
        std::promise<void> done;
        loop.post([&] { done.set_value(); });
        done.get_future().wait();
    }
    EventLoop loop;

  private:
    std::thread thread_;
};

TEST(EventLoop, posted_tasks_run_once_in_the_order_of_their_thread) {
    constexpr int threads = 8, each = 5000;
    std::vector<std::vector<int>> ran(threads);
    std::atomic<int> elsewhere{0};
    RunningLoop running;
    const auto handle = running.loop.handle();
    std::vector<std::thread> posting;
    for (std::size_t t = 0; t < threads; ++t) {
        posting.emplace_back([&, t] {
            for (int i = 0; i < each; ++i) {
                handle.post([&, t, i] {
                    ran[t].push_back(i);
                    if (!handle.on_loop()) ++elsewhere;
                });
            }
        });
    }
    for (auto& thread : posting) thread.join();
    running.settle();
    EXPECT_EQ(elsewhere, 0);
    EXPECT_FALSE(handle.on_loop());
    for (const auto& one : ran) {
        ASSERT_EQ(one.size(), static_cast<std::size_t>(each));
        EXPECT_TRUE(std::is_sorted(one.begin(), one.end()));
    }
}

TEST(EventLoop, loop_continues_after_a_task_that_throws) {
    RunningLoop running;
    std::atomic<int> ran{0};
    for (int i = 0; i < 100; ++i) {
        running.loop.post([&, i] {
            ++ran;
            if (i % 2 == 0) throw std::runtime_error("a task of a test");
        });
    }
    running.settle();
    EXPECT_EQ(ran, 100);
}

TEST(EventLoop, task_may_post_the_next) {
    RunningLoop running;
    std::promise<void> done;
    int left = 1000;
    std::function<void()> step = [&] {
        if (--left == 0) return done.set_value();
        running.loop.post(step);
    };
    running.loop.post(step);
    done.get_future().wait();
    EXPECT_EQ(left, 0);
}

TEST(EventLoop, destroyed_loop_drops_waiting_and_later_tasks) {
    auto held = std::make_shared<int>(1);
    LoopHandle handle;
    {
        EventLoop loop;
        handle = loop.handle();
        handle.post([held] {});
        EXPECT_EQ(held.use_count(), 2);
    }
    EXPECT_EQ(held.use_count(), 1);
    handle.post([held] { FAIL() << "ran without a loop"; });
    EXPECT_EQ(held.use_count(), 1);
}

TEST(Turns, step_back_applies_to_threads_started_later) {
    int nice = -1, policy = -1;
    std::thread([&] {
        step_back(7);
        std::thread([&] {
            nice = getpriority(PRIO_PROCESS, static_cast<id_t>(gettid()));
            policy = sched_getscheduler(0);
        }).join();
    }).join();
    EXPECT_EQ(nice, 7);
    EXPECT_EQ(policy, SCHED_BATCH);
    EXPECT_NE(getpriority(PRIO_PROCESS, 0), 7) << "of that thread alone";
}

}  // namespace
}  // namespace dibs::http
