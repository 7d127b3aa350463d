// Violations over HTTP: one per process, excused by the holder of the GPUs.
#include "tests/support/api_world.hpp"

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

TEST(Violations, violation_is_excused_by_the_gpus_holder) {
    ApiWorld world;
    world.book(world.ben, {world.gpus[0]}, 0, 4);
    fleet::ReportProcesses report{world.atlas, {}};
    report.running.push_back(
        {{"GPU-atlas0"}, 4711, world.now(), "cleo", Personal<std::string>{"python train.py"}});
    (void)world.command(fleet::Command{report});
    (void)world.command(Tick{});
    world.settle();
    const auto open = world.as(world.ben).get("/api/v1/violations?state=open");
    ASSERT_EQ(open.size("items"), 1U) << open.body;
    EXPECT_EQ(open.at("items[0].person_name"), "cleo");
    const auto path = "/api/v1/violations/" + open.at("items[0].id") + "/excuse";
    EXPECT_EQ(world.as(world.cleo).post(path, R"({"reason":"please"})").status, 403);
    EXPECT_EQ(world.as(world.ben).post(path, R"({"reason":""})").problem(), "out-of-range/reason");
    EXPECT_EQ(world.as(world.ben).post(path, R"({"reason":" "})").problem(), "out-of-range/reason");
    EXPECT_EQ(world.as(world.ben).post(path, R"({"reason":"a\nb"})").problem(),
              "out-of-range/reason");
    const auto excused = world.as(world.ben).post(path, R"({"reason":" we share "})");
    EXPECT_EQ(excused.at("excused.reason"), "we share") << excused.body;
    EXPECT_EQ(excused.at("excused.by_name"), "ben");
    EXPECT_EQ(world.as(world.cleo).del(path).status, 403);
    const auto bare = world.as(world.ben).del(path);
    EXPECT_EQ(bare.status, 200) << bare.body;
    EXPECT_EQ(bare.body.find("excused"), std::string::npos) << bare.body;
    EXPECT_EQ(world.as(world.ben).del(path).status, 200) << "said twice";
    report.running.clear();
    (void)world.command(fleet::Command{report});
    (void)world.command(Tick{});
    world.settle();
    EXPECT_EQ(world.as(world.ben).del(path).problem(), "already-ended");
    EXPECT_EQ(world.as(world.ben).post(path, R"({"reason":"late"})").problem(), "already-ended");
}

// A training with two processes; a third starts while they are excused.
TEST(Violations, violations_of_one_account_in_one_booking_are_excused_together) {
    ApiWorld world;
    world.book(world.ben, {world.gpus[0]}, 0, 4);
    fleet::ReportProcesses report{world.atlas, {}};
    const auto comes = [&](std::int64_t pid) {
        report.running.push_back(
            {{"GPU-atlas0"}, pid, world.now(), "cleo", Personal<std::string>{"torchrun"}});
        (void)world.command(fleet::Command{report});
        (void)world.command(Tick{});
        world.settle();
    };
    const auto excused = [&] {
        const auto open = world.as(world.ben).get("/api/v1/violations?state=open");
        std::size_t count = 0;
        for (std::size_t i = 0; i < open.size("items"); ++i) {
            const auto by = open.at("items[" + std::to_string(i) + "].excused.by_name");
            count += by == "ben" ? 1 : 0;
        }
        return count;
    };
    comes(1);
    comes(2);
    const auto first = world.as(world.ben).get("/api/v1/violations?state=open").at("items[0].id");
    const auto path = "/api/v1/violations/" + first + "/excuse";
    EXPECT_EQ(world.as(world.ben).post(path, R"({"reason":"agreed"})").status, 200);
    world.settle();
    EXPECT_EQ(excused(), 2U);
    comes(3);
    EXPECT_EQ(excused(), 3U);
    EXPECT_EQ(world.as(world.ben).del(path).status, 200);
    world.settle();
    EXPECT_EQ(excused(), 0U);
}

