// Steps against violations as effects: what a host is asked, what is reported of its answer, and
// when nothing is asked at all. The host is a fake here; tests/system has real ones.
#include "domain/codec/violation_fields.hpp"
#include "ops/react/host_programs/programs.hpp"
#include "ops/react/steps/mail.hpp"
#include "ops/react/steps/message.hpp"
#include "ops/react/steps/stop.hpp"
#include "tests/projections/processes.hpp"
#include "tests/projections/tables_with.hpp"
#include "tests/support/answering_host.hpp"
#include "tests/support/record_maker.hpp"

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

using enforcement::Action;
using enforcement::StopMode;
using violation::Outcome;

const auto held = booking(1, ann, {gpu_a, gpu_b}, "10:00", "12:00");
const auto bens = process(1, {gpu_a}, 42, "ben");
const auto by_ben = intruder(1, bens, held);

class Reports final : public CommandHandler {
  public:
    void submit(Envelope envelope, OnReply on_reply) override {
        all.push_back(std::get<violation::ReportStep>(
            std::get<violation::Command>(std::move(envelope.command))));
        on_reply(Done{});
    }
    std::vector<violation::ReportStep> all;
};

class StepsTest : public ::testing::Test {
  protected:
    StepsTest() {
        tables.sample_site().fact(booked(held)).fact(bens);
        tables.at("10:01").fact(violation::Opened{by_ben, clock("10:01")});
    }

    steps::Parts parts() {
        return {test_keys(), reports,
                [this](Position) { return std::optional<Snapshot>(tables.ask()); }};
    }
    // What the reactor would make of it.
    EffectEnd take(steps::Handler handler, const enforcement::Step& step,
                   std::optional<StopMode> mode = {}, std::int64_t attempt = 1) {
        const violation::Escalated escalated{escalated_for, step, clock("10:01"), mode, stops_at};
        RecordMaker pen;
        pen.created();
        auto record = pen.command({event(escalated)}).front();
        const auto reaction = steps::reaction_of(std::move(handler), parts());
        EXPECT_TRUE(reaction.wants(*parse_record(record)));
        return reaction.perform({std::move(record), position, attempt, 1}, stopping);
    }
    EffectEnd tell(std::int64_t attempt = 1) {
        return take(message, {0, Action::message}, {}, attempt);
    }
    EffectEnd stop(StopMode mode, std::int64_t attempt = 1) {
        return take(steps::stop_handler({host, asking(), sighting, now()}), {600, Action::stop},
                    mode, attempt);
    }
    std::function<Snapshot()> asking() {
        return [this] { return tables.ask(); };
    }
    Clock now() {
        return [this] { return tables.now(); };
    }

    TablesWith tables;
    Reports reports;
    AnsweringHost host;
    std::atomic<bool> stopping{false};
    std::vector<violation::Violation> escalated_for{by_ben};
    std::optional<Instant> stops_at{};
    const std::string told_one = R"({"outcome":"told","told":1,"closed":0,"failed":0,"detail":""})";
    Position position = 9;
    steps::Handler message = steps::message_handler({host, asking(), "", now()});
    std::function<std::optional<Sighting>(HostId, std::int64_t)> sighting = [this](HostId,
                                                                                   std::int64_t) {
        return std::optional<Sighting>({tables.now(), "the-boot"});
    };
};

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
                                 return mail::Sent{mail::Fate::sent};
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
    tables.fact(more).fact(violation::Opened{second, clock("10:01")});
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
    tables.fact(booked(other)).fact(more).fact(violation::Opened{second, clock("10:01")});
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

TEST_F(StepsTest, a_stop_names_all_that_is_known_of_the_process) {
    host.answers = {R"({"outcome":"terminated","sent":["TERM"],"detail":""})"};
    EXPECT_TRUE(stop(StopMode::by_helper).good);
    ASSERT_EQ(host.asked.size(), 1U);
    EXPECT_EQ(host.asked[0].target.account, "dibs");
    EXPECT_EQ(host.asked[0].command.line, host::root_helper_command());
    const auto& sent = host.asked[0].command.input;
    for (const std::string_view part : {"42", "the-boot", "ben", "GPU-a"}) {
        EXPECT_NE(sent.find(part), std::string::npos) << part;
    }
    ASSERT_EQ(reports.all.size(), 1U);
    EXPECT_EQ(reports.all[0].outcome, Outcome::done);
}

TEST_F(StepsTest, a_stop_as_the_owner_signs_in_as_the_account) {
    host.answers = {R"({"outcome":"killed","sent":["TERM","KILL"],"detail":""})"};
    EXPECT_TRUE(stop(StopMode::as_owner).good);
    EXPECT_EQ(host.asked.at(0).target.account, "ben");
    EXPECT_EQ(host.asked.at(0).command.line, host::program_command());
}

