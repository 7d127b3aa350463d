// Reaction time of the first step against a violation: its start, the steps that count, and the
// sums.
#include "ops/react/steps/first_action.hpp"

#include "tests/ops/steps/steps_world.hpp"

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

using violation::Outcome;

const auto second_process = process(2, {gpu_b}, 43, "ben");
const auto second_by_ben = intruder(2, second_process, held);

violation::Escalated step_at(Instant at, Action action = Action::message, std::int64_t after = 0) {
    return {{by_ben}, {after, action}, at, {}, {}};
}

class FirstAction : public ::testing::Test {
  protected:
    FirstAction() { tables.sample_site().fact(booked(held)); }
    void process_comes(std::string_view at) { tables.at(at).fact(bens); }
    void opens(std::string_view at, Instant since) {
        tables.at(at).fact(violation::ViolationOpened{by_ben, since});
    }
    std::optional<Instant> asked(const violation::Escalated& step) {
        tables.fact(step);
        return steps::called_for_at(tables.ask(), step);
    }
    TablesWith tables;
};

TEST_F(FirstAction, reaction_time_starts_at_sample_that_showed_process) {
    process_comes("10:00:59");
    opens("10:01", clock("10:01"));
    EXPECT_EQ(asked(step_at(clock("10:01"))), clock("10:00:59"));
}

TEST_F(FirstAction, reaction_time_of_older_process_starts_at_opening) {
    process_comes("10:00:50");
    opens("10:01", clock("10:01"));
    EXPECT_EQ(asked(step_at(clock("10:01"))), clock("10:01"));
}

TEST_F(FirstAction, reaction_time_excludes_delay_of_rules) {
    process_comes("10:00:59");
    opens("10:01", clock("10:01"));
    EXPECT_EQ(asked(step_at(clock("10:03"), Action::mail_person, 120)), clock("10:02:59"));
}

TEST_F(FirstAction, all_immediate_steps_are_first_and_later_ones_are_not) {
    process_comes("10:00:59");
    opens("10:01", clock("10:01"));
    EXPECT_TRUE(asked(step_at(clock("10:01"))));
    EXPECT_TRUE(asked(step_at(clock("10:01"), Action::mail_owner)));
    EXPECT_FALSE(asked(step_at(clock("10:03"), Action::mail_person, 120)));
}

TEST_F(FirstAction, continued_or_undated_violation_has_no_first_step) {
    process_comes("10:00:59");
    opens("10:01", clock("09:58"));
    EXPECT_FALSE(asked(step_at(clock("10:01"), Action::mail_person, 120)));
    tables.at("10:02").fact(second_process).fact(violation::ViolationOpened{second_by_ben, {}});
    const violation::Escalated unsaid{
        {second_by_ben}, {0, Action::message}, clock("10:02"), {}, {}};
    EXPECT_FALSE(asked(unsaid));
}

TEST_F(FirstAction, reaction_time_of_group_starts_at_first_opening) {
    process_comes("10:00:59");
    opens("10:01", clock("10:01"));
    tables.at("10:02")
        .fact(second_process)
        .fact(violation::ViolationOpened{second_by_ben, clock("10:01")});
    auto step = step_at(clock("10:03"), Action::mail_person, 120);
    step.violations.insert(step.violations.begin(), second_by_ben);
    EXPECT_EQ(asked(step), clock("10:02:59"));
}

TEST(FirstActionClock, sums_times_by_action_and_outcome) {
    auto now = clock("10:00:00");
    steps::FirstActionClock counted([&] { return now; });
    EXPECT_TRUE(counted.times().empty());
    const auto came = [&](Duration after, Outcome outcome) {
        now = clock("10:00:00") + after;
        counted.came(Action::message, outcome, clock("10:00:00"));
    };
    came(std::chrono::milliseconds{400}, Outcome::done);
    came(std::chrono::seconds{2}, Outcome::done);
    came(std::chrono::hours{1}, Outcome::done);
    came(std::chrono::seconds{4}, Outcome::failed);
    came(-std::chrono::seconds{1}, Outcome::failed);  // the clock was set back
    const auto times = counted.times();
    ASSERT_EQ(times.size(), 2U);
    const auto& done = times.at({Action::message, Outcome::done});
    EXPECT_EQ(done.within, (std::array<std::uint64_t, 9>{1, 1, 2, 2, 2, 2, 2, 2, 2}));
    EXPECT_EQ(done.count, 3U);
    EXPECT_EQ(done.sum, std::chrono::milliseconds{3602400});
    EXPECT_EQ(times.at({Action::message, Outcome::failed}).count, 1U);
}

}  // namespace
}  // namespace dibs::test
