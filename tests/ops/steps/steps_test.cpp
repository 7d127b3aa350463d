// Steps against violations as effects: reach and delay of a message, the report of its answer, and
// cases without a request. The host is a fake here; tests/system has real ones.
#include "tests/ops/steps/steps_world.hpp"

namespace dibs::test {
namespace {

using violation::Outcome;

TEST_F(StepsTest, message_reaches_account_through_probe_account) {
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

TEST_F(StepsTest, account_without_terminal_is_no_target_and_no_failure) {
    host.answers = {R"({"outcome":"no_terminal","told":0,"closed":0,"failed":0,"detail":""})"};
    EXPECT_TRUE(tell().good);
    ASSERT_EQ(reports.all.size(), 1U);
    EXPECT_EQ(reports.all[0].outcome, Outcome::no_target);
}

TEST_F(StepsTest, mail_is_skipped_on_site_without_mail) {
    for (const auto action : {Action::mail_person, Action::mail_owner, Action::mail_admins}) {
        EXPECT_TRUE(take(steps::mail_handler({nullptr, {}, asking(), ""}), {120, action}).good);
        EXPECT_EQ(reports.all.back().outcome, Outcome::skipped);
        EXPECT_EQ(reports.all.back().words, "");
    }
    EXPECT_EQ(reports.all.size(), 3U);
}

TEST_F(StepsTest, only_mail_announcing_a_stop_to_its_person_is_urgent) {
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

TEST_F(StepsTest, second_message_within_ten_minutes_waits) {
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

TEST_F(StepsTest, unreachable_host_is_retried_and_finally_reported) {
    EXPECT_FALSE(tell(1).good);
    EXPECT_TRUE(reports.all.empty());
    EXPECT_FALSE(tell(3).good);
    ASSERT_EQ(reports.all.size(), 1U);
    EXPECT_EQ(reports.all[0].outcome, Outcome::failed);
    EXPECT_EQ(reports.all[0].words, "atlas: nobody listens");
}

TEST_F(StepsTest, step_is_not_needed_when_violation_is_over_or_excused) {
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

TEST_F(StepsTest, postponed_step_is_not_needed_when_violation_ends) {
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

TEST_F(StepsTest, step_from_before_a_revoked_excuse_is_not_taken) {
    tables.at("10:02").fact(violation::Excused{by_ben, "agreed", ann}, ann);
    tables.fact(violation::ExcuseWithdrawn{by_ben, clock("10:02")}, ann);
    EXPECT_TRUE(tell().good);
    EXPECT_TRUE(host.asked.empty());
    EXPECT_EQ(reports.all.at(0).outcome, Outcome::not_needed);
}

TEST_F(StepsTest, recorded_result_is_not_replaced_after_crash) {
    const enforcement::Step step{0, Action::message};
    tables.fact(violation::Escalated{{by_ben}, step, clock("10:01"), {}, {}});
    tables.fact(
        violation::Acted{{by_ben}, step, Outcome::done, 1, "", clock("10:01"), clock("10:01")});
    tables.fact(violation::Closed{by_ben, {}});
    EXPECT_TRUE(tell().good);
    EXPECT_TRUE(reports.all.empty());
}

TEST_F(StepsTest, ended_violations_of_group_are_reported_separately_and_last) {
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

TEST_F(StepsTest, first_message_about_another_booking_does_not_wait) {
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

TEST_F(StepsTest, delayed_message_announces_stop_a_minute_later) {
    stops_at = clock("10:04");
    tables.at("10:20");
    host.answers = {told_one};
    EXPECT_TRUE(tell().good);
    EXPECT_NE(host.asked.at(0).command.input.find("10:21 UTC will be stopped"), std::string::npos)
        << host.asked.at(0).command.input;
}

TEST_F(StepsTest, message_waits_for_host_that_no_probe_sees) {
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

TEST_F(StepsTest, messages_about_many_bookings_are_a_minute_apart) {
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

TEST_F(StepsTest, step_called_off_by_rules_or_booking_is_not_needed) {
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
