// Whether a step is still called for, by the state of its violation, its rules and its booking.
#include "domain/violation/called_for.hpp"

#include <gtest/gtest.h>

namespace dibs::violation {
namespace {

using enforcement::Action;
using enforcement::Protection;
using enforcement::StopMode;

const Instant at = from_unix_ms(1'700'000'000'000);

Escalated step_of(Action action, std::optional<StopMode> mode = std::nullopt) {
    Escalated step;
    step.violations.emplace_back();
    step.step = {.after_s = 60, .action = action};
    step.at = at;
    step.stop_mode = mode;
    return step;
}

StepBasis basis(StopMode mode = StopMode::as_owner) {
    StepBasis now{.open = true};
    now.rules.stop_mode = mode;
    now.rules.protection = Protection::stopped;
    now.rules.violation_steps = enforcement::Steps{{.after_s = 0, .action = Action::message},
                                                   {.after_s = 60, .action = Action::stop}};
    return now;
}

TEST(StillCalledFor, open_violation_whose_rules_and_booking_ask_for_it) {
    EXPECT_TRUE(still_called_for(step_of(Action::message), basis()));
    EXPECT_TRUE(still_called_for(step_of(Action::stop, StopMode::as_owner), basis()));
}

TEST(StillCalledFor, violation_that_is_over_or_excused_calls_it_off) {
    auto now = basis();
    now.open = false;
    EXPECT_FALSE(still_called_for(step_of(Action::message), now));
    now = basis();
    now.excused = true;
    EXPECT_FALSE(still_called_for(step_of(Action::message), now));
}

TEST(StillCalledFor, withdrawn_excuse_restarts_the_steps) {
    auto now = basis();
    now.steps_since = at + Duration{1};
    EXPECT_FALSE(still_called_for(step_of(Action::message), now)) << "decided before";
    now.steps_since = at;
    EXPECT_TRUE(still_called_for(step_of(Action::message), now));
}

TEST(StillCalledFor, rules_that_drop_the_action_call_it_off_at_whatever_time_it_was) {
    auto now = basis();
    now.rules.violation_steps = enforcement::Steps{{.after_s = 5, .action = Action::message}};
    EXPECT_TRUE(still_called_for(step_of(Action::message), now)) << "moved, not dropped";
    EXPECT_FALSE(still_called_for(step_of(Action::stop, StopMode::as_owner), now));
}

TEST(StillCalledFor, dry_run_stays_when_the_rules_only_try_and_a_real_stop_does_not) {
    const auto now = basis(StopMode::dry_run);
    EXPECT_FALSE(still_called_for(step_of(Action::stop, StopMode::as_owner), now));
    EXPECT_TRUE(still_called_for(step_of(Action::stop, StopMode::dry_run), now));
    EXPECT_TRUE(still_called_for(step_of(Action::stop), now)) << "of a log without modes";
    EXPECT_TRUE(still_called_for(step_of(Action::message), now));
}

TEST(StillCalledFor, booking_that_asks_for_less_protection_calls_it_off) {
    auto now = basis();
    now.asked = Protection::shown;
    EXPECT_FALSE(still_called_for(step_of(Action::message), now));
    EXPECT_FALSE(still_called_for(step_of(Action::stop, StopMode::as_owner), now));
}

}  // namespace
}  // namespace dibs::violation
