// Names that hang: no other name waits for them, and the destructor does not wait either.
#include "ingest/ssh/resolver.hpp"

#include <atomic>
#include <condition_variable>
#include <future>
#include <map>
#include <mutex>
#include <thread>

#include <gtest/gtest.h>

namespace dibs::ssh {
namespace {

using namespace std::chrono_literals;

// Names that begin with "hang" are answered when the test allows it.
class Names {
  public:
    Endpoints look_up(const std::string& address) {
        std::unique_lock lock(mutex_);
        ++asked_[address];
        if (address.starts_with("hang")) {
            ++hanging_;
            changed_.notify_all();
            const auto round = round_;
            changed_.wait(lock, [&] { return round_ != round || over_; });
            --hanging_;
            changed_.notify_all();
        }
        return std::vector<Endpoint>(1);
    }
    void answer_all() {
        const std::lock_guard lock(mutex_);
        ++round_;
        changed_.notify_all();
    }
    void end() {
        const std::lock_guard lock(mutex_);
        over_ = true;
        changed_.notify_all();
    }
    [[nodiscard]] bool wait_for_hanging(int count) {
        std::unique_lock lock(mutex_);
        return changed_.wait_for(lock, 60s, [&] { return hanging_ == count; });
    }
    [[nodiscard]] int asked(const std::string& address) {
        const std::lock_guard lock(mutex_);
        return asked_[address];
    }

  private:
    std::mutex mutex_;
    std::condition_variable changed_;
    std::map<std::string, int> asked_;
    int hanging_ = 0;
    int round_ = 0;
    bool over_ = false;
};

class ResolverTest : public testing::Test {
  protected:
    ~ResolverTest() override { names->end(); }
    // Shared: a hanging thread outlives the resolver.
    std::shared_ptr<Names> names = std::make_shared<Names>();
    std::atomic<int> answers{0};
    std::optional<Resolver> resolver{
        [all = names](const std::string& address, std::uint16_t) { return all->look_up(address); }};

    void ask_hanging(int count) {
        for (int i = 0; i < count; ++i) {
            resolver->resolve("hang" + std::to_string(i), 22,
                              [this](const Endpoints&) { ++answers; });
        }
    }
    bool is_answered(const std::string& address) {
        const auto answer = std::make_shared<std::promise<void>>();
        resolver->resolve(address, 22, [answer](const Endpoints&) { answer->set_value(); });
        return answer->get_future().wait_for(60s) == std::future_status::ready;
    }
};

TEST_F(ResolverTest, sixty_names_that_hang_keep_no_other_waiting) {
    ask_hanging(60);
    EXPECT_TRUE(is_answered("good"));
    EXPECT_TRUE(names->wait_for_hanging(60));
    EXPECT_EQ(answers, 0);
}

TEST_F(ResolverTest, known_slow_names_leave_half_of_the_threads_free) {
    constexpr int many = 100;
    ask_hanging(many);
    ASSERT_TRUE(names->wait_for_hanging(64));
    std::this_thread::sleep_for(2100ms);  // longer than the limit for a slow answer
    names->answer_all();
    ASSERT_TRUE(names->wait_for_hanging(many - 64));
    std::this_thread::sleep_for(2100ms);
    names->answer_all();
    ASSERT_TRUE(names->wait_for_hanging(0));
    ask_hanging(many);
    EXPECT_TRUE(names->wait_for_hanging(32));
    EXPECT_TRUE(is_answered("good"));
    std::this_thread::sleep_for(50ms);
    EXPECT_TRUE(names->wait_for_hanging(32));
}

TEST_F(ResolverTest, a_name_is_looked_up_once_at_a_time) {
    for (int i = 0; i < 3; ++i) ask_hanging(1);
    ASSERT_TRUE(names->wait_for_hanging(1));
    EXPECT_TRUE(is_answered("good"));
    names->answer_all();
    EXPECT_TRUE(is_answered("good"));
    while (answers < 3) std::this_thread::sleep_for(1ms);
    EXPECT_EQ(names->asked("hang0"), 1);
}

TEST_F(ResolverTest, destructor_waits_for_no_name_and_ends_all_callbacks) {
    ask_hanging(5);
    ASSERT_TRUE(names->wait_for_hanging(5));
    resolver.reset();
    names->answer_all();
    ASSERT_TRUE(names->wait_for_hanging(0));
    std::this_thread::sleep_for(20ms);
    EXPECT_EQ(answers, 0);
}

}  // namespace
}  // namespace dibs::ssh
