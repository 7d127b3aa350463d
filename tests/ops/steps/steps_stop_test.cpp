// The step "stop" as an effect: requests to a host, cases without one, and the trust in its answer.
// The host is a fake here; tests/system has real ones.
#include "tests/ops/steps/steps_world.hpp"

namespace dibs::test {
namespace {

using violation::Outcome;

TEST_F(StepsTest, stop_request_names_all_known_process_data) {
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

TEST_F(StepsTest, stop_as_owner_signs_in_as_the_account) {
    host.answers = {R"({"outcome":"killed","sent":["TERM","KILL"],"detail":""})"};
    EXPECT_TRUE(stop(StopMode::as_owner).good);
    EXPECT_EQ(host.asked.at(0).target.account, "ben");
    EXPECT_EQ(host.asked.at(0).command.line, host::program_command());
}

// The owner's login shell can answer anything.
TEST_F(StepsTest, process_still_shown_by_probe_does_not_count_as_stopped) {
    host.answers = {R"({"outcome":"terminated","sent":["TERM"],"detail":""})"};
    shown = Shown::still;
    EXPECT_FALSE(stop(StopMode::as_owner).good) << "it is tried again";
    EXPECT_TRUE(reports.all.empty());
    EXPECT_FALSE(stop(StopMode::as_owner, 3).good);
    EXPECT_EQ(shown_of, (std::set<std::int64_t>{42}));
    ASSERT_EQ(reports.all.size(), 1U);
    EXPECT_EQ(reports.all[0].outcome, Outcome::failed);
    EXPECT_EQ(reports.all[0].words, "it says that it has ended it, but its probe still shows it");
}

// The step was decided while the rules still stopped processes.
TEST_F(StepsTest, stop_is_called_off_when_rules_change_to_dry_run) {
    auto trying = rules;
    trying.stop_mode = StopMode::dry_run;
    tables.fact(rules::RulesChanged{rules::Scope::site, trying});
    EXPECT_TRUE(stop(StopMode::by_helper).good);
    EXPECT_TRUE(host.asked.empty());
    ASSERT_EQ(reports.all.size(), 1U);
    EXPECT_EQ(reports.all[0].outcome, Outcome::not_needed);
}

TEST_F(StepsTest, violation_is_checked_again_between_term_and_kill) {
    const std::string runs_on =
        R"({"outcome":"unconfirmed","sent":["TERM"],"detail":"it has not ended yet"})";
    const std::string killed = R"({"outcome":"killed","sent":["KILL"],"detail":""})";
    host.answers = {runs_on, killed};
    EXPECT_TRUE(stop(StopMode::by_helper).good);
    ASSERT_EQ(host.asked.size(), 2U);
    EXPECT_NE(host.asked[0].command.input.find(R"("signals":["TERM"])"), std::string::npos);
    EXPECT_NE(host.asked[1].command.input.find(R"("signals":["KILL"])"), std::string::npos);
    EXPECT_EQ(reports.all.at(0).outcome, Outcome::done);
    EXPECT_EQ(reports.all.at(0).count, 1);

    int times = 0;
    auto its = stop_parts();
    its.tables = [&] {  // reads: for the names, for the batch, and in between
        if (++times == 3) tables.fact(violation::Excused{by_ben, "agreed", ann}, ann);
        return tables.ask();
    };
    host.asked.clear();
    host.answers = {runs_on, killed};
    EXPECT_TRUE(
        take(steps::stop_handler(std::move(its)), {600, Action::stop}, StopMode::by_helper).good);
    EXPECT_EQ(host.asked.size(), 1U) << "its KILL is called off";
    EXPECT_EQ(reports.all.at(1).outcome, Outcome::not_needed);
    EXPECT_EQ(reports.all.at(1).words, "it had its TERM by then, and no KILL");
}

TEST_F(StepsTest, each_process_keeps_its_result_when_others_are_retried) {
    for (unsigned n = 2; n <= 3; ++n) {
        const auto another = process(n, {gpu_a}, 41 + n, "ben");
        escalated_for.push_back(intruder(n, another, held));
        tables.fact(another).fact(violation::ViolationOpened{escalated_for.back(), clock("10:01")});
    }
    host.by_content = {
        {R"("pid":42,)", R"({"outcome":"terminated","sent":["TERM"],"detail":""})"},
        {R"("pid":43,)", R"({"outcome":"refused","sent":[],"detail":"no right"})"},
        {R"("pid":44,)", R"({"outcome":"unconfirmed","sent":[],"detail":"no nvidia-smi"})"}};
    EXPECT_FALSE(stop(StopMode::by_helper).good) << "one is tried again";
    const auto of = [&](std::size_t i) {
        const auto& one = reports.all.at(i);
        return std::tuple{one.outcome, one.count, one.words, one.violations};
    };
    using Ids = std::vector<violation::Violation>;
    ASSERT_EQ(reports.all.size(), 2U);
    EXPECT_EQ(of(0), (std::tuple{Outcome::done, 1L, std::string(), Ids{escalated_for[0]}}));
    EXPECT_EQ(of(1),
              (std::tuple{Outcome::failed, 0L, std::string("no right"), Ids{escalated_for[1]}}));
    EXPECT_FALSE(stop(StopMode::by_helper, 3).good);
    ASSERT_EQ(reports.all.size(), 5U);
    EXPECT_EQ(of(3), (std::tuple{Outcome::failed, 0L,
                                 std::string("it could not be confirmed: no nvidia-smi"),
                                 Ids{escalated_for[2]}}))
        << "the last attempt says of it what came";
}

TEST_F(StepsTest, stop_without_confirmation_by_probe_is_reported_so) {
    host.answers = {R"({"outcome":"killed","sent":["TERM","KILL"],"detail":""})"};
    shown = Shown::unknown;
    EXPECT_TRUE(stop(StopMode::by_helper).good);
    ASSERT_EQ(reports.all.size(), 1U);
    EXPECT_EQ(reports.all[0].outcome, Outcome::done);
    EXPECT_EQ(reports.all[0].words, "its host says so; no sample of it has come since");
}

TEST_F(StepsTest, running_stop_is_called_off_when_violation_is_over_or_excused) {
    host.answers = {R"({"outcome":"killed","sent":["TERM","KILL"],"detail":""})"};
    for (unsigned n = 2; n <= 6; ++n) {
        const auto another = process(n, {gpu_a}, 50 + n, "ben");
        escalated_for.push_back(intruder(n, another, held));
        tables.fact(another).fact(violation::ViolationOpened{escalated_for.back(), clock("10:01")});
    }
    // Reads the tables for the names first, then before each batch of four.
    int times = 0;
    const auto over_after_the_first_batch = [&] {
        if (++times == 3) {
            tables.fact(violation::Excused{escalated_for[4], "agreed", ann}, ann);
            tables.fact(violation::Closed{escalated_for[5], {}});
        }
        return tables.ask();
    };
    auto its = stop_parts();
    its.tables = over_after_the_first_batch;
    EXPECT_TRUE(
        take(steps::stop_handler(std::move(its)), {600, Action::stop}, StopMode::by_helper).good);
    EXPECT_EQ(host.asked.size(), 4U);
    ASSERT_EQ(reports.all.size(), 2U);
    EXPECT_EQ(reports.all[0].outcome, Outcome::done);
    EXPECT_EQ(reports.all[0].count, 4);
    EXPECT_EQ(reports.all[0].violations.size(), 4U);
    EXPECT_EQ(reports.all[1].outcome, Outcome::not_needed);
    EXPECT_EQ(reports.all[1].violations, (std::vector{escalated_for[4], escalated_for[5]}));
}

TEST_F(StepsTest, violation_ended_during_interrupted_stop_has_unknown_cause) {
    const auto another = process(2, {gpu_a}, 43, "ben");
    escalated_for.push_back(intruder(2, another, held));
    tables.fact(another).fact(violation::ViolationOpened{escalated_for[1], clock("10:01")});
    tables.fact(violation::Closed{by_ben, {}});
    tables.fact(violation::Excused{escalated_for[1], "agreed", ann}, ann);
    may_have_begun = true;
    EXPECT_TRUE(stop(StopMode::by_helper).good);
    EXPECT_TRUE(host.asked.empty());
    ASSERT_EQ(reports.all.size(), 2U);
    EXPECT_EQ(reports.all[0].outcome, Outcome::not_needed);
    EXPECT_EQ(reports.all[0].violations, std::vector{escalated_for[1]}) << "it runs on";
    EXPECT_EQ(reports.all[1].outcome, Outcome::no_target);
    EXPECT_EQ(reports.all[1].violations, std::vector{by_ben});
    EXPECT_EQ(reports.all[1].words,
              "it is over; an attempt of this that was cut off may have ended it");
}

TEST_F(StepsTest, dry_run_is_reported_as_dry_run) {
    host.answers = {R"({"outcome":"would_stop","sent":[],"detail":""})"};
    EXPECT_TRUE(stop(StopMode::dry_run).good);
    ASSERT_EQ(reports.all.size(), 1U);
    EXPECT_EQ(reports.all[0].outcome, Outcome::dry_run);
}

TEST_F(StepsTest, dry_run_tries_helper_before_owner) {
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

TEST_F(StepsTest, process_not_seen_for_half_a_minute_is_not_stopped) {
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
    EXPECT_EQ(reports.all[0].words, "nobody has seen it for an hour");
}

TEST_F(StepsTest, reused_pid_is_no_target) {
    host.answers = {R"({"outcome":"not_it","check":"start_time","sent":[],"detail":""})"};
    EXPECT_TRUE(stop(StopMode::by_helper).good);
    ASSERT_EQ(reports.all.size(), 1U);
    EXPECT_EQ(reports.all[0].outcome, Outcome::no_target);
}

TEST_F(StepsTest, rejection_by_host_is_reported_in_its_words) {
    host.answers = {R"({"outcome":"refused","sent":[],"detail":"a password is required"})"};
    EXPECT_TRUE(stop(StopMode::by_helper).good) << "another attempt would fare no better";
    ASSERT_EQ(reports.all.size(), 1U);
    EXPECT_EQ(reports.all[0].outcome, Outcome::failed);
    EXPECT_EQ(reports.all[0].words, "a password is required");
}

}  // namespace
}  // namespace dibs::test
