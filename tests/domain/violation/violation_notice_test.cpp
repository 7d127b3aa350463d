// No process is stopped without notice: a stop comes a minute after a successful notification, and
// is held otherwise.
#include "tests/domain/violation/violation_ticks.hpp"

namespace dibs::test {
namespace {

using enforcement::Action;
using Came = violation::Outcome;

const enforcement::Steps tell_stop{{0, Action::message}, {60, Action::stop}};
const enforcement::Steps tell_stop_admins{
    {0, Action::message}, {60, Action::stop}, {120, Action::mail_admins}};

rules::Rules stopping(enforcement::Steps steps) {
    auto rules = with_steps(std::move(steps));
    rules.stop_mode = enforcement::StopMode::as_owner;
    return rules;
}
const violation::Open& only_open_violation(const Given& world) {
    return world.world().violations.open.begin()->second;
}

TEST(ViolationNotice, stop_waits_for_a_late_message) {
    auto world = site_with_intruder(stopping(tell_stop));
    const auto message = tick_alone(world, "13:00:00").steps.at(0);
    EXPECT_EQ(tick(world, "13:01:00"), "") << "the message is on its way";
    EXPECT_EQ(tick(world, "13:09:00"), "");
    report(world.at(clock("13:10:00")), message, Came::done);
    EXPECT_EQ(violation::Aggregate::SecondDue::next_due(world.world(), clock("13:10:00")),
              clock("13:11:00"));
    EXPECT_EQ(tick(world, "13:10:59"), "");
    EXPECT_EQ(tick(world, "13:11:00"), "stop:1");
    EXPECT_EQ(tick(world, "13:12:00"), "");
}

TEST(ViolationNotice, each_booking_has_its_own_notice_and_stop) {
    auto world = site_with_intruder(stopping(tell_stop));
    world.and_then(booked(booking(2, root, {gpu_c}, "12:00", "20:00")));
    EXPECT_EQ(tick(world, "13:00:00"), "message:1");
    EXPECT_EQ(tick(world, "13:01:00"), "stop:1");
    auto elsewhere = process_on_atlas(2, {gpu_c}, "ben");
    elsewhere.host = boreas;
    world.at(clock("13:02")).and_then(gone(intruding_process)).and_then(elsewhere);
    const auto message = tick_alone(world, "13:02:00").steps.at(0);
    EXPECT_EQ(message.step.action, Action::message);
    EXPECT_EQ(tick(world, "13:03:00"), "") << "told of the other booking alone";
    EXPECT_EQ(tick(world, "13:08:00"), "");
    report(world, message, Came::done);
    EXPECT_EQ(tick(world, "13:09:00"), "stop:1");
}

TEST(ViolationNotice, stop_is_held_without_a_notification_and_admins_are_mailed) {
    for (const auto came : {Came::no_target, Came::failed, Came::skipped}) {
        enforcement::Steps steps = tell_stop_admins;
        if (came == Came::skipped) steps.front().action = Action::mail_person;
        auto world = site_with_intruder(stopping(steps));
        tick(world, "13:00:00", came);
        EXPECT_EQ(tick(world, "13:00:59"), "");
        EXPECT_EQ(tick(world, "13:01:00"), "held:1");
        EXPECT_EQ(tick(world, "13:01:01"), "") << "said once";
        EXPECT_EQ(tick(world, "13:02:00"), "mail_admins:1");
        EXPECT_EQ(tick(world, "19:00:00"), "");
    }
}

TEST(ViolationNotice, stop_is_held_if_no_step_can_notify_the_people) {
    const auto rules = stopping({{0, Action::mail_person}, {60, Action::stop}});
    auto world =
        given(sample_site(), booked(two_gpu_booking), process_on_atlas(1, {gpu_a}, "mallory"))
            .with(rules)
            .at(clock("13:00"));
    EXPECT_EQ(tick(world, "13:00:00"), "") << "nobody on Dibs is mallory";
    EXPECT_EQ(tick(world, "13:01:00"), "held:1");
    EXPECT_EQ(tick(world, "19:00:00"), "");
}

TEST(ViolationNotice, one_delivered_notification_is_enough) {
    auto world = site_with_intruder(stopping(tell_mail_stop));
    EXPECT_EQ(tick(world, "13:00:00", Came::no_target), "message:1");
    EXPECT_EQ(tick(world, "13:02:00", Came::done), "mail_person:1");
    EXPECT_EQ(tick(world, "13:10:00"), "stop:1");
}

TEST(ViolationNotice, mail_to_others_is_no_notice) {
    auto world = site_with_intruder(
        stopping({{0, Action::message}, {0, Action::mail_owner}, {60, Action::stop}}));
    const auto first = tick_alone(world, "13:00:00");
    EXPECT_EQ(first.text, "message:1 mail_owner:1");
    report(world, first.steps.at(0), Came::failed);
    report(world, first.steps.at(1), Came::done);
    EXPECT_EQ(tick(world, "13:01:00"), "held:1");
}

TEST(ViolationNotice, held_stop_comes_a_minute_after_the_notification) {
    auto world = site_with_intruder(
        stopping({{0, Action::message}, {60, Action::stop}, {300, Action::mail_person}}));
    tick(world, "13:00:00", Came::no_target);
    EXPECT_EQ(tick(world, "13:01:00"), "held:1");
    const auto mail = tick_alone(world, "13:05:00").steps.at(0);
    EXPECT_EQ(mail.step.action, Action::mail_person);
    EXPECT_EQ(mail.stops_at, clock("13:06:00")) << "the mail says so";
    EXPECT_EQ(tick(world, "13:06:00"), "");
    report(world, mail, Came::done);
    EXPECT_EQ(tick(world, "13:06:59"), "");
    EXPECT_EQ(tick(world, "13:07:00"), "stop:1");
    EXPECT_EQ(tick(world, "13:07:01"), "");
}

TEST(ViolationNotice, held_stop_is_not_announced) {
    auto world = site_with_intruder(
        stopping({{0, Action::message}, {120, Action::mail_owner}, {600, Action::stop}}));
    tick(world, "13:00:00", Came::no_target);
    EXPECT_EQ(tick_alone(world, "13:02:00").steps.at(0).stops_at, std::nullopt);
    auto told = site_with_intruder(
        stopping({{0, Action::message}, {120, Action::mail_owner}, {600, Action::stop}}));
    tick(told, "13:00:00");
    EXPECT_EQ(tick_alone(told, "13:02:00").steps.at(0).stops_at, clock("13:10:00"));
}

TEST(ViolationNotice, dry_run_is_held_like_a_stop) {
    auto rules = with_steps(tell_stop);
    rules.stop_mode = enforcement::StopMode::dry_run;
    auto world = site_with_intruder(rules);
    tick(world, "13:00:00", Came::no_target);
    EXPECT_EQ(tick(world, "13:01:00"), "held:1");
}

TEST(ViolationNotice, notified_group_is_stopped_and_unnotified_group_is_held) {
    auto told = site_with_intruder(stopping(tell_stop));
    tick(told, "13:00:00");
    EXPECT_EQ(tick(told, "13:01:00"), "stop:1");
    told.and_then(process_on_atlas(2, {gpu_b}, "ben"));
    EXPECT_EQ(tick(told, "13:01:10"), "stop:1");
    auto untold = site_with_intruder(stopping(tell_stop));
    tick(untold, "13:00:00", Came::failed);
    EXPECT_EQ(tick(untold, "13:01:00"), "held:1");
    untold.and_then(process_on_atlas(2, {gpu_b}, "ben"));
    EXPECT_EQ(tick(untold, "13:01:10"), "held:1");
}

TEST(ViolationNotice, returning_process_keeps_a_notification_delivered_meanwhile) {
    auto world = site_with_intruder(stopping(tell_stop));
    const auto message = tick_alone(world, "13:00:00").steps.at(0);
    world.at(clock("13:00:30")).and_then(gone(intruding_process)).done(Tick{});
    report(world.at(clock("13:00:40")), message, Came::done);
    world.and_then(process_on_atlas(2, {gpu_a}, "ben"));
    EXPECT_EQ(tick(world, "13:01:00"), "");
    EXPECT_EQ(tick(world, "13:01:40"), "stop:1");
}

TEST(ViolationNotice, undelivered_notification_is_repeated_for_present_processes) {
    auto world = site_with_intruder(stopping(tell_stop));
    const auto message = tick_alone(world, "13:00:00").steps.at(0);
    world.at(clock("13:00:01")).and_then(gone(intruding_process)).done(Tick{});
    world.and_then(process_on_atlas(2, {gpu_a}, "ben"));
    EXPECT_EQ(tick(world, "13:00:02"), "") << "it goes on where the one before was";
    report(world, message, Came::not_needed);
    EXPECT_EQ(tick(world, "13:00:03"), "message:1");
    EXPECT_EQ(tick(world, "13:01:03"), "stop:1");
}

TEST(ViolationNotice, unneeded_step_for_one_does_not_count_for_others) {
    auto world =
        site_with_intruder(stopping(tell_stop)).and_then(process_on_atlas(2, {gpu_b}, "ben"));
    auto message = tick_alone(world, "13:00:00").steps.at(0);
    ASSERT_EQ(message.violations.size(), 2U);
    auto gone_one = message;
    gone_one.violations.resize(1);
    report(world, message, Came::done);
    report(world, gone_one, Came::not_needed);
    EXPECT_EQ(only_open_violation(world).steps.taken.at(0).outcome, Came::done);
    EXPECT_EQ(tick(world, "13:01:00"), "stop:2");
}

TEST(ViolationNotice, withdrawn_excuse_requires_another_notice) {
    auto world = site_with_intruder(stopping(tell_stop));
    const auto before = tick_alone(world, "13:00:00").steps.at(0);
    world.done(violation::Excuse{only_open_violation(world).violation.id, "agreed"}, ann);
    world.at(clock("13:05"));
    world.done(violation::WithdrawExcuse{only_open_violation(world).violation.id}, ann);
    const auto after = tick_alone(world, "13:05:00").steps.at(0);
    report(world, before, Came::done);
    EXPECT_EQ(only_open_violation(world).steps.taken.at(0).outcome, std::nullopt)
        << "that was the one before";
    EXPECT_EQ(tick(world, "13:06:00"), "");
    report(world, after, Came::done);
    EXPECT_EQ(tick(world, "13:07:00"), "stop:1");
}

TEST(ViolationNotice, old_outcome_without_a_time_counts_from_its_step) {
    auto world = site_with_intruder(stopping(tell_stop));
    const auto message = tick_alone(world, "13:00:00").steps.at(0);
    world.and_then(violation::Acted{message.violations, message.step, Came::done, 1, ""});
    EXPECT_EQ(only_open_violation(world).steps.taken.at(0).acted_at, clock("13:00:00"));
    EXPECT_EQ(tick(world, "13:01:00"), "stop:1");
}

// The people were notified, but not of a stop.
void expect_told_of_the_stop_first(const rules::Rules& before, const rules::Rules& after) {
    auto world = site_with_intruder(before);
    EXPECT_EQ(tick(world, "13:00:00"), "message:1");
    world.with(after);
    const auto again = tick_alone(world, "13:05:00");
    ASSERT_EQ(again.text, "message:1");
    EXPECT_EQ(again.steps.at(0).stops_at, clock("13:06:00"));
    EXPECT_EQ(tick(world, "13:06:00"), "") << "it is on its way";
    report(world, again.steps.at(0), Came::done);
    EXPECT_EQ(tick(world, "13:06:59"), "");
    EXPECT_EQ(tick(world, "13:07:00"), "stop:1");
    EXPECT_EQ(tick(world, "13:09:00"), "");
}

TEST(ViolationNotice, raised_protection_requires_notice_of_the_stop) {
    auto before = stopping(tell_stop);
    before.protection = enforcement::Protection::told;
    expect_told_of_the_stop_first(before, stopping(tell_stop));
}

TEST(ViolationNotice, new_stop_rule_requires_notice_of_the_stop) {
    expect_told_of_the_stop_first(stopping({{0, Action::message}}), stopping(tell_stop));
}

TEST(ViolationNotice, end_of_dry_runs_requires_notice_of_the_stop) {
    auto before = stopping({{0, Action::message}, {300, Action::stop}});
    before.stop_mode = enforcement::StopMode::dry_run;
    expect_told_of_the_stop_first(before, stopping(tell_stop));
}

// Processes on an unreachable host get no notification. Their earlier one does not repeat the
// notification to the others each second.
TEST(ViolationNotice, unobservable_member_does_not_repeat_notices_to_others) {
    const auto both = booking(1, ann, {gpu_a, gpu_c}, "12:00", "20:00");
    auto away = process_on_atlas(2, {gpu_c}, "ben");
    away.host = boreas;
    auto before = stopping(tell_stop);
    before.protection = enforcement::Protection::told;
    auto world =
        given(sample_site(), booked(both), intruding_process, away).with(before).at(clock("13:00"));
    EXPECT_EQ(tick(world, "13:00:00"), "message:2");
    world.and_then(fleet::HostLost{boreas, "no route"}).with(stopping(tell_stop));
    const auto again = tick_alone(world, "13:05:00");
    EXPECT_EQ(again.text, "message:1");
    EXPECT_EQ(tick(world, "13:05:01"), "") << "it is on its way, and no stop is held meanwhile";
    report(world, again.steps.at(0), Came::no_target);
    EXPECT_EQ(tick(world, "13:05:59"), "");
    EXPECT_EQ(tick(world, "13:06:00"), "held:1");
    EXPECT_EQ(tick(world, "13:30:00"), "");
}

// At 13:04 the dry run of the stop was done, and the rules change to a real stop.
Given stopping_after_a_dry_run() {
    auto trying = stopping(tell_stop);
    trying.stop_mode = enforcement::StopMode::dry_run;
    auto world = site_with_intruder(trying);
    EXPECT_EQ(tick(world, "13:00:00"), "message:1");
    report(world, tick_alone(world, "13:01:00").steps.at(0), Came::dry_run);
    EXPECT_EQ(tick(world, "13:04:00"), "");
    return world.with(stopping(tell_stop));
}

TEST(ViolationNotice, dry_run_becomes_a_stop_after_rules_change_and_notice) {
    auto world = stopping_after_a_dry_run();
    const auto again = tick_alone(world, "13:05:00");
    EXPECT_EQ(again.text, "message:1");
    EXPECT_EQ(again.steps.at(0).stops_at, clock("13:06:00"));
    report(world, again.steps.at(0), Came::done);
    EXPECT_EQ(tick(world, "13:05:59"), "");
    EXPECT_EQ(tick(world, "13:06:00"), "stop:1");
    EXPECT_EQ(tick(world, "13:09:00"), "");
}

TEST(ViolationNotice, stop_after_a_dry_run_is_held_without_notice) {
    auto world = stopping_after_a_dry_run();
    EXPECT_EQ(tick(world, "13:05:00", Came::no_target), "message:1");
    EXPECT_EQ(tick(world, "13:06:00"), "held:1");
    EXPECT_EQ(tick(world, "13:06:01"), "") << "said once";
}

// The rules moved the steps by seconds: the people know already.
TEST(ViolationNotice, moved_step_repeats_no_notification) {
    auto world = site_with_intruder(
        stopping({{0, Action::message}, {60, Action::message}, {600, Action::stop}}));
    EXPECT_EQ(tick(world, "13:00:00", Came::done), "message:1");
    world.with(stopping({{1, Action::message}, {90, Action::message}, {600, Action::stop}}));
    EXPECT_EQ(tick(world, "13:00:05"), "");
    EXPECT_EQ(tick(world, "13:01:30", Came::done), "message:1") << "the second is still to come";
    world.with(stopping({{1, Action::message}, {120, Action::message}, {600, Action::stop}}));
    EXPECT_EQ(tick(world, "13:05:00"), "");
    EXPECT_EQ(tick(world, "13:10:00"), "stop:1");
}

TEST(ViolationNotice, stop_is_held_if_the_second_notice_is_undelivered) {
    auto before = stopping(tell_stop);
    before.protection = enforcement::Protection::told;
    auto world = site_with_intruder(before);
    tick(world, "13:00:00");
    world.with(stopping(tell_stop));
    EXPECT_EQ(tick(world, "13:05:00", Came::no_target), "message:1");
    EXPECT_EQ(tick(world, "13:06:00"), "held:1");
    EXPECT_EQ(tick(world, "19:00:00"), "");
}

TEST(ViolationNotice, container_of_a_daemon_is_shown_without_notification) {
    auto contained = intruding_process;
    contained.unix_name = "root";
    contained.origin.emplace().container =
        fleet::Container{fleet::Runtime::docker, std::string(64, 'a')};
    auto world = given(sample_site(), booked(two_gpu_booking), contained)
                     .with(stopping(tell_stop_admins))
                     .at(clock("13:00"));
    EXPECT_EQ(tick(world, "13:00:00"), "");
    EXPECT_EQ(tick(world, "19:00:00"), "");
    EXPECT_EQ(world.world().violations.open.size(), 1U);
}

TEST(ViolationNotice, container_of_unknown_starter_cannot_be_notified) {
    auto contained = intruding_process;
    contained.origin.emplace().container =
        fleet::Container{fleet::Runtime::docker, std::string(64, 'a')};
    auto asking = two_gpu_booking;
    asking.protection = enforcement::Protection::stopped;
    auto world = given(sample_site(), booked(asking), contained)
                     .with(stopping(tell_stop_admins))
                     .at(clock("13:00"));
    const auto message = tick_alone(world, "13:00:00").steps.at(0);
    EXPECT_EQ(message.stops_at, std::nullopt) << "ben may know nothing of it";
    report(world, message, Came::done);
    EXPECT_EQ(tick(world, "13:01:00"), "held:1");
    EXPECT_EQ(tick(world, "13:02:00"), "mail_admins:1");
    EXPECT_EQ(tick(world, "19:00:00"), "");
}

}  // namespace
}  // namespace dibs::test