TEST_F(StepsTest, a_stop_that_has_begun_is_called_off_when_it_is_over_or_excused) {
    host.answers = {R"({"outcome":"killed","sent":["TERM","KILL"],"detail":""})"};
    for (int n = 2; n <= 6; ++n) {
        const auto another = process(n, {gpu_a}, 50 + n, "ben");
        escalated_for.push_back(intruder(n, another, held));
        tables.fact(another).fact(violation::Opened{escalated_for.back(), clock("10:01")});
    }
    // Asked for the names first, then before each batch of four.
    int times = 0;
    const auto over_after_the_first_batch = [&] {
        if (++times == 3) {
            tables.fact(violation::Excused{escalated_for[4], "agreed", ann}, ann);
            tables.fact(violation::Closed{escalated_for[5], {}});
        }
        return tables.ask();
    };
    const auto handler = steps::stop_handler({host, over_after_the_first_batch, sighting, now()});
    EXPECT_TRUE(take(handler, {600, Action::stop}, StopMode::by_helper).good);
    EXPECT_EQ(host.asked.size(), 4U);
    ASSERT_EQ(reports.all.size(), 2U);
    EXPECT_EQ(reports.all[0].outcome, Outcome::done);
    EXPECT_EQ(reports.all[0].count, 4);
    EXPECT_EQ(reports.all[0].violations.size(), 4U);
    EXPECT_EQ(reports.all[1].outcome, Outcome::not_needed);
    EXPECT_EQ(reports.all[1].violations, (std::vector{escalated_for[4], escalated_for[5]}));
}

TEST_F(StepsTest, a_dry_run_is_told_as_one) {
    host.answers = {R"({"outcome":"would_stop","sent":[],"detail":""})"};
    EXPECT_TRUE(stop(StopMode::dry_run).good);
    ASSERT_EQ(reports.all.size(), 1U);
    EXPECT_EQ(reports.all[0].outcome, Outcome::dry_run);
}

TEST_F(StepsTest, a_dry_run_tries_the_helper_first_and_then_the_owner) {
    const std::string refused = R"({"outcome":"refused","sent":[],"detail":"no way"})";
    host.answers = {refused, R"({"outcome":"would_stop","sent":[],"detail":""})"};
    EXPECT_TRUE(stop(StopMode::dry_run).good);
    ASSERT_EQ(host.asked.size(), 2U);
    EXPECT_EQ(host.asked[0].command.line, host::root_helper_command());
    EXPECT_EQ(host.asked[1].target.account, "ben");
    EXPECT_EQ(reports.all.at(0).outcome, Outcome::dry_run);
    host.answers = {refused};
    EXPECT_TRUE(stop(StopMode::dry_run).good);
    EXPECT_EQ(reports.all.at(1).words, "through the helper: no way; as its owner: no way");
}

TEST_F(StepsTest, nothing_is_stopped_that_nobody_saw_within_half_a_minute) {
    host.answers = {R"({"outcome":"killed","sent":["TERM","KILL"],"detail":""})"};
    sighting = [this](HostId, std::int64_t) {
        return std::optional<Sighting>({tables.now() - std::chrono::seconds{31}, "the-boot"});
    };
    EXPECT_FALSE(stop(StopMode::by_helper).good);
    sighting = [](HostId, std::int64_t) { return std::optional<Sighting>(); };
    EXPECT_TRUE(stop(StopMode::by_helper, 3).postponed) << "its host may come back";
    EXPECT_TRUE(reports.all.empty());
    tables.at("11:01");
    EXPECT_FALSE(stop(StopMode::by_helper, 3).good);
    EXPECT_TRUE(host.asked.empty());
    ASSERT_EQ(reports.all.size(), 1U);
    EXPECT_EQ(reports.all[0].outcome, Outcome::failed);
    EXPECT_EQ(reports.all[0].words, "nobody has seen it within 30 seconds");
}

TEST_F(StepsTest, a_process_that_is_another_one_by_now_is_no_target) {
    host.answers = {R"({"outcome":"not_it","check":"start_time","sent":[],"detail":""})"};
    EXPECT_TRUE(stop(StopMode::by_helper).good);
    ASSERT_EQ(reports.all.size(), 1U);
    EXPECT_EQ(reports.all[0].outcome, Outcome::no_target);
}

TEST_F(StepsTest, a_refusal_of_the_host_is_said_in_its_words) {
    host.answers = {R"({"outcome":"refused","sent":[],"detail":"a password is required"})"};
    EXPECT_TRUE(stop(StopMode::by_helper).good) << "another attempt would fare no better";
    ASSERT_EQ(reports.all.size(), 1U);
    EXPECT_EQ(reports.all[0].outcome, Outcome::failed);
    EXPECT_EQ(reports.all[0].words, "a password is required");
}

}  // namespace
}  // namespace dibs::test
