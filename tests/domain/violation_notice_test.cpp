// Nobody is stopped who was not told: a stop comes a minute after a step that tells them came
// through, and is held where none did.
#include "tests/domain/violation_ticks.hpp"

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

TEST(ViolationNotice, a_stop_waits_for_a_message_that_comes_late) {
    auto world = site_with_intruder(stopping(tell_stop));
    const auto message = tick_alone(world, "13:00:00").steps.at(0);
    EXPECT_EQ(tick(world, "13:01:00"), "") << "the message is on its way";
    EXPECT_EQ(tick(world, "13:09:00"), "");
    report(world.at(clock("13:10:00")), message, Came::done);
    EXPECT_EQ(violation::Aggregate::next_due(world.world(), clock("13:10:00")), clock("13:11:00"));
    EXPECT_EQ(tick(world, "13:10:59"), "");
    EXPECT_EQ(tick(world, "13:11:00"), "stop:1");
    EXPECT_EQ(tick(world, "13:12:00"), "");
}

TEST(ViolationNotice, another_booking_is_told_of_and_stopped_for_itself) {
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

TEST(ViolationNotice, where_nobody_could_be_told_the_stop_is_held_and_the_admins_hear_of_it) {
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

TEST(ViolationNotice, whom_no_step_of_the_rules_can_tell_is_not_stopped) {
    const auto rules = stopping({{0, Action::mail_person}, {60, Action::stop}});
    auto world =
        given(sample_site(), booked(two_gpu_booking), process_on_atlas(1, {gpu_a}, "mallory"))
            .with(rules)
            .at(clock("13:00"));
    EXPECT_EQ(tick(world, "13:00:00"), "") << "nobody on Dibs is mallory";
    EXPECT_EQ(tick(world, "13:01:00"), "held:1");
    EXPECT_EQ(tick(world, "19:00:00"), "");
}

TEST(ViolationNotice, one_that_tells_them_is_enough) {
    auto world = site_with_intruder(stopping(tell_mail_stop));
    EXPECT_EQ(tick(world, "13:00:00", Came::no_target), "message:1");
    EXPECT_EQ(tick(world, "13:02:00", Came::done), "mail_person:1");
    EXPECT_EQ(tick(world, "13:10:00"), "stop:1");
}

TEST(ViolationNotice, a_mail_to_others_is_no_notice) {
    auto world = site_with_intruder(
        stopping({{0, Action::message}, {0, Action::mail_owner}, {60, Action::stop}}));
    const auto first = tick_alone(world, "13:00:00");
    EXPECT_EQ(first.text, "message:1 mail_owner:1");
    report(world, first.steps.at(0), Came::failed);
    report(world, first.steps.at(1), Came::done);
    EXPECT_EQ(tick(world, "13:01:00"), "held:1");
}

TEST(ViolationNotice, a_stop_that_was_held_comes_a_minute_after_they_are_told_at_last) {
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

TEST(ViolationNotice, nobody_is_promised_a_stop_that_will_be_held) {
    auto world = site_with_intruder(
        stopping({{0, Action::message}, {120, Action::mail_owner}, {600, Action::stop}}));
    tick(world, "13:00:00", Came::no_target);
    EXPECT_EQ(tick_alone(world, "13:02:00").steps.at(0).stops_at, std::nullopt);
    auto told = site_with_intruder(
        stopping({{0, Action::message}, {120, Action::mail_owner}, {600, Action::stop}}));
    tick(told, "13:00:00");
    EXPECT_EQ(tick_alone(told, "13:02:00").steps.at(0).stops_at, clock("13:10:00"));
}

TEST(ViolationNotice, a_dry_run_is_held_like_the_stop_that_it_tries) {
    auto rules = with_steps(tell_stop);
    rules.stop_mode = enforcement::StopMode::dry_run;
    auto world = site_with_intruder(rules);
    tick(world, "13:00:00", Came::no_target);
    EXPECT_EQ(tick(world, "13:01:00"), "held:1");
}

TEST(ViolationNotice,
     of_a_group_that_was_told_each_process_is_stopped_and_of_one_that_was_not_each_held) {
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

TEST(ViolationNotice, who_comes_back_within_minutes_was_told_also_if_that_came_through_meanwhile) {
    auto world = site_with_intruder(stopping(tell_stop));
    const auto message = tick_alone(world, "13:00:00").steps.at(0);
    world.at(clock("13:00:30")).and_then(gone(intruding_process)).done(Tick{});
    report(world.at(clock("13:00:40")), message, Came::done);
    world.and_then(process_on_atlas(2, {gpu_a}, "ben"));
    EXPECT_EQ(tick(world, "13:01:00"), "");
    EXPECT_EQ(tick(world, "13:01:40"), "stop:1");
}

TEST(ViolationNotice, what_reached_nobody_because_they_had_gone_is_taken_for_who_is_there_now) {
    auto world = site_with_intruder(stopping(tell_stop));
    const auto message = tick_alone(world, "13:00:00").steps.at(0);
    world.at(clock("13:00:01")).and_then(gone(intruding_process)).done(Tick{});
    world.and_then(process_on_atlas(2, {gpu_a}, "ben"));
    EXPECT_EQ(tick(world, "13:00:02"), "") << "it goes on where the one before was";
    report(world, message, Came::not_needed);
    EXPECT_EQ(tick(world, "13:00:03"), "message:1");
    EXPECT_EQ(tick(world, "13:01:03"), "stop:1");
}

TEST(ViolationNotice, that_it_was_not_needed_for_one_says_nothing_of_the_others) {
    auto world =
        site_with_intruder(stopping(tell_stop)).and_then(process_on_atlas(2, {gpu_b}, "ben"));
    auto message = tick_alone(world, "13:00:00").steps.at(0);
    ASSERT_EQ(message.violations.size(), 2U);
    auto gone_one = message;
    gone_one.violations.resize(1);
    report(world, message, Came::done);
    report(world, gone_one, Came::not_needed);
    EXPECT_EQ(only_open_violation(world).taken.at(0).outcome, Came::done);
    EXPECT_EQ(tick(world, "13:01:00"), "stop:2");
}

TEST(ViolationNotice, an_excuse_that_is_taken_back_asks_for_another_notice) {
    auto world = site_with_intruder(stopping(tell_stop));
    const auto before = tick_alone(world, "13:00:00").steps.at(0);
    world.done(violation::Excuse{only_open_violation(world).violation.id, "agreed"}, ann);
    world.at(clock("13:05"));
    world.done(violation::WithdrawExcuse{only_open_violation(world).violation.id}, ann);
    const auto after = tick_alone(world, "13:05:00").steps.at(0);
    report(world, before, Came::done);
    EXPECT_EQ(only_open_violation(world).taken.at(0).outcome, std::nullopt)
        << "that was the one before";
    EXPECT_EQ(tick(world, "13:06:00"), "");
    report(world, after, Came::done);
    EXPECT_EQ(tick(world, "13:07:00"), "stop:1");
}

TEST(ViolationNotice, an_old_log_does_not_say_when_which_is_not_before_it_was_taken) {
    auto world = site_with_intruder(stopping(tell_stop));
    const auto message = tick_alone(world, "13:00:00").steps.at(0);
    world.and_then(violation::Acted{message.violations, message.step, Came::done, 1, ""});
    EXPECT_EQ(only_open_violation(world).taken.at(0).acted_at, clock("13:00:00"));
    EXPECT_EQ(tick(world, "13:01:00"), "stop:1");
}

// Told that they are there, and not that they would be stopped.
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

TEST(ViolationNotice, who_was_told_before_the_protection_was_raised_is_told_of_the_stop_first) {
    auto before = stopping(tell_stop);
    before.protection = enforcement::Protection::told;
    expect_told_of_the_stop_first(before, stopping(tell_stop));
}

TEST(ViolationNotice, who_was_told_before_the_rules_had_a_stop_is_told_of_it_first) {
    expect_told_of_the_stop_first(stopping({{0, Action::message}}), stopping(tell_stop));
}

TEST(ViolationNotice, who_was_told_before_stops_were_more_than_dry_runs_is_told_first) {
    auto before = stopping({{0, Action::message}, {300, Action::stop}});
    before.stop_mode = enforcement::StopMode::dry_run;
    expect_told_of_the_stop_first(before, stopping(tell_stop));
}

// Those on a host that is away are told nothing, and what they were told is no reason to tell the
// others each second.
TEST(ViolationNotice, where_one_of_them_is_out_of_sight_the_others_are_told_anew_once) {
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

// At 13:04 the stop was tried, and the rules come to stop.
Given stopping_after_a_dry_run() {
    auto trying = stopping(tell_stop);
    trying.stop_mode = enforcement::StopMode::dry_run;
    auto world = site_with_intruder(trying);
    EXPECT_EQ(tick(world, "13:00:00"), "message:1");
    report(world, tick_alone(world, "13:01:00").steps.at(0), Came::dry_run);
    EXPECT_EQ(tick(world, "13:04:00"), "");
    return world.with(stopping(tell_stop));
}

TEST(ViolationNotice, what_was_only_tried_is_stopped_once_the_rules_do_and_they_were_told) {
    auto world = stopping_after_a_dry_run();
    const auto again = tick_alone(world, "13:05:00");
    EXPECT_EQ(again.text, "message:1");
    EXPECT_EQ(again.steps.at(0).stops_at, clock("13:06:00"));
    report(world, again.steps.at(0), Came::done);
    EXPECT_EQ(tick(world, "13:05:59"), "");
    EXPECT_EQ(tick(world, "13:06:00"), "stop:1");
    EXPECT_EQ(tick(world, "13:09:00"), "");
}

TEST(ViolationNotice, what_was_only_tried_is_held_where_nobody_can_be_told_of_the_stop) {
    auto world = stopping_after_a_dry_run();
    EXPECT_EQ(tick(world, "13:05:00", Came::no_target), "message:1");
    EXPECT_EQ(tick(world, "13:06:00"), "held:1");
    EXPECT_EQ(tick(world, "13:06:01"), "") << "said once";
}

// To the moment is how a rule is moved, to the minute or by an hour: they know.
TEST(ViolationNotice, who_was_told_is_not_told_again_because_the_rules_moved_the_step) {
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

TEST(ViolationNotice, where_the_second_notice_reaches_nobody_the_stop_is_held) {
    auto before = stopping(tell_stop);
    before.protection = enforcement::Protection::told;
    auto world = site_with_intruder(before);
    tick(world, "13:00:00");
    world.with(stopping(tell_stop));
    EXPECT_EQ(tick(world, "13:05:00", Came::no_target), "message:1");
    EXPECT_EQ(tick(world, "13:06:00"), "held:1");
    EXPECT_EQ(tick(world, "19:00:00"), "");
}

TEST(ViolationNotice, container_of_a_daemon_is_shown_and_nobody_is_told) {
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

TEST(ViolationNotice, where_only_a_container_says_whose_it_is_nobody_can_be_told) {
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
