// Steps against violations as effects: whom a message reaches and when it waits, what is reported
// of its answer, and when nothing is asked at all. The host is a fake here; tests/system has real
// ones.
#include "tests/ops/steps_world.hpp"

namespace dibs::test {
namespace {

using violation::Outcome;

TEST_F(StepsTest, a_message_goes_to_the_account_through_the_one_that_probes) {
    host.answers = {R"({"outcome":"told","told":2,"closed":0,"failed":0,"detail":""})"};
    EXPECT_TRUE(tell().good);
    ASSERT_EQ(host.asked.size(), 1U);
    EXPECT_EQ(host.asked[0].target.name, "atlas");
    EXPECT_EQ(host.asked[0].target.account, "dibs");
    EXPECT_EQ(host.asked[0].command.line, host::program_command());
    const auto& sent = host.asked[0].command.input;
    EXPECT_NE(sent.find("your process 42 runs on atlas:0"), std::string::npos);
    EXPECT_NE(sent.find("ann has booked until 2026-12-01 12:00 UTC"), std::string::npos);
    ASSERT_EQ(reports.all.size(), 1U);
    EXPECT_EQ(reports.all[0].outcome, Outcome::done);
    EXPECT_EQ(reports.all[0].count, 2);
}

TEST_F(StepsTest, who_has_no_terminal_is_no_target_and_no_failure) {
    host.answers = {R"({"outcome":"no_terminal","told":0,"closed":0,"failed":0,"detail":""})"};
    EXPECT_TRUE(tell().good);
    ASSERT_EQ(reports.all.size(), 1U);
    EXPECT_EQ(reports.all[0].outcome, Outcome::no_target);
}

TEST_F(StepsTest, a_mail_of_a_site_that_sends_none_is_skipped_and_no_failure) {
    for (const auto action : {Action::mail_person, Action::mail_owner, Action::mail_admins}) {
        EXPECT_TRUE(take(steps::mail_handler({nullptr, {}, asking(), ""}), {120, action}).good);
        EXPECT_EQ(reports.all.back().outcome, Outcome::skipped);
        EXPECT_EQ(reports.all.back().words, "");
    }
    EXPECT_EQ(reports.all.size(), 3U);
}

TEST_F(StepsTest, only_the_mail_that_tells_of_a_stop_to_whom_it_stops_is_urgent) {
    for (const auto& [id, name] : {std::pair(ann, "ann"), {ben, "ben"}}) {
        tables.fact(
            people::MailChanged{id, Personal<std::string>{std::string(name) + "@example.org"}});
    }
    std::vector<mail::Letter> letters;
    mail::Mailer mailer{{.send =
                             [&](const mail::Letter& letter, const auto&) {
                                 letters.push_back(letter);
                                 return mail::Sent{mail::SendStatus::sent};
                             },
                         .keep = [](const std::string&) {},
                         .clock = now(),
                         .from = {"dibs@example.org", "Dibs"}},
                        mail::MailPace({100, 1000}, "")};
    const auto mailed = [&](Action action, std::optional<Instant> stopped_at) {
        stops_at = stopped_at;
        const auto handler =
            steps::mail_handler({&mailer, {"dibs@example.org", "Dibs"}, asking(), ""});
        letters.clear();
        position += 1;
        EXPECT_TRUE(take(handler, {120, action}).good);
        EXPECT_EQ(letters.size(), 1U);
        return !letters.empty() && letters[0].urgent;
    };
    EXPECT_TRUE(mailed(Action::mail_person, clock("10:11")));
    EXPECT_FALSE(mailed(Action::mail_person, std::nullopt)) << "nothing is stopped";
    EXPECT_FALSE(mailed(Action::mail_owner, clock("10:11")));
}

TEST_F(StepsTest, a_second_message_within_ten_minutes_waits) {
    host.answers = {R"({"outcome":"told","told":1,"closed":0,"failed":0,"detail":""})"};
    EXPECT_TRUE(tell().good);
    tables.at("10:05");
    const auto again = tell();
    EXPECT_EQ(again.postponed, clock("10:11"));
    EXPECT_EQ(host.asked.size(), 1U);
    EXPECT_EQ(reports.all.size(), 1U);
    tables.at("10:11");
    EXPECT_TRUE(tell().good);
}

TEST_F(StepsTest, a_host_that_is_not_reached_is_tried_again_and_at_last_reported) {
    EXPECT_FALSE(tell(1).good);
    EXPECT_TRUE(reports.all.empty());
    EXPECT_FALSE(tell(3).good);
    ASSERT_EQ(reports.all.size(), 1U);
    EXPECT_EQ(reports.all[0].outcome, Outcome::failed);
    EXPECT_EQ(reports.all[0].words, "atlas: nobody listens");
}

TEST_F(StepsTest, what_is_over_or_excused_meanwhile_asks_no_host_and_is_reported_as_not_needed) {
    host.answers = {R"({"outcome":"told","told":1,"closed":0,"failed":0,"detail":""})"};
    tables.fact(violation::Excused{by_ben, "agreed", ann}, ann);
    EXPECT_TRUE(tell().good);
    tables.fact(violation::ExcuseWithdrawn{by_ben, {}}, ann).fact(violation::Closed{by_ben, {}});
    EXPECT_TRUE(tell().good);
    EXPECT_TRUE(stop(StopMode::by_helper).good);
    EXPECT_TRUE(host.asked.empty());
    ASSERT_EQ(reports.all.size(), 3U);
    for (const auto& report : reports.all) {
        EXPECT_EQ(report.outcome, Outcome::not_needed);
        EXPECT_EQ(report.violations, std::vector{by_ben});
        EXPECT_EQ(report.escalated_at, clock("10:01"));
    }
}

TEST_F(StepsTest, what_was_postponed_and_is_over_by_then_is_not_on_its_way_for_ever) {
    host.answers = {told_one};
    EXPECT_TRUE(tell().good);
    tables.at("10:05");
    EXPECT_EQ(tell().postponed, clock("10:11"));
    tables.fact(violation::Closed{by_ben, {}}).at("10:11");
    EXPECT_TRUE(tell().good);
    EXPECT_EQ(host.asked.size(), 1U);
    ASSERT_EQ(reports.all.size(), 2U);
    EXPECT_EQ(reports.all[1].outcome, Outcome::not_needed);
}

TEST_F(StepsTest, a_step_of_before_an_excuse_that_was_taken_back_is_not_taken) {
    tables.at("10:02").fact(violation::Excused{by_ben, "agreed", ann}, ann);
    tables.fact(violation::ExcuseWithdrawn{by_ben, clock("10:02")}, ann);
    EXPECT_TRUE(tell().good);
    EXPECT_TRUE(host.asked.empty());
    EXPECT_EQ(reports.all.at(0).outcome, Outcome::not_needed);
}

TEST_F(StepsTest, what_came_of_it_is_not_replaced_after_a_crash) {
    const enforcement::Step step{0, Action::message};
    tables.fact(violation::Escalated{{by_ben}, step, clock("10:01"), {}, {}});
    tables.fact(
        violation::Acted{{by_ben}, step, Outcome::done, 1, "", clock("10:01"), clock("10:01")});
    tables.fact(violation::Closed{by_ben, {}});
    EXPECT_TRUE(tell().good);
    EXPECT_TRUE(reports.all.empty());
}

TEST_F(StepsTest, of_a_group_those_that_are_over_are_reported_apart_and_last) {
    const auto more = process(2, {gpu_b}, 43, "ben");
    const auto second = intruder(2, more, held);
    tables.fact(more).fact(violation::ViolationOpened{second, clock("10:01")});
    tables.fact(violation::Closed{by_ben, {}});
    host.answers = {told_one};
    escalated_for = {by_ben, second};
    EXPECT_TRUE(tell().good);
    ASSERT_EQ(reports.all.size(), 2U);
    EXPECT_EQ(reports.all[0].outcome, Outcome::done);
    EXPECT_EQ(reports.all[0].violations, std::vector{second});
    EXPECT_EQ(reports.all[1].outcome, Outcome::not_needed);
    EXPECT_EQ(reports.all[1].violations, std::vector{by_ben});
}

TEST_F(StepsTest, the_first_message_about_another_booking_does_not_wait) {
    const auto other = booking(2, root, {gpu_b}, "10:00", "12:00");
    const auto more = process(2, {gpu_b}, 43, "ben");
    const auto second = intruder(2, more, other);
    tables.fact(booked(other)).fact(more).fact(violation::ViolationOpened{second, clock("10:01")});
    host.answers = {told_one};
    EXPECT_TRUE(tell().good);
    escalated_for = {second};
    host.answers = {told_one};
    EXPECT_TRUE(tell().good) << "it is the one notice of this one";
    EXPECT_EQ(tell().postponed, clock("10:11")) << "the next about the same one waits";
    EXPECT_EQ(host.asked.size(), 2U);
}

TEST_F(StepsTest, a_message_that_waited_promises_a_minute_from_then_on) {
    stops_at = clock("10:04");
    tables.at("10:20");
    host.answers = {told_one};
    EXPECT_TRUE(tell().good);
    EXPECT_NE(host.asked.at(0).command.input.find("10:21 UTC will be stopped"), std::string::npos)
        << host.asked.at(0).command.input;
}

TEST_F(StepsTest, a_message_waits_for_a_host_that_nobody_sees) {
    host.answers = {told_one};
    sighting = [](HostId, std::int64_t) { return std::optional<Sighting>(); };
    EXPECT_TRUE(tell(3).postponed);
    EXPECT_TRUE(host.asked.empty());
    tables.at("10:40");
    sighting = [this](HostId, std::int64_t) {
        return std::optional<Sighting>({tables.now(), "the-boot"});
    };
    EXPECT_TRUE(tell(3).good);
    ASSERT_EQ(reports.all.size(), 1U);
    EXPECT_EQ(reports.all[0].outcome, Outcome::done);
}

TEST_F(StepsTest, who_books_and_books_again_fills_no_terminal) {
    host.answers = {told_one};
    const auto tell_of_another = [&](unsigned n) {
        const auto another = booking(n, root, {gpu_b}, "10:00", "12:00");
        const auto more = process(n, {gpu_b}, 40 + n, "ben");
        escalated_for = {intruder(n, more, another)};
        tables.fact(booked(another)).fact(more);
        tables.fact(violation::ViolationOpened{escalated_for.front(), clock("10:01")});
        return tell();
    };
    for (unsigned n = 2; n <= 6; ++n) EXPECT_TRUE(tell_of_another(n).good) << n;
    EXPECT_EQ(tell_of_another(7).postponed, clock("10:02")) << "a minute, not ten";
    tables.at("10:02");
    EXPECT_TRUE(tell().good);
    EXPECT_EQ(tell_of_another(8).postponed, clock("10:03"));
}

TEST_F(StepsTest, what_the_rules_or_the_booking_have_called_off_meanwhile_is_not_needed) {
    host.answers = {told_one};
    auto fewer = rules;
    fewer.violation_steps = enforcement::Steps{{600, Action::stop}};
    auto milder = rules;
    milder.most_protection = milder.protection = enforcement::Protection::shown;
    for (const auto& now : {fewer, milder}) {
        tables.fact(rules::RulesChanged{rules::Scope::site, now});
        EXPECT_TRUE(tell().good);
        EXPECT_EQ(reports.all.back().outcome, Outcome::not_needed);
    }
    tables.fact(rules::RulesChanged{rules::Scope::site, rules});
    auto mild = held;
    mild.protection = enforcement::Protection::shown;
    tables.fact(changed(held, mild));
    EXPECT_TRUE(tell().good);
    EXPECT_EQ(reports.all.back().outcome, Outcome::not_needed);
    EXPECT_TRUE(host.asked.empty());
}

}  // namespace
}  // namespace dibs::test
