// The state of the steps against one violation, without the rules and the group around it.
#include "domain/violation/step_state.hpp"

#include "domain/violation/violation.hpp"
#include "tests/support/sample_site.hpp"

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

using enforcement::Action;
using enforcement::Step;
using enforcement::StopMode;
using violation::StepState;

constexpr Step first_message{0, Action::message};
constexpr Step late_message{60, Action::message};
constexpr Step only_stop{600, Action::stop};

violation::Escalated step_taken(const Step& step, std::string_view time,
                                std::optional<Instant> stops_at = {}) {
    return {{}, step, clock(time), {}, stops_at};
}
violation::Acted step_outcome(const Step& step, violation::Outcome outcome, std::string_view time,
                              std::optional<Instant> escalated_at = {}) {
    return {{}, step, outcome, 1, "", clock(time), escalated_at};
}
StepState after_message(violation::Outcome outcome, std::optional<Instant> stops_at = {}) {
    StepState state{clock("13:00"), {}};
    record_step(state, step_taken(first_message, "13:00", stops_at));
    record_outcome(state, step_outcome(first_message, outcome, "13:01", clock("13:00")));
    return state;
}

TEST(StepState, outcome_is_recorded_with_its_step) {
    const auto state = after_message(violation::Outcome::failed);
    const auto* taken = find_taken(state, first_message);
    ASSERT_NE(taken, nullptr);
    EXPECT_EQ(taken->outcome, violation::Outcome::failed);
    EXPECT_EQ(taken->acted_at, clock("13:01"));
    EXPECT_EQ(find_taken(state, late_message), nullptr);
}

TEST(StepState, outcome_of_an_earlier_round_is_ignored) {
    StepState state{clock("13:00"), {}};
    record_step(state, step_taken(first_message, "13:00"));
    record_outcome(state,
                   step_outcome(first_message, violation::Outcome::done, "13:01", clock("12:00")));
    EXPECT_EQ(find_taken(state, first_message)->outcome, std::nullopt);
}

TEST(StepState, done_step_keeps_its_outcome) {
    auto state = after_message(violation::Outcome::done);
    record_outcome(state, step_outcome(first_message, violation::Outcome::failed, "13:02"));
    EXPECT_EQ(find_taken(state, first_message)->outcome, violation::Outcome::done);
}

TEST(StepState, unneeded_notification_is_taken_again_and_an_unneeded_stop_is_not) {
    EXPECT_EQ(find_taken(after_message(violation::Outcome::not_needed), first_message), nullptr);
    StepState state{clock("13:00"), {}};
    record_step(state, step_taken(only_stop, "13:10"));
    record_outcome(state, step_outcome(only_stop, violation::Outcome::not_needed, "13:10"));
    EXPECT_NE(find_taken(state, only_stop), nullptr);
}

TEST(StepState, held_stop_is_replaced_by_the_taken_stop) {
    StepState state{clock("13:00"), {}};
    record_outcome(state, step_outcome(only_stop, violation::Outcome::not_told, "13:10"));
    EXPECT_TRUE(is_held(state, only_stop));
    record_step(state, step_taken(only_stop, "13:20"));
    EXPECT_FALSE(is_held(state, only_stop));
    EXPECT_EQ(state.taken.size(), 1U);
}

TEST(StepState, dry_run_counts_until_the_rules_stop_processes) {
    StepState state{clock("13:00"), {}};
    record_step(state, step_taken(only_stop, "13:10"));
    record_outcome(state, step_outcome(only_stop, violation::Outcome::dry_run, "13:10"));
    EXPECT_FALSE(was_dry_run(state, only_stop, StopMode::dry_run));
    EXPECT_TRUE(was_dry_run(state, only_stop, StopMode::as_owner));
}

TEST(StepState, new_member_inherits_all_steps_but_the_stop) {
    auto group = after_message(violation::Outcome::done);
    record_step(group, step_taken(only_stop, "13:10"));
    const auto state = inherit_steps(group, clock("13:20"));
    EXPECT_EQ(state.since, clock("13:20"));
    EXPECT_NE(find_taken(state, first_message), nullptr);
    EXPECT_EQ(find_taken(state, only_stop), nullptr);
}

TEST(StepState, moved_notification_is_the_same_step_and_a_moved_stop_is_not) {
    auto state = after_message(violation::Outcome::done);
    const enforcement::Steps moved{{5, Action::message}, late_message, {900, Action::stop}};
    EXPECT_NE(find_taken_by_rules(state, moved, moved.at(0)), nullptr);
    EXPECT_EQ(find_taken_by_rules(state, moved, late_message), nullptr);
    record_step(state, step_taken(only_stop, "13:10"));
    EXPECT_EQ(find_taken_by_rules(state, moved, moved.at(2)), nullptr);
}

TEST(StepState, stop_waits_for_a_minute_and_for_the_announced_time) {
    const auto announced_soon = after_message(violation::Outcome::done, clock("13:00:30"));
    EXPECT_EQ(warned_until(announced_soon, StopMode::as_owner), clock("13:02"));
    const auto announced_late = after_message(violation::Outcome::done, clock("13:10"));
    EXPECT_EQ(warned_until(announced_late, StopMode::as_owner), clock("13:10"));
    const auto failed = after_message(violation::Outcome::failed, clock("13:10"));
    EXPECT_EQ(warned_until(failed, StopMode::as_owner), std::nullopt);
}

TEST(StepState, notification_without_a_stop_warns_of_a_dry_run_alone) {
    const auto state = after_message(violation::Outcome::done);
    EXPECT_EQ(warned_until(state, StopMode::as_owner), std::nullopt);
    EXPECT_EQ(warned_until(state, StopMode::dry_run), clock("13:02"));
}

}  // namespace
}  // namespace dibs::test
