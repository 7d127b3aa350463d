// A reactor with effects side by side: one that hangs blocks only effects on the same resource. The
// number of running effects is limited, and those that run at the end are reported.
#include "ops/react/reactor.hpp"
#include "tests/ops/react/reactor_site.hpp"

#include <condition_variable>
#include <mutex>
#include <thread>

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

// Effects that each wait at a gate; their facts name the resource.
class Gates {
  public:
    EffectEnd pass(const std::string& record) {
        const auto name = std::string(parse_record(record)->body);
        std::unique_lock lock(mutex_);
        begun_.push_back(name);
        moved_.notify_all();
        most_at_once = std::max(most_at_once, ++inside_);
        moved_.wait(lock, [&] { return open_.contains(name); });
        --inside_;
        return {.good = true};
    }
    void open(const std::string& name) {
        const std::lock_guard lock(mutex_);
        open_.insert(name);
        moved_.notify_all();
    }
    // The begun effects, sorted; waits until there are at least as many, or for a timeout.
    std::vector<std::string> begun(std::size_t at_least = 0) {
        std::unique_lock lock(mutex_);
        moved_.wait_for(lock, 60s, [&] { return begun_.size() >= at_least; });
        auto all = begun_;
        std::sort(all.begin(), all.end());
        return all;
    }
    int most_at_once = 0;

  private:
    std::mutex mutex_;
    std::condition_variable moved_;
    std::vector<std::string> begun_;
    std::set<std::string> open_;
    int inside_ = 0;
};

class SideBySideTest : public testing::Test {
  protected:
    SideBySideTest() { site_.live(); }
    ~SideBySideTest() override {
        for (const auto* name : {R"({"on":"a"})", R"({"on":"b"})", R"({"on":"c"})"}) {
            gates_.open(name);
        }
    }

    void say(const std::string& on) { append(site_.log, site_.pen.next(false, wanted_type, on)); }
    std::unique_ptr<Reactor> reactor(std::size_t most, std::size_t places = 1) {
        ReactorPorts ports{
            .wants = [](const RecordView& fact) { return fact.type == wanted_type; },
            .perform = [this](const Effect& effect) { return gates_.pass(effect.record); },
            .report =
                [this](const effect::Command& command) {
                    if (const auto* end = get_if<effect::Report>(&command)) {
                        site_.note(effect::Done{hook_name, end->position, 1, 1});
                        reported_.push_back(end->position);
                    }
                    return true;
                },
            .epoch = [this] { return site_.epoch; },
            .save = [](const Checkpoint&) {},
            .clock = [this] { return site_.now; },
            .side_by_side = {most, [places](const RecordView& fact) {
                                 return std::vector{Busy{std::string(fact.body), places}};
                             }}};
        return std::make_unique<Reactor>(shared_tail_, hook_name, std::move(ports),
                                         site_.disk.at(hook_name));
    }
    // Steps until the log has this number of ends, or until a timeout.
    void step_until(Reactor& one, std::size_t ends) {
        for (int i = 0; i < 1000 && (reported_.size() < ends || i < 20); ++i) {
            ASSERT_TRUE(one.step(1ms));
            std::this_thread::sleep_for(1ms);
        }
        EXPECT_EQ(reported_.size(), ends);
    }

    const std::string a_ = R"({"on":"a"})";
    const std::string b_ = R"({"on":"b"})";
    const std::string c_ = R"({"on":"c"})";
    Site site_;
    SharedTail shared_tail_{site_.log};
    Gates gates_;
    std::vector<Position> reported_;
};

TEST_F(SideBySideTest, hanging_effect_blocks_only_effects_on_its_resource) {
    for (const auto& on : {a_, a_, b_}) say(on);
    gates_.open(b_);
    const auto one = reactor(8);
    step_until(*one, 1);
    EXPECT_EQ(gates_.begun(2), (std::vector{a_, b_})) << "the second waits for the first";
    EXPECT_EQ(one->open(), 2U);
    gates_.open(a_);
    step_until(*one, 3);
    EXPECT_EQ(gates_.begun(3), (std::vector{a_, a_, b_}));
    EXPECT_LT(reported_[1], reported_[2]) << "in the order of their facts";
}

TEST_F(SideBySideTest, resource_runs_as_many_effects_as_it_has_places) {
    for (const auto& on : {a_, a_, a_, b_}) say(on);
    gates_.open(b_);
    const auto one = reactor(8, 2);
    step_until(*one, 1);
    EXPECT_EQ(gates_.begun(3), (std::vector{a_, a_, b_}));
    gates_.open(a_);
    step_until(*one, 4);
}

TEST_F(SideBySideTest, number_of_running_effects_is_limited) {
    for (const auto& on : {a_, b_, c_}) say(on);
    const auto one = reactor(2);
    step_until(*one, 0);
    EXPECT_EQ(gates_.begun(2), (std::vector{a_, b_}));
    for (const auto& on : {a_, b_, c_}) gates_.open(on);
    step_until(*one, 3);
    EXPECT_EQ(gates_.most_at_once, 2);
}

TEST_F(SideBySideTest, running_effects_are_awaited_and_reported_at_the_end) {
    say(a_);
    const auto one = reactor(8);
    step_until(*one, 0);
    std::thread opens([&] {
        std::this_thread::sleep_for(20ms);
        gates_.open(a_);
    });
    one->settle();
    opens.join();
    EXPECT_EQ(reported_.size(), 1U);
}

}  // namespace
}  // namespace dibs::test
