// The steps against violations: when each comes, for whom, and how far they go.
#include "tests/domain/violation_ticks.hpp"

namespace dibs::test {
namespace {

using enforcement::Action;
using enforcement::Protection;

TEST(ViolationSteps, come_one_after_the_other_in_their_time) {
    auto world = site_with_intruder();
    EXPECT_EQ(tick(world, "13:00:00"), "message:1") << "in the same tick that opens it";
    EXPECT_EQ(tick(world, "13:00:01"), "");
    EXPECT_EQ(tick(world, "13:01:59"), "");
    EXPECT_EQ(tick(world, "13:02:00"), "mail_person:1");
    EXPECT_EQ(tick(world, "13:09:59"), "");
    EXPECT_EQ(tick(world, "13:10:00"), "stop:1");
    EXPECT_EQ(tick(world, "13:30:00"), "");
}

TEST(ViolationSteps, are_looked_at_when_the_next_is_due) {
    auto world = site_with_intruder();
    tick(world, "13:00:00");
    EXPECT_EQ(violation::Aggregate::next_due(world.world(), clock("13:00:00")), clock("13:02:00"));
}

TEST(ViolationSteps, go_no_further_than_the_protection_of_the_site) {
    auto world = site_with_intruder(with_steps(tell_mail_stop, Protection::told));
    EXPECT_EQ(tick(world, "13:00:00"), "message:1");
    EXPECT_EQ(tick(world, "19:00:00"), "");
    auto nothing = site_with_intruder(with_steps(tell_mail_stop, Protection::shown));
    EXPECT_EQ(tick(nothing, "19:00:00"), "");
}

TEST(ViolationSteps, go_as_far_as_the_booking_asks_for_and_the_site_allows) {
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

TEST(ViolationSteps, are_taken_once_for_all_that_an_account_runs_into_a_booking) {
    auto world = site_with_intruder().and_then(process_on_atlas(2, {gpu_b}, "ben"));
    EXPECT_EQ(tick(world, "13:00:00"), "message:2");
    world.and_then(process_on_atlas(3, {gpu_b}, "ben"));
    EXPECT_EQ(tick(world, "13:00:05"), "") << "one more joins those that were told";
    EXPECT_EQ(tick(world, "13:02:00"), "mail_person:3");
}

TEST(ViolationSteps, are_each_accounts_own) {
    auto world = site_with_intruder().and_then(process_on_atlas(2, {gpu_b}, "mallory"));
    EXPECT_EQ(tick(world, "13:00:00"), "message:1 message:1");
    EXPECT_EQ(tick(world, "13:02:00"), "mail_person:1") << "nobody on Dibs is mallory";
}

TEST(ViolationSteps, rest_while_it_is_excused_and_begin_anew_when_that_is_taken_back) {
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

TEST(ViolationSteps, keep_their_distance_where_dibs_was_away) {
    auto world = site_with_intruder();
    world.done(Tick{});
    auto late = site_with_intruder();
    EXPECT_EQ(tick(late, "13:00:00"), "message:1");
    EXPECT_EQ(tick(late, "13:30:00"), "mail_person:1");
    EXPECT_EQ(tick(late, "13:37:59"), "") << "told half an hour late, stopped eight minutes after";
    EXPECT_EQ(tick(late, "13:38:00"), "stop:1");
}

TEST(ViolationSteps, go_no_further_while_nobody_sees_the_process) {
    auto world = site_with_intruder();
    tick(world, "13:00:00");
    world.and_then(fleet::HostLost{atlas, "no route"});
    EXPECT_EQ(tick(world, "13:05:00"), "");
    world.and_then(fleet::HostReached{atlas});
    EXPECT_EQ(tick(world, "13:05:01"), "mail_person:1");
}

TEST(ViolationSteps, who_comes_back_within_minutes_goes_on_where_they_were) {
    auto world = site_with_intruder();
    tick(world, "13:00:00");
    tick(world, "13:02:00");
    world.at(clock("13:03")).and_then(gone(intruding_process)).done(Tick{});
    world.and_then(process_on_atlas(2, {gpu_a}, "ben"));
    EXPECT_EQ(tick(world, "13:05:00"), "") << "told already";
    EXPECT_EQ(tick(world, "13:11:59"), "") << "two minutes of absence do not count";
    EXPECT_EQ(tick(world, "13:12:00"), "stop:1");
}

TEST(ViolationSteps, who_stays_away_for_longer_than_they_were_there_goes_on_too) {
    auto world = site_with_intruder();
    EXPECT_EQ(tick(world, "13:00:00"), "message:1");
    world.at(clock("13:01")).and_then(gone(intruding_process)).done(Tick{});
    world.and_then(process_on_atlas(2, {gpu_a}, "ben"));
    EXPECT_EQ(tick(world, "13:09:00"), "");
    EXPECT_EQ(tick(world, "13:10:00"), "mail_person:1") << "two minutes, without those away";
}

TEST(ViolationSteps, who_starts_again_after_a_stop_is_stopped_again) {
    auto world = site_with_intruder();
    tick(world, "13:00:00");
    tick(world, "13:02:00");
    EXPECT_EQ(tick(world, "13:10:00"), "stop:1");
    world.and_then(gone(intruding_process)).and_then(process_on_atlas(2, {gpu_a}, "ben"));
    EXPECT_EQ(tick(world, "13:10:10"), "stop:1") << "a loop that starts it anew";
    EXPECT_EQ(tick(world, "13:10:11"), "");
}

TEST(ViolationSteps, who_comes_back_later_is_told_again) {
    auto world = site_with_intruder();
    tick(world, "13:00:00");
    world.at(clock("13:03")).and_then(gone(intruding_process)).done(Tick{});
    world.at(clock("13:13")).and_then(process_on_atlas(2, {gpu_a}, "ben"));
    EXPECT_EQ(tick(world, "13:13:00"), "message:1");
}

TEST(ViolationSteps, a_stop_says_how_it_is_to_be_done) {
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

// What the step of this tick says about a stop to come.
std::optional<Instant> announced(const Given& world) {
    const auto decided = world.decide(Tick{}, Context{{}, Scopes::all(), world.world().now});
    return get<violation::Escalated>(decided.value().back()).stops_at;
}

TEST(ViolationSteps, say_when_the_processes_will_be_stopped) {
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

TEST(ViolationSteps, what_came_of_one_is_a_fact_that_dibs_alone_reports) {
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

TEST(ViolationSteps, that_a_stop_is_held_is_decided_and_nothing_to_be_reported) {
    auto world = site_with_intruder();
    world.done(Tick{});
    const auto violation = world.world().violations.open.begin()->second.violation;
    const violation::ReportStep report{
        {violation}, {600, Action::stop}, violation::Outcome::not_told, 0, ""};
    EXPECT_EQ(world.when(report), refused(Code::malformed, "outcome"));
}

TEST(ViolationSteps, only_a_mail_is_left_out_by_how_a_site_is_set) {
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
