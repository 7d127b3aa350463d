// Back-off and watchdog with a passed clock.
#include "ingest/probe/due.hpp"

#include <gtest/gtest.h>

namespace dibs::probe {
namespace {

using namespace std::chrono_literals;
using Action = HostDue::Action;

const SteadyTime start{1h};

TEST(HostDue, a_new_host_is_due_at_once) {
    EXPECT_EQ(HostDue{}.check(start), Action::connect);
}

TEST(HostDue, waits_double_from_one_second_and_end_at_a_minute) {
    const DueRules rules;
    EXPECT_EQ(wait_after(1, 0.0, rules), 1s);
    EXPECT_EQ(wait_after(1, 1.0, rules), 2s);
    EXPECT_EQ(wait_after(2, 0.0, rules), 2s);
    EXPECT_EQ(wait_after(3, 0.5, rules), 6s);
    EXPECT_EQ(wait_after(6, 1.0, rules), 60s);
    EXPECT_EQ(wait_after(1000, 1.0, rules), 60s);
    EXPECT_EQ(wait_after(1000, 0.0, rules), 30s);
}

TEST(HostDue, failed_host_waits_before_the_next_attempt) {
    HostDue due;
    due.connecting(start);
    EXPECT_EQ(due.check(start + 1h), Action::none);
    due.failed(start, 0.0);
    EXPECT_EQ(due.check(start + 999ms), Action::none);
    EXPECT_EQ(due.check(start + 1s), Action::connect);
}

TEST(HostDue, a_stream_silent_for_five_seconds_is_given_up) {
    HostDue due;
    due.connecting(start);
    due.opened(start);
    due.frame(start + 1s);
    EXPECT_EQ(due.check(start + 5999ms), Action::none);
    EXPECT_EQ(due.check(start + 6s), Action::give_up);
}

TEST(HostDue, silence_of_three_periods_is_allowed_if_longer) {
    EXPECT_EQ(silence_limit({.period = 1s}), 5s);
    EXPECT_EQ(silence_limit({.period = 10s}), 30s);
}

TEST(HostDue, an_opened_stream_without_a_first_frame_is_given_up) {
    HostDue due;
    due.connecting(start);
    due.opened(start);
    EXPECT_EQ(due.check(start + 29'999ms), Action::none) << "a login shell may be slow";
    EXPECT_EQ(due.check(start + 30s), Action::give_up);
}

TEST(HostDue, lasting_stream_clears_the_failures) {
    HostDue due;
    due.failed(start, 0.0);
    due.failed(start, 0.0);
    due.opened(start);
    due.frame(start + 1s);
    EXPECT_EQ(due.failures(), 2);
    due.frame(start + 10s);
    EXPECT_EQ(due.failures(), 0);
}

TEST(HostDue, a_planned_end_reconnects_at_once) {
    HostDue due;
    due.opened(start);
    due.ended_as_planned(start);
    EXPECT_EQ(due.check(start), Action::connect);
    EXPECT_EQ(due.failures(), 0);
}

}  // namespace
}  // namespace dibs::probe
