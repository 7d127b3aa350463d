// The visible part of a command line, on each way out of the API: an admin (ann) and the account's
// owner (cleo) see all, others (ben) the beginning. Secrets are never recorded.
#include "domain/codec/event_json.hpp"
#include "tests/support/api_world.hpp"
#include "tests/support/stream_watcher.hpp"

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

constexpr auto whole = "python train.py --data /scratch/cleo --hf-token ***";
constexpr auto beginning = "python train.py \xE2\x80\xA6";

fleet::SeenProcess cleos() {
    return {{"GPU-atlas0"},
            4711,
            {},
            "cleo",
            Personal<std::string>{"python train.py --data /scratch/cleo --hf-token geheim"}};
}

void run(ApiWorld& world, fleet::SeenProcess seen) {
    seen.started = world.at(0);
    (void)world.command(fleet::Command{fleet::ReportProcesses{world.atlas, {std::move(seen)}}});
    (void)world.command(Tick{});
    world.settle();
}

struct CommandLines : testing::Test {
    CommandLines() { world.book(world.ben, {world.gpus[0]}, 0, 4); }

    std::string in_answer(PersonId reader, const char* target, const char* path) {
        const auto reply = world.as(reader).get(target);
        EXPECT_EQ(reply.status, 200) << reply.body;
        EXPECT_EQ(reply.body.find("geheim"), std::string::npos);
        return reply.at(path);
    }
    // The value in the snapshot of a topic.
    std::string in_frame(PersonId reader, const char* topic, const char* path) {
        Watcher watcher(world, reader);
        watcher.say(std::string(R"({"subscribe":[")") + topic + "\"]}");
        return watcher.next("snapshot").at(path);
    }

    ApiWorld world;
};

TEST_F(CommandLines, answers_show_full_command_to_admins_and_account_owner) {
    run(world, cleos());
    for (const auto& [target, path] :
         {std::pair{"/api/v1/processes", "items[0].command"},
          std::pair{"/api/v1/violations", "items[0].processes[0].command"},
          std::pair{"/api/v1/events?type=process.appeared", "items[0].data.command_line"}}) {
        EXPECT_EQ(in_answer(world.ann, target, path), whole) << target;
        EXPECT_EQ(in_answer(world.cleo, target, path), whole) << target;
        EXPECT_EQ(in_answer(world.ben, target, path), beginning) << target;
    }
}

TEST_F(CommandLines, excuse_answer_hides_the_rest_of_a_foreign_command_line) {
    run(world, cleos());
    const auto id = world.as(world.ben).get("/api/v1/violations").at("items[0].id");
    const auto excused = world.as(world.ben).post("/api/v1/violations/" + id + "/excuse",
                                                  R"({"reason":"we share"})");
    EXPECT_EQ(excused.at("processes[0].command"), beginning) << excused.body;
}

TEST_F(CommandLines, snapshot_frames_show_full_command_to_admins_only) {
    run(world, cleos());
    for (const auto& [topic, path] :
         {std::pair{"processes", "processes[0].rows[0].command"},
          std::pair{"violations", "violations[0].processes[0].command"}}) {
        EXPECT_EQ(in_frame(world.ann, topic, path), whole) << topic;
        EXPECT_EQ(in_frame(world.ben, topic, path), beginning) << topic;
    }
}

TEST_F(CommandLines, stream_changes_show_full_command_to_admins_only) {
    Watcher ann(world, world.ann), ben(world, world.ben);
    for (auto* watcher : {&ann, &ben}) {
        watcher->say(R"({"subscribe":["events","processes"]})");
        (void)watcher->next("caught_up");
    }
    run(world, cleos());
    for (auto& [watcher, shown] : {std::pair{&ann, whole}, std::pair{&ben, beginning}}) {
        std::string all;
        while (all.find("\"rows\"") == std::string::npos ||
               all.find("\"command_line\"") == std::string::npos) {
            const auto frame = watcher->next("event");
            ASSERT_FALSE(frame.body.empty()) << "the process never came";
            all += frame.body;
        }
        EXPECT_NE(all.find(std::string("\"command\":\"") + shown + '"'), std::string::npos) << all;
        EXPECT_NE(all.find(std::string("\"command_line\":\"") + shown + '"'), std::string::npos)
            << all;
        EXPECT_EQ(all.find("/scratch/cleo") != std::string::npos, watcher == &ann) << all;
    }
}

TEST_F(CommandLines, container_command_is_hidden_from_the_account_owner) {
    auto seen = cleos();
    seen.origin = fleet::Origin{.container = fleet::Container{fleet::Runtime::docker, "abc"}};
    run(world, seen);
    EXPECT_EQ(in_answer(world.cleo, "/api/v1/processes", "items[0].command"), beginning);
    EXPECT_EQ(in_answer(world.ann, "/api/v1/processes", "items[0].command"), whole);
    EXPECT_EQ(
        in_answer(world.cleo, "/api/v1/events?type=process.appeared", "items[0].data.command_line"),
        beginning);
}

}  // namespace
}  // namespace dibs::test
