// The steps against violations: their times, their receivers, and their limits.
#include "tests/domain/violation/violation_ticks.hpp"

namespace dibs::test {
namespace {

using enforcement::Action;
using enforcement::Protection;

TEST(ViolationSteps, steps_come_one_after_another_at_their_times) {
    auto world = site_with_intruder();
    EXPECT_EQ(tick(world, "13:00:00"), "message:1") << "in the same tick that opens it";
    EXPECT_EQ(tick(world, "13:00:01"), "");
    EXPECT_EQ(tick(world, "13:01:59"), "");
    EXPECT_EQ(tick(world, "13:02:00"), "mail_person:1");
    EXPECT_EQ(tick(world, "13:09:59"), "");
    EXPECT_EQ(tick(world, "13:10:00"), "stop:1");
    EXPECT_EQ(tick(world, "13:30:00"), "");
}

TEST(ViolationSteps, next_check_is_when_the_next_step_is_due) {
    auto world = site_with_intruder();
    tick(world, "13:00:00");
    EXPECT_EQ(violation::Aggregate::SecondDue::next_due(world.world(), clock("13:00:00")),
              clock("13:02:00"));
}

TEST(ViolationSteps, steps_stop_at_the_protection_of_the_site) {
    auto world = site_with_intruder(with_steps(tell_mail_stop, Protection::told));
    EXPECT_EQ(tick(world, "13:00:00"), "message:1");
    EXPECT_EQ(tick(world, "19:00:00"), "");
    auto nothing = site_with_intruder(with_steps(tell_mail_stop, Protection::shown));
    EXPECT_EQ(tick(nothing, "19:00:00"), "");
}

TEST(ViolationSteps, steps_go_as_far_as_booking_and_site_allow) {
    auto rules = with_steps(tell_mail_stop, Protection::mailed);
    auto asking = two_gpu_booking;
    asking.protection = Protection::stopped;
    const auto stopped_at_last = [&] {
        auto world =
            given(sample_site(), booked(asking), intruding_process).with(rules).at(clock("13:00"));
        tick(world, "13:00:00");
        tick(world, "13:02:00");
        return tick(world, "13:10:00");
    };
    EXPECT_EQ(stopped_at_last(), "") << "the site lets nobody ask for more than mails";
    rules.most_protection = Protection::stopped;
    EXPECT_EQ(stopped_at_last(), "stop:1");
    asking.protection = Protection::shown;
    auto mild =
        given(sample_site(), booked(asking), intruding_process).with(rules).at(clock("13:00"));
    EXPECT_EQ(tick(mild, "13:00:00"), "");
}

TEST(ViolationSteps, steps_are_taken_once_for_all_processes_of_an_account) {
    auto world = site_with_intruder().and_then(process_on_atlas(2, {gpu_b}, "ben"));
    EXPECT_EQ(tick(world, "13:00:00"), "message:2");
    world.and_then(process_on_atlas(3, {gpu_b}, "ben"));
    EXPECT_EQ(tick(world, "13:00:05"), "") << "one more joins those that were told";
    EXPECT_EQ(tick(world, "13:02:00"), "mail_person:3");
}

TEST(ViolationSteps, each_account_has_its_own_steps) {
    auto world = site_with_intruder().and_then(process_on_atlas(2, {gpu_b}, "mallory"));
    EXPECT_EQ(tick(world, "13:00:00"), "message:1 message:1");
    EXPECT_EQ(tick(world, "13:02:00"), "mail_person:1") << "nobody on Dibs is mallory";
}

TEST(ViolationSteps, steps_pause_during_an_excuse_and_restart_after_withdrawal) {
    auto world = site_with_intruder();
    tick(world, "13:00:00");
    const auto id = world.world().violations.open.begin()->first;
    world.done(violation::Excuse{id, "agreed"}, ann);
    EXPECT_EQ(tick(world, "14:00:00"), "");
    world.done(violation::WithdrawExcuse{id}, ann);
    EXPECT_EQ(tick(world, "14:00:00"), "message:1");
    EXPECT_EQ(tick(world, "14:02:00"), "mail_person:1");
    EXPECT_EQ(tick(world, "14:09:59"), "");
    EXPECT_EQ(tick(world, "14:10:00"), "stop:1");
}

TEST(ViolationSteps, steps_keep_their_distance_after_an_outage) {
    auto world = site_with_intruder();
    world.done(Tick{});
    auto late = site_with_intruder();
    EXPECT_EQ(tick(late, "13:00:00"), "message:1");
    EXPECT_EQ(tick(late, "13:30:00"), "mail_person:1");
    EXPECT_EQ(tick(late, "13:37:59"), "") << "told half an hour late, stopped eight minutes after";
    EXPECT_EQ(tick(late, "13:38:00"), "stop:1");
}

TEST(ViolationSteps, steps_pause_while_the_process_is_unobservable) {
    auto world = site_with_intruder();
    tick(world, "13:00:00");
    world.and_then(fleet::HostLost{atlas, "no route"});
    EXPECT_EQ(tick(world, "13:05:00"), "");
    world.and_then(fleet::HostReached{atlas});
    EXPECT_EQ(tick(world, "13:05:01"), "mail_person:1");
}

TEST(ViolationSteps, returning_process_continues_its_steps) {
    auto world = site_with_intruder();
    tick(world, "13:00:00");
    tick(world, "13:02:00");
    world.at(clock("13:03")).and_then(gone(intruding_process)).done(Tick{});
    world.and_then(process_on_atlas(2, {gpu_a}, "ben"));
    EXPECT_EQ(tick(world, "13:05:00"), "") << "told already";
    EXPECT_EQ(tick(world, "13:11:59"), "") << "two minutes of absence do not count";
    EXPECT_EQ(tick(world, "13:12:00"), "stop:1");
}

TEST(ViolationSteps, absence_longer_than_presence_continues_the_steps) {
    auto world = site_with_intruder();
    EXPECT_EQ(tick(world, "13:00:00"), "message:1");
    world.at(clock("13:01")).and_then(gone(intruding_process)).done(Tick{});
    world.and_then(process_on_atlas(2, {gpu_a}, "ben"));
    EXPECT_EQ(tick(world, "13:09:00"), "");
    EXPECT_EQ(tick(world, "13:10:00"), "mail_person:1") << "two minutes, without those away";
}

TEST(ViolationSteps, process_restarted_after_a_stop_is_stopped_again) {
    auto world = site_with_intruder();
    tick(world, "13:00:00");
    tick(world, "13:02:00");
    EXPECT_EQ(tick(world, "13:10:00"), "stop:1");
    world.and_then(gone(intruding_process)).and_then(process_on_atlas(2, {gpu_a}, "ben"));
    EXPECT_EQ(tick(world, "13:10:10"), "stop:1") << "a loop that starts it anew";
    EXPECT_EQ(tick(world, "13:10:11"), "");
}

TEST(ViolationSteps, process_that_returns_later_is_notified_again) {
    auto world = site_with_intruder();
    tick(world, "13:00:00");
    world.at(clock("13:03")).and_then(gone(intruding_process)).done(Tick{});
    world.at(clock("13:13")).and_then(process_on_atlas(2, {gpu_a}, "ben"));
    EXPECT_EQ(tick(world, "13:13:00"), "message:1");
}

TEST(ViolationSteps, stop_event_has_its_mode) {
    auto rules = with_steps({{0, Action::message}, {60, Action::stop}});
    for (const auto mode : {enforcement::StopMode::dry_run, enforcement::StopMode::by_helper}) {
        rules.stop_mode = mode;
        auto world = site_with_intruder(rules);
        tick(world, "13:00:00");
        world.at(clock("13:01"));
        const auto decided = world.decide(Tick{}, Context{{}, Scopes::all(), world.world().now});
        EXPECT_EQ(get<violation::Escalated>(decided.value().back()).stop_mode, mode);
    }
}

// The stop that the step of this tick announces.
std::optional<Instant> announced(const Given& world) {
    const auto decided = world.decide(Tick{}, Context{{}, Scopes::all(), world.world().now});
    return get<violation::Escalated>(decided.value().back()).stops_at;
}

TEST(ViolationSteps, notification_announces_the_time_of_the_stop) {
    auto rules = with_steps(tell_mail_stop);
    EXPECT_EQ(announced(site_with_intruder(rules)), std::nullopt) << "a dry run stops nothing";
    rules.stop_mode = enforcement::StopMode::as_owner;
    auto world = site_with_intruder(rules);
    EXPECT_EQ(announced(world), clock("13:10"));
    tick(world, "13:00:00");
    EXPECT_EQ(announced(world.at(clock("13:30"))), clock("13:38")) << "as it comes out";
    rules.protection = Protection::mailed;
    EXPECT_EQ(announced(site_with_intruder(rules)), std::nullopt);
}

TEST(ViolationSteps, only_dibs_reports_outcomes_of_steps) {
    auto world = site_with_intruder();
    world.done(Tick{});
    const auto violation = world.world().violations.open.begin()->second.violation;
    const violation::ReportStep report{
        {violation}, {0, Action::message}, violation::Outcome::done, 2, ""};
    EXPECT_EQ(world.when(report), events(violation::Acted{{violation},
                                                          {0, Action::message},
                                                          violation::Outcome::done,
                                                          2,
                                                          "",
                                                          clock("13:00"),
                                                          {}}));
    EXPECT_EQ(world.when(report, root), refused(Code::not_allowed));
}

TEST(ViolationSteps, held_stop_cannot_be_reported) {
    auto world = site_with_intruder();
    world.done(Tick{});
    const auto violation = world.world().violations.open.begin()->second.violation;
    const violation::ReportStep report{
        {violation}, {600, Action::stop}, violation::Outcome::not_told, 0, ""};
    EXPECT_EQ(world.when(report), refused(Code::malformed, "outcome"));
}

TEST(ViolationSteps, only_a_mail_step_can_be_skipped) {
    auto world = site_with_intruder();
    world.done(Tick{});
    const auto violation = world.world().violations.open.begin()->second.violation;
    for (const auto action : {Action::mail_person, Action::mail_owner, Action::mail_admins}) {
        const violation::ReportStep report{
            {violation}, {0, action}, violation::Outcome::skipped, 0, ""};
        EXPECT_EQ(
            world.when(report),
            events(violation::Acted{
                {violation}, {0, action}, violation::Outcome::skipped, 0, "", clock("13:00"), {}}));
    }
    for (const auto action : {Action::message, Action::stop}) {
        const violation::ReportStep report{
            {violation}, {0, action}, violation::Outcome::skipped, 0, ""};
        EXPECT_EQ(world.when(report), refused(Code::malformed, "outcome"));
    }
}

}  // namespace
}  // namespace dibs::test
