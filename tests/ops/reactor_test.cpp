// The reactor, stepped, and killed at a thousand points: before, during and after its effects, its
// reports and its checkpoints. What it wants is a site that does what the log says.
#include "ops/react/reactor.hpp"

#include "tests/ops/reactor_site.hpp"

#include <gtest/gtest.h>
#include <spdlog/spdlog.h>

namespace dibs::test {
namespace {

TEST(Reactor, hears_of_what_happens_from_its_first_start_on) {
    Site site;
    site.say();
    site.live();
    EXPECT_TRUE(site.performed.empty());  // before it was known
    site.say();
    site.say("test.other.v1");
    site.live();
    EXPECT_EQ(site.wanted, std::set<Position>{3});  // behind effect.watched
    expect_all_ended(site);
    EXPECT_EQ(site.performed.at(3), 1);
    EXPECT_EQ(site.reported[0].outcome, effect::Outcome::done);
    EXPECT_EQ(site.reported[0].epoch, 1);
}

TEST(Reactor, tries_again_and_gives_up_on_record) {
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

TEST(Reactor, waits_longer_after_each_failure) {
    Site site(7);
    site.live();
    for (int i = 0; i < 4; ++i) site.say();
    const auto one = site.reactor();
    const auto attempts = [&] { return site.performed[5]; };
    while (attempts() < 1) ASSERT_TRUE(one->step(0ms));
    for (int i = 0; i < 50; ++i) ASSERT_TRUE(one->step(0ms));
    EXPECT_EQ(attempts(), 1);  // the clock stands
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

TEST(Reactor, starts_nothing_on_a_node_that_does_not_write) {
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

TEST(Reactor, starts_nothing_before_it_has_read_what_other_writers_did) {
    Site site;
    site.live();
    site.say();
    site.epoch = 2;  // its claim is in the log, and not read yet
    const auto one = site.reactor();
    for (int i = 0; i < 50; ++i) ASSERT_TRUE(one->step(0ms));
    EXPECT_EQ(one->open(), 1U);
    site.note(effect::Done{hook_name, 2, 1, 1});
    site.claim(2);
    for (int i = 0; i < 50; ++i) ASSERT_TRUE(one->step(0ms));
    EXPECT_EQ(one->open(), 0U);
    EXPECT_TRUE(site.performed.empty());
}

TEST(Reactor, does_not_wait_for_the_end_of_a_log_that_grows_all_the_time) {
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

TEST(Reactor, is_idle_at_the_end_of_the_log_with_nothing_due) {
    Site site;
    site.live();
    for (int i = 0; i < 1500; ++i) site.say("test.other.v1");  // more than are read at once
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

// Behind one that fails for minutes thousands of boundaries pass by.
TEST(Reactor, saves_how_far_it_came_once_nothing_before_is_open) {
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

TEST(Reactor, does_an_effect_again_whose_end_the_log_did_not_take) {
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

TEST(Reactor, on_another_node_knows_what_was_done_from_the_log_alone) {
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

// Failures by the thousand are the subject, and would fill the screen.
class QuietReactor : public ::testing::Test {
  protected:
    QuietReactor() { spdlog::set_level(spdlog::level::off); }
    ~QuietReactor() override { spdlog::set_level(spdlog::level::info); }
};

TEST(Reactor, gives_up_at_once_what_no_attempt_would_mend) {
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

TEST(Reactor, leaves_what_is_postponed_open_without_a_fact_until_it_may_happen) {
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

TEST(Reactor, asks_again_for_what_was_postponed_after_a_restart) {
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

TEST(Reactor, does_not_turn_in_circles_over_what_is_postponed_to_the_past) {
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
    Reactor one(site.log, hook_name, std::move(ports), site.disk.at(hook_name));
    for (int i = 0; i < 50; ++i) ASSERT_TRUE(one.step(0ms));
    EXPECT_EQ(site.postponed, 1);
    site.now += 1s;
    for (int i = 0; i < 50; ++i) ASSERT_TRUE(one.step(0ms));
    EXPECT_EQ(site.postponed, 2);
}

TEST_F(QuietReactor, loses_nothing_and_reports_everything_killed_at_a_thousand_points) {
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
