// Processes on the live stream: each change sends the whole process; its values are in the frames
// of its host.
#include "tests/support/samples.hpp"
#include "tests/support/stream_watcher.hpp"

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

// Cleo's process on these GPUs of atlas; empty: it has ended.
void run(ApiWorld& world, std::vector<std::string> uuids, std::string command = "python train.py") {
    fleet::ReportProcesses report{world.atlas, {}};
    if (!uuids.empty()) {
        report.running.push_back({std::move(uuids), 4711, world.at(0), "cleo",
                                  Personal<std::string>{std::move(command)}});
    }
    (void)world.command(fleet::Command{std::move(report)});
    (void)world.command(Tick{});
    world.settle();
}

TEST(StreamOfProcesses, stream_sends_processes_and_each_change_in_full) {
    ApiWorld world;
    run(world, {"GPU-atlas0"});
    Watcher watcher(world, world.ben);
    watcher.say(R"({"subscribe":["processes"]})");
    const auto snapshot = watcher.next("snapshot");
    ASSERT_EQ(snapshot.size("processes"), 1U) << snapshot.body;
    const auto id = snapshot.at("processes[0].id");
    EXPECT_EQ(snapshot.at("processes[0].rows[0].id"), id);
    EXPECT_EQ(snapshot.at("processes[0].rows[0].gpu_id"), to_text(world.gpus[0]));
    EXPECT_EQ(snapshot.at("processes[0].rows[0].person_name"), "cleo");
    world.book(world.ben, {world.gpus[0]}, 0, 4);  // not a process fact; the violation is one
    run(world, {"GPU-atlas0", "GPU-atlas1"});
    auto event = watcher.next("event");
    // In one frame or several; the newest row of a process is the last.
    while (event.body.find("atlas:1") == std::string::npos ||
           event.body.find("violation_id") == std::string::npos) {
        ASSERT_FALSE(event.body.empty()) << "the second GPU and the violation never came";
        event = watcher.next("event");
    }
    EXPECT_EQ(event.at("topic"), "processes");
    EXPECT_EQ(event.at("processes[0].id"), id);
    world.advance(std::chrono::minutes{4});
    run(world, {});
    do {
        event = watcher.next("event");
        ASSERT_FALSE(event.body.empty()) << "its end never came";
    } while (event.size("processes[0].rows") != 0U);
    EXPECT_EQ(event.at("processes[0].id"), id);
}

TEST(StreamOfProcesses, processes_resume_after_a_position_and_long_commands_are_cut) {
    ApiWorld world;
    const auto before = world.projector->position();
    std::string umlauts;  // two bytes each
    for (int i = 0; i < 2000; ++i) umlauts += "\xC3\xBC";
    run(world, {"GPU-atlas0"}, 'x' + umlauts);
    Watcher watcher(world, world.ben);
    watcher.say(R"({"subscribe":["processes"],"after":)" + std::to_string(before) + "}");
    const auto event = watcher.next();
    ASSERT_EQ(event.at("type"), "event") << event.body;
    const auto command = event.at("processes[0].rows[0].command");
    EXPECT_EQ(command, 'x' + umlauts.substr(0, 498) + "\xE2\x80\xA6");
    EXPECT_EQ(watcher.next().at("type"), "caught_up");
}

TEST(StreamOfProcesses, host_metrics_include_values_of_its_processes) {
    ApiWorld world;
    run(world, {"GPU-atlas0"});
    const auto id = world.as(world.ben).get("/api/v1/processes").at("items[0].id");
    const SubjectId subject(parse_id<ProcessId>(id).value(), world.gpus[0]);
    world.model->usage().take(
        std::array{sample_of(world.gpus[0], world.now(), {{"utilization_percent", 50}}),
                   sample_of(subject, world.now(), {{"memory_used_mib", 40312}})});
    Watcher one(world, world.ben);
    one.say(R"({"subscribe":["metrics:atlas"]})");
    (void)one.next("caught_up");
    world.advance(Duration{5});
    const auto frame = one.next("metrics");
    EXPECT_EQ(frame.at("metrics.processes.ids[0]"), id) << frame.body;
    EXPECT_EQ(frame.at("metrics.processes.gpus[0]"), to_text(world.gpus[0]));
    EXPECT_EQ(frame.at("metrics.processes.memory_used_mib[0]"), "40312");
    Watcher all(world, world.ben);
    all.say(R"({"subscribe":["metrics:*"]})");
    (void)all.next("caught_up");
    EXPECT_EQ(all.next("metrics").body.find("processes"), std::string::npos);
}

}  // namespace
}  // namespace dibs::test