TEST(Violations, violation_opens_once_a_hidden_owner_is_known) {
    ApiWorld world;
    world.book(world.ben, {world.gpus[0]}, 0, 4);
    fleet::ReportProcesses report{world.atlas, {{{"GPU-atlas0"}, 4711}}};
    const auto seen = [&] {
        (void)world.command(fleet::Command{report});
        (void)world.command(Tick{});
        world.settle();
        return world.as(world.ben).get("/api/v1/violations").size("items");
    };
    EXPECT_EQ(seen(), 0U);
    const auto running = world.as(world.ben).get("/api/v1/processes");
    EXPECT_EQ(running.at("items[0].pid"), "4711");
    for (const auto* absent : {"unix_name", "person_id", "command", "started_at", "violation_id"}) {
        EXPECT_EQ(running.body.find(std::string("\"") + absent + "\":"), std::string::npos)
            << absent;
    }
    (void)world.command(fleet::Command{fleet::ReportOwners{world.atlas, true, "proc", false}});
    world.settle();
    const auto host = world.as(world.ben).get("/api/v1/hosts/" + to_text(world.atlas));
    EXPECT_EQ(host.at("hidden_owners.why"), "hidepid") << host.body;
    EXPECT_EQ(host.at("hidden_owners.group"), "proc");
    report.running[0].unix_name = "cleo";
    report.running[0].started = world.now();
    report.running[0].command_line = Personal<std::string>{"python train.py"};
    EXPECT_EQ(seen(), 1U);
    EXPECT_EQ(world.as(world.ben).get("/api/v1/violations").at("items[0].unix_name"), "cleo");
}

TEST(Violations, process_on_two_gpus_is_one_violation_naming_both) {
    ApiWorld world;
    world.book(world.ben, world.gpus, 0, 4);
    const fleet::ReportProcesses report{world.atlas,
                                        {{{"GPU-atlas1", "GPU-atlas0"},
                                          4711,
                                          world.now(),
                                          "cleo",
                                          Personal<std::string>{"python train.py"}}}};
    (void)world.command(fleet::Command{report});
    (void)world.command(Tick{});
    world.settle();
    const auto ben = world.as(world.ben);
    const auto open = ben.get("/api/v1/violations?state=open");
    ASSERT_EQ(open.size("items"), 1U) << open.body;
    EXPECT_EQ(open.at("items[0].kind"), "intruder");
    EXPECT_EQ(open.at("items[0].gpu_name"), "atlas:0-1");
    EXPECT_EQ(open.size("items[0].gpus"), 2U);
    EXPECT_EQ(open.at("items[0].owner_name"), "ben");
    const auto running = ben.get("/api/v1/processes");
    ASSERT_EQ(running.size("items"), 2U) << running.body;
    EXPECT_EQ(running.at("items[0].id"), running.at("items[1].id"));
    EXPECT_EQ(running.at("items[1].gpu_name"), "atlas:1");
    EXPECT_EQ(running.at("items[1].violation_id"), open.at("items[0].id"));
    const auto metrics = world.nobody().get("/metrics").body;
    for (const auto* line :
         {"dibs_processes{state=\"seen\"} 1\n", "dibs_gpu_processes{host=\"atlas\",gpu=\"0\"} 1\n",
          "dibs_gpu_processes{host=\"atlas\",gpu=\"1\"} 1\n"}) {
        EXPECT_NE(metrics.find(line), std::string::npos) << line;
    }
}

// The host is lost or its driver silent: it is unknown whether the process still runs.
TEST(Violations, unseen_violations_are_counted_as_unknown) {
    ApiWorld world;
    world.book(world.ben, {world.gpus[0]}, 0, 4);
    (void)world.command(fleet::Command{fleet::ReportReached{world.atlas}});
    (void)world.command(fleet::Command{fleet::ReportProcesses{
        world.atlas, {{{"GPU-atlas0"}, 4711, world.now(), "cleo", Personal<std::string>{"x"}}}}});
    (void)world.command(Tick{});
    const auto counted = [&](const fleet::Command& report) {
        (void)world.command(report);
        world.settle();
        world.advance(std::chrono::seconds{2});
        const auto text = world.nobody().get("/metrics").body;
        const auto has = [&](const std::string& line) {
            return text.find(line) != std::string::npos;
        };
        const auto both = [&](const std::string& seen, const std::string& unknown) {
            return has("dibs_processes{state=\"seen\"} " + seen + '\n') &&
                   has("dibs_processes{state=\"unknown\"} " + unknown + '\n') &&
                   has("dibs_violations_open{state=\"seen\"} " + seen + '\n') &&
                   has("dibs_violations_open{state=\"unknown\"} " + unknown + '\n');
        };
        return both("1", "0") ? "seen" : both("0", "1") ? "unknown" : text;
    };
    const auto driver = [&](fleet::DriverState state) {
        return fleet::Command{fleet::ReportDriver{world.atlas, {state, "x"}}};
    };
    EXPECT_EQ(counted(driver(fleet::DriverState::working)), "seen");
    EXPECT_EQ(counted(driver(fleet::DriverState::broken)), "unknown");
    EXPECT_EQ(counted(driver(fleet::DriverState::working)), "seen");
    EXPECT_EQ(counted(fleet::ReportLost{world.atlas, "no answer"}), "unknown");
    EXPECT_EQ(counted(fleet::ReportReached{world.atlas}), "seen");
}

}  // namespace
}  // namespace dibs::test
