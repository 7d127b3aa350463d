// The reactor, stepped, and killed at a thousand points: before, during and after its effects, its
// reports and its checkpoints. Its effects act on a simulated site.
#include "ops/react/reactor.hpp"

#include "tests/ops/react/reactor_site.hpp"

#include <gtest/gtest.h>
#include <spdlog/spdlog.h>

namespace dibs::test {
namespace {

TEST(Reactor, reactor_handles_facts_since_its_first_start) {
    Site site;
    site.say();
    site.live();
    EXPECT_TRUE(site.performed.empty());  // before effect.watched
    site.say();
    site.say("test.other.v1");
    site.live();
    EXPECT_EQ(site.wanted, std::set<Position>{3});  // after effect.watched
    expect_all_ended(site);
    EXPECT_EQ(site.performed.at(3), 1);
    EXPECT_EQ(site.reported[0].outcome, effect::Outcome::done);
    EXPECT_EQ(site.reported[0].epoch, 1);
}

TEST(Reactor, failed_effect_is_retried_and_given_up_on_record) {
    Site site(7);
    site.live();
    for (int i = 0; i < 4; ++i) site.say();  // positions 2 to 5
    site.live();
    EXPECT_EQ(site.performed.at(5), 3);
    std::vector<effect::Outcome> of_five;
    for (const auto& report : site.reported) {
        if (report.position == 5) of_five.push_back(report.outcome);
    }
    using enum effect::Outcome;
    EXPECT_EQ(of_five, (std::vector{failed, failed, gave_up}));
}

TEST(Reactor, pause_grows_after_each_failure) {
    Site site(7);
    site.live();
    for (int i = 0; i < 4; ++i) site.say();
    const auto one = site.reactor();
    const auto attempts = [&] { return site.performed[5]; };
    while (attempts() < 1) ASSERT_TRUE(one->step(0ms));
    for (int i = 0; i < 50; ++i) ASSERT_TRUE(one->step(0ms));
    EXPECT_EQ(attempts(), 1);  // the clock has not moved
    site.now += 1ms;
    for (int i = 0; i < 50; ++i) ASSERT_TRUE(one->step(0ms));
    EXPECT_EQ(attempts(), 2);
    site.now += 3ms;
    for (int i = 0; i < 50; ++i) ASSERT_TRUE(one->step(0ms));
    EXPECT_EQ(attempts(), 2);
    site.now += 1ms;
    for (int i = 0; i < 50; ++i) ASSERT_TRUE(one->step(0ms));
    EXPECT_EQ(attempts(), 3);
}

TEST(Reactor, reactor_starts_nothing_on_non_writing_node) {
    Site site;
    site.live();
    site.say();
    site.epoch.reset();
    const auto one = site.reactor();
    for (int i = 0; i < 50; ++i) ASSERT_TRUE(one->step(0ms));
    EXPECT_EQ(one->open(), 1U);
    EXPECT_TRUE(site.performed.empty());
    site.claim(2);
    for (int i = 0; i < 50; ++i) ASSERT_TRUE(one->step(0ms));
    expect_all_ended(site);
    EXPECT_EQ(site.reported[0].epoch, 2);
}

TEST(Reactor, reactor_starts_nothing_before_its_claim_is_read) {
    Site site;
    site.live();
    site.say();
    site.epoch = 2;  // its claim is in the log, but not yet read
    const auto one = site.reactor();
    for (int i = 0; i < 50; ++i) ASSERT_TRUE(one->step(0ms));
    EXPECT_EQ(one->open(), 1U);
    site.note(effect::Done{hook_name, 2, 1, 1});
    site.claim(2);
    for (int i = 0; i < 50; ++i) ASSERT_TRUE(one->step(0ms));
    EXPECT_EQ(one->open(), 0U);
    EXPECT_TRUE(site.performed.empty());
}

TEST(Reactor, reactor_does_not_wait_for_end_of_growing_log) {
    Site site;
    site.live();
    for (int i = 0; i < 20; ++i) site.say();
    const auto one = site.reactor();
    for (int i = 0; i < 50; ++i) {
        site.say("test.other.v1");
        ASSERT_TRUE(one->step(0ms));
    }
    expect_all_ended(site);
}

TEST(Reactor, reactor_is_idle_at_end_of_log_without_due_effects) {
    Site site;
    site.live();
    for (int i = 0; i < 1500; ++i) site.say("test.other.v1");  // more than one read returns
    site.say();
    site.say();
    const auto one = site.reactor();
    EXPECT_FALSE(one->is_idle());
    ASSERT_TRUE(one->step(0ms));
    EXPECT_FALSE(one->is_idle());  // there is more to read
    ASSERT_TRUE(one->step(0ms));
    EXPECT_FALSE(one->is_idle());  // the second effect is due
    for (int i = 0; i < 5; ++i) ASSERT_TRUE(one->step(0ms));
    expect_all_ended(site);
    EXPECT_TRUE(one->is_idle());
}

// Behind an effect that fails for minutes there are thousands of boundaries.
TEST(Reactor, checkpoint_is_saved_once_no_earlier_effect_is_open) {
    Site site(7);
    site.live();
    for (int i = 0; i < 4; ++i) site.say();  // the one at position 5 fails at first
    const auto one = site.reactor();
    for (int i = 0; i < 50; ++i) {
        site.say("test.other.v1");
        ASSERT_TRUE(one->step(0ms));
    }
    EXPECT_EQ(site.performed.at(5), 1);
    EXPECT_LT(site.disk.at(hook_name)->position, 5);
    for (int i = 0; i < 3; ++i) {
        site.now += 10ms;
        for (int k = 0; k < 10; ++k) ASSERT_TRUE(one->step(0ms));
    }
    EXPECT_EQ(one->open(), 0U);
    EXPECT_EQ(site.disk.at(hook_name)->position, site.position);
}

TEST(Reactor, effect_is_repeated_when_log_rejects_its_end) {
    Site site;
    site.live();
    site.say();
    site.busy = true;
    const auto one = site.reactor();
    for (int i = 0; i < 50; ++i) ASSERT_TRUE(one->step(0ms));
    EXPECT_EQ(site.performed.at(2), 1);
    site.busy = false;
    site.now += 1s;
    for (int i = 0; i < 50; ++i) ASSERT_TRUE(one->step(0ms));
    EXPECT_EQ(site.performed.at(2), 2);
    expect_all_ended(site);
}

TEST(Reactor, another_node_learns_done_effects_from_the_log) {
    Site site;
    site.live();
    site.say();
    site.live();
    site.say();
    site.disk.clear();
    site.live();
    expect_all_ended(site);
    EXPECT_EQ(site.performed.at(2), 1);
}

// Thousands of expected failures would fill the screen.
class QuietReactor : public ::testing::Test {
  protected:
    QuietReactor() { spdlog::set_level(spdlog::level::off); }
    ~QuietReactor() override { spdlog::set_level(spdlog::level::info); }
};

TEST(Reactor, permanent_failure_is_given_up_at_once) {
    Site site;
    site.live();
    site.refused.insert(2);
    site.say();
    site.say();
    site.live();
    EXPECT_EQ(site.performed.at(2), 1);
    ASSERT_EQ(site.reported.size(), 2U);
    EXPECT_EQ(site.reported[0].outcome, effect::Outcome::gave_up);
    EXPECT_EQ(site.reported[0].detail, "gone");
    EXPECT_EQ(site.reported[1].outcome, effect::Outcome::done);
}

TEST(Reactor, postponed_effect_stays_open_without_a_fact) {
    Site site;
    site.live();
    site.say();
    site.say();
    site.closed_until = site.now + 1h;
    const auto one = site.reactor();
    for (int i = 0; i < 50; ++i) ASSERT_TRUE(one->step(0ms));
    EXPECT_EQ(site.postponed, 2) << "each is asked for once";
    EXPECT_EQ(one->open(), 2U);
    EXPECT_TRUE(site.reported.empty());
    EXPECT_LT(site.disk.at(hook_name)->position, 2);
    site.now += 1h - 1ms;
    for (int i = 0; i < 50; ++i) ASSERT_TRUE(one->step(0ms));
    EXPECT_TRUE(site.performed.empty());
    site.now += 1ms;
    for (int i = 0; i < 50; ++i) ASSERT_TRUE(one->step(0ms));
    expect_all_ended(site);
    EXPECT_EQ(site.reported[0].attempt, 1) << "to postpone is not to try";
}

TEST(Reactor, postponed_effect_is_tried_again_after_restart) {
    Site site;
    site.live();
    site.say();
    site.closed_until = site.now + 1h;
    for (int life = 0; life < 3; ++life) {
        const auto one = site.reactor();
        for (int i = 0; i < 50; ++i) ASSERT_TRUE(one->step(0ms));
        EXPECT_EQ(site.postponed, life + 1);
    }
    site.now += 1h;
    site.live();
    expect_all_ended(site);
}

TEST(Reactor, effect_postponed_to_the_past_waits_before_retry) {
    Site site;
    site.live();
    site.say();
    const auto begin = site.now;
    ReactorPorts ports{.wants = [](const RecordView& fact) { return fact.type == wanted_type; },
                       .perform = [&](const Effect&) -> EffectEnd {
                           ++site.postponed;
                           return {.postponed = begin - 1h};
                       },
                       .report = [](const effect::Command&) { return true; },
                       .epoch = [&] { return site.epoch; },
                       .save = [](const Checkpoint&) {},
                       .clock = [&] { return site.now; }};
    SharedTail shared_tail(site.log);
    Reactor one(shared_tail, hook_name, std::move(ports), site.disk.at(hook_name));
    for (int i = 0; i < 50; ++i) ASSERT_TRUE(one.step(0ms));
    EXPECT_EQ(site.postponed, 1);
    site.now += 1s;
    for (int i = 0; i < 50; ++i) ASSERT_TRUE(one.step(0ms));
    EXPECT_EQ(site.postponed, 2);
}

TEST_F(QuietReactor, every_effect_is_done_and_reported_despite_a_thousand_kills) {
    int crashes = 0;
    for (int failures = 2; failures < 6; ++failures) {
        for (int at = 1; at <= 250; ++at) {
            Site site(failures);
            site.live();
            site.crash_at(at);
            for (int i = 0; i < 60; ++i) {
                site.say();
                if (i % 4 == 0) site.live();
            }
            site.live();
            site.live();
            expect_all_ended(site);
            crashes += site.crashes;
        }
    }
    EXPECT_EQ(crashes, 1000);
}

}  // namespace
}  // namespace dibs::test
