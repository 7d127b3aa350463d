// Shared by tests of steps against violations: ben's process on a GPU that ann has booked, and a
// host with scripted answers. tests/system has real ones.
#pragma once

#include "domain/violation/violation_fields.hpp"
#include "ops/react/host_programs/programs.hpp"
#include "ops/react/steps/mail.hpp"
#include "ops/react/steps/message.hpp"
#include "ops/react/steps/stop.hpp"
#include "tests/projections/questions/processes.hpp"
#include "tests/projections/store/tables_with.hpp"
#include "tests/support/answering_host.hpp"
#include "tests/support/record_maker.hpp"

#include <set>

#include <gtest/gtest.h>

namespace dibs::test {
using enforcement::Action;
using enforcement::StopMode;

inline const auto held = booking(1, ann, {gpu_a, gpu_b}, "10:00", "12:00");
inline const auto bens = process(1, {gpu_a}, 42, "ben");
inline const auto by_ben = intruder(1, bens, held);

class StepReports final : public CommandHandler {
  public:
    void submit(Envelope envelope, OnReply on_reply) override {
        all.push_back(get<violation::ReportStep>(envelope.command));
        on_reply(Done{});
    }
    std::vector<violation::ReportStep> all;
};

class StepsTest : public ::testing::Test {
  protected:
    StepsTest() {
        tables.sample_site().fact(booked(held)).fact(bens);
        rules.violation_steps = enforcement::Steps{{0, Action::message},
                                                   {120, Action::mail_person},
                                                   {120, Action::mail_owner},
                                                   {120, Action::mail_admins},
                                                   {600, Action::stop}};
        rules.protection = rules.most_protection = enforcement::Protection::stopped;
        rules.stop_mode = StopMode::by_helper;
        tables.fact(rules::RulesChanged{rules::Scope::site, rules});
        tables.at("10:01").fact(violation::ViolationOpened{by_ben, clock("10:01")});
    }

    steps::Parts parts() {
        return {test_keys(), reports,
                [this](Position) { return std::optional<Snapshot>(tables.ask()); }};
    }
    // Performs the step as its reactor would.
    EffectEnd take(steps::Handler handler, const enforcement::Step& step,
                   std::optional<StopMode> mode = {}, std::int64_t attempt = 1) {
        const violation::Escalated escalated{escalated_for, step, clock("10:01"), mode, stops_at};
        RecordMaker pen;
        pen.created();
        auto record = pen.command({event(escalated)}).front();
        const auto reaction = steps::reaction_of(std::move(handler), parts());
        EXPECT_TRUE(reaction.wants(*parse_record(record)));
        return reaction.perform({std::move(record), position, attempt, 1, may_have_begun},
                                stopping);
    }
    EffectEnd tell(std::int64_t attempt = 1) {
        return take(message, {0, Action::message}, {}, attempt);
    }
    EffectEnd stop(StopMode mode, std::int64_t attempt = 1) {
        return take(steps::stop_handler(stop_parts()), {600, Action::stop}, mode, attempt);
    }
    steps::StopParts stop_parts() {
        const auto shows = [this](HostId, std::int64_t pid, Instant since) {
            EXPECT_GT(since, tables.now()) << "a frame may be older than its coming";
            shown_of.insert(pid);
            return shown;
        };
        return {host, asking(), sighting, shows, now(), std::chrono::milliseconds{0}};
    }
    std::function<Snapshot()> asking() {
        return [this] { return tables.ask(); };
    }
    Clock now() {
        return [this] { return tables.now(); };
    }

    TablesWith tables;
    rules::Rules rules;
    StepReports reports;
    AnsweringHost host;
    std::atomic<bool> stopping{false};
    std::vector<violation::Violation> escalated_for{by_ben};
    std::optional<Instant> stops_at{};
    bool may_have_begun = false;
    const std::string told_one = R"({"outcome":"told","told":1,"closed":0,"failed":0,"detail":""})";
    Position position = 9;
    steps::FindSighting sighting = [this](HostId, std::int64_t) {
        return std::optional<Sighting>({tables.now(), "the-boot"});
    };
    steps::Handler message = steps::message_handler(
        {host, asking(), [this](HostId id, std::int64_t pid) { return sighting(id, pid); }, "",
         now()});
    Shown shown = Shown::no_more;     // the probe's view of processes that the host says have ended
    std::set<std::int64_t> shown_of;  // pids in those queries
};

}  // namespace dibs::test
