// Answers show the result of their own command, without later changes by others or the same person.
// A repeat with the same key gets the first answer. A command overtaken before its answer is
// answered the same way.
#include "tests/support/api_world.hpp"
#include "tests/support/sample_site.hpp"

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

// Cleo's process on ben's GPU; not running: it has ended.
fleet::ReportProcesses processes(const ApiWorld& world, bool running) {
    fleet::ReportProcesses report{world.atlas, {}};
    if (running) {
        report.running.push_back(
            {{"GPU-atlas0"}, 4711, world.at(0), "cleo", Personal<std::string>{"python train.py"}});
    }
    return report;
}

void report(ApiWorld& world, bool running) {
    (void)world.command(fleet::Command{processes(world, running)});
    (void)world.command(Tick{});
    world.settle();
}

TEST(OwnAnswers, excuse_answer_shows_the_violation_as_excused) {
    ApiWorld world;
    world.book(world.ben, {world.gpus[0]}, 0, 4);
    report(world, true);
    const auto open = world.as(world.ben).get("/api/v1/violations?state=open");
    ASSERT_EQ(open.size("items"), 1U) << open.body;
    const auto path = "/api/v1/violations/" + open.at("items[0].id") + "/excuse";
    const auto ben = world.as(world.ben).with("Idempotency-Key", "once");
    const std::string body = R"({"reason":"we share"})";
    const auto excused = ben.post(path, body);
    ASSERT_EQ(excused.at("excused.reason"), "we share") << excused.body;
    world.advance(std::chrono::minutes{4});
    report(world, false);
    const auto closed = world.as(world.ben).get("/api/v1/violations?state=closed");
    ASSERT_EQ(closed.size("items"), 1U) << closed.body;
    EXPECT_NE(closed.at("items[0].processes[0].ended_at"), "");
    const auto again = ben.post(path, body);
    EXPECT_EQ(again.at("state"), "open");
    EXPECT_EQ(again.body, excused.body);
    const auto late = world.as(world.ben).post(path, body);
    EXPECT_EQ(late.problem(), "already-ended") << late.body;
}

// Both hosts report the GPU atlas:1, at different indices.
void report_on(ApiWorld& world, HostId host, std::vector<fleet::SeenGpu> seen) {
    (void)world.command(fleet::Command{fleet::ReportGpus{host, std::move(seen), {}}});
    world.settle();
}

TEST(OwnAnswers, move_answer_shows_the_gpu_at_its_new_host) {
    ApiWorld world;
    const auto claim = [&] {
        report_on(world, world.boreas,
                  {{"GPU-boreas0", 0, "NVIDIA A100", 40960, {}},
                   {"GPU-boreas1", 1, "NVIDIA A100", 40960, {}},
                   {"GPU-atlas1", 5, "NVIDIA A100", 40960, {}}});
    };
    claim();
    const auto path = "/api/v1/gpus/" + to_text(world.gpus[1]) + "/move";
    const auto to = [](HostId host) { return R"({"host_id":")" + to_text(host) + "\"}"; };
    const auto ann = world.as(world.ann).with("Idempotency-Key", "there");
    const auto moved = ann.post(path, to(world.boreas));
    ASSERT_EQ(moved.at("host_name"), "boreas") << moved.body;
    std::vector<fleet::SeenGpu> on_atlas;
    for (int i = 0; i < 4; ++i) {
        on_atlas.push_back({"GPU-atlas" + std::to_string(i), i, "NVIDIA A100", 40960, {}});
    }
    report_on(world, world.atlas, on_atlas);
    const auto back = world.as(world.ann).post(path, to(world.atlas));
    ASSERT_EQ(back.at("host_name"), "atlas") << back.body;
    const auto again = ann.post(path, to(world.boreas));
    EXPECT_EQ(again.status, 200) << again.body;
    EXPECT_EQ(again.at("host_id"), to_text(world.boreas));
    EXPECT_EQ(again.at("host_name"), "boreas");
    EXPECT_EQ(again.at("index"), "5");
}

TEST(OwnAnswers, preferences_answer_shows_the_change) {
    ApiWorld world;
    const std::string path = "/api/v1/session/preferences";
    const auto ben = world.as(world.ben);
    const auto first = ben.with("Idempotency-Key", "a");
    EXPECT_EQ(first.patch(path, R"({"zone":"Europe/Warsaw"})").at("zone"), "Europe/Warsaw");
    const auto same = ben.with("Idempotency-Key", "b");  // changes nothing
    EXPECT_EQ(same.patch(path, R"({"zone":"Europe/Warsaw"})").at("zone"), "Europe/Warsaw");
    EXPECT_EQ(world.as(world.cleo).patch(path, R"({"zone":"Asia/Tokyo"})").status, 200);
    EXPECT_EQ(ben.patch(path, R"({"zone":"Europe/Berlin"})").at("zone"), "Europe/Berlin");
    EXPECT_EQ(first.patch(path, R"({"zone":"Europe/Warsaw"})").at("zone"), "Europe/Warsaw");
    EXPECT_EQ(same.patch(path, R"({"zone":"Europe/Warsaw"})").at("zone"), "Europe/Warsaw");
    EXPECT_EQ(ben.get("/api/v1/session").at("preferences.zone"), "Europe/Berlin");
}

// Inserts another command before each answer, and lets the tables process it.
class Overtaking : public CommandHandler {
  public:
    using Next = std::function<Command(const Done&)>;
    Overtaking(ApiWorld& world, PersonId by, Next next)
        : world_(world), by_(by), next_(std::move(next)) {}

    void submit(Envelope envelope, OnReply on_reply) override {
        world_.writer->submit(std::move(envelope), [this, on_reply](const Reply& reply) {
            Envelope later{next_(reply.value())};
            later.actor = by_;
            world_.writer->submit(std::move(later), [this, on_reply, reply](const Reply& passed) {
                (void)world_.projector->wait_for(
                    passed.value().position,
                    std::chrono::steady_clock::now() + std::chrono::seconds{60});
                on_reply(reply);
            });
        });
    }

  private:
    ApiWorld& world_;
    PersonId by_;
    Next next_;
};

TEST(OwnAnswers, token_answer_is_201_although_revoked_meanwhile) {
    ApiWorld world;
    const auto ben = world.as(world.ben);
    Overtaking handler(world, world.ben, [](const Done& done) -> Command {
        const auto& event = done.events.at(0);
        return people::Command{people::RevokeToken{get<people::TokenIssued>(event).id}};
    });
    world.put_before_writer(handler);
    const auto made = ben.post("/api/v1/tokens", R"({"label":"laptop","scopes":["read"]})");
    EXPECT_EQ(made.status, 201) << made.body;
    EXPECT_EQ(made.at("label"), "laptop");
    EXPECT_NE(made.at("secret"), "");
    EXPECT_EQ(ben.get(made.header("Location")).status, 404);
}

}  // namespace
}  // namespace dibs::test
