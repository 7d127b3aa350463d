// How soon the first step against a violation came: from when on it is counted, which steps are the
// first, and how times are summed up.
#include "ops/react/steps/first_action.hpp"

#include "tests/ops/steps_world.hpp"

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

TEST_F(FirstAction, is_counted_from_the_sample_that_showed_the_process) {
    process_comes("10:00:59");
    opens("10:01", clock("10:01"));
    EXPECT_EQ(asked(step_at(clock("10:01"))), clock("10:00:59"));
}

TEST_F(FirstAction, is_counted_from_its_opening_where_the_process_was_there_for_longer) {
    process_comes("10:00:50");
    opens("10:01", clock("10:01"));
    EXPECT_EQ(asked(step_at(clock("10:01"))), clock("10:01"));
}

TEST_F(FirstAction, is_counted_without_what_the_rules_let_pass) {
    process_comes("10:00:59");
    opens("10:01", clock("10:01"));
    EXPECT_EQ(asked(step_at(clock("10:03"), Action::mail_person, 120)), clock("10:02:59"));
}

TEST_F(FirstAction, is_each_of_those_that_are_taken_at_once_and_none_that_follows) {
    process_comes("10:00:59");
    opens("10:01", clock("10:01"));
    EXPECT_TRUE(asked(step_at(clock("10:01"))));
    EXPECT_TRUE(asked(step_at(clock("10:01"), Action::mail_owner)));
    EXPECT_FALSE(asked(step_at(clock("10:03"), Action::mail_person, 120)));
}

TEST_F(FirstAction, is_not_one_of_who_goes_on_where_they_were_or_of_a_record_that_does_not_say) {
    process_comes("10:00:59");
    opens("10:01", clock("09:58"));
    EXPECT_FALSE(asked(step_at(clock("10:01"), Action::mail_person, 120)));
    tables.at("10:02").fact(second_process).fact(violation::ViolationOpened{second_by_ben, {}});
    const violation::Escalated unsaid{
        {second_by_ben}, {0, Action::message}, clock("10:02"), {}, {}};
    EXPECT_FALSE(asked(unsaid));
}

TEST_F(FirstAction, of_several_is_counted_from_the_first_that_was_opened) {
    process_comes("10:00:59");
    opens("10:01", clock("10:01"));
    tables.at("10:02")
        .fact(second_process)
        .fact(violation::ViolationOpened{second_by_ben, clock("10:01")});
    auto step = step_at(clock("10:03"), Action::mail_person, 120);
    step.violations.insert(step.violations.begin(), second_by_ben);
    EXPECT_EQ(asked(step), clock("10:02:59"));
}

TEST(FirstActionClock, sums_up_by_what_was_done_and_what_came_of_it) {
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
