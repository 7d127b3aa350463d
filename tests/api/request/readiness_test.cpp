// Answers of a dibsd while it builds its tables from the log.
#include "tests/api/request/late_node.hpp"

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

const std::string gpus = "/api/v1/gpus";

class Reading : public ::testing::Test {
  protected:
    ApiWorld world;
    Caller ben = world.as(world.ben);
    LateNode node{world};
};

TEST_F(Reading, reading_node_answers_503_with_its_progress_until_ready) {
    const auto first = ben.get(gpus);
    EXPECT_TRUE(is_503(first)) << first.body;
    EXPECT_EQ(progress_in(first), -1) << "where the log ends is not known yet: " << first.body;
    double last = 0;
    int rises = 0;
    for (node.read_some(); !node.projector.caught_up(); node.read_some()) {
        const auto reply = ben.get(gpus);
        ASSERT_TRUE(is_503(reply)) << reply.body;
        ASSERT_GE(progress_in(reply), last);
        ASSERT_LT(progress_in(reply), 1);
        rises += progress_in(reply) > last ? 1 : 0;
        last = progress_in(reply);
    }
    EXPECT_GT(rises, 3);
    const auto whole = ben.get(gpus);
    EXPECT_EQ(whole.status, 200);
    EXPECT_EQ(whole.size("items"), 6U);
}

TEST_F(Reading, reading_node_does_not_check_credentials) {
    node.read_some();
    const auto wrong = world.nobody().with("Cookie", "dibs_session=" + fresh_secret());
    const std::string person = R"({"name":"ann","password":"wrong wrong wrong"})";
    for (const auto& reply :
         {wrong.get(gpus), world.nobody().get(gpus), wrong.get("/api/v1/session"),
          world.nobody().post("/api/v1/session", person), world.nobody().get("/api/v1/setup"),
          ben.post("/api/v1/reservations", "{}"), ben.get("/api/v1/stream")}) {
        EXPECT_TRUE(is_503(reply)) << reply.status << reply.body;
    }
    node.read_all();
    EXPECT_EQ(wrong.get(gpus).status, 401);
    EXPECT_EQ(ben.get("/api/v1/session").status, 200);
}

TEST_F(Reading, reading_node_refuses_streams) {
    node.read_some();
    std::optional<http::Admission> given;
    auth::make_admission(routes::guard_of(node.service))(
        {}, [&](http::Admission admission) { given = std::move(admission); });
    ASSERT_TRUE(given && given->refusal);
    EXPECT_EQ(given->refusal->status, 503);
    EXPECT_EQ(given->refusal->header("Retry-After"), "1");
}

TEST_F(Reading, reading_node_answers_routes_without_tables) {
    node.read_some();
    const auto anyone = world.nobody();
    EXPECT_EQ(anyone.get("/livez").status, 200);
    EXPECT_EQ(anyone.get("/api/v1/openapi.yaml").status, 200);
    const auto metrics = anyone.get("/metrics");
    EXPECT_EQ(metrics.status, 200);
    EXPECT_EQ(metrics.body.find("dibs_people"), std::string::npos) << "a part is no figure";
    EXPECT_EQ(anyone.with("X-Forwarded-For", "192.0.2.7").get("/metrics").status, 503)
        << "from afar a credential would have to be judged";
    node.read_all();
    world.advance(std::chrono::seconds{2});  // it is made at most once a second
    EXPECT_NE(anyone.get("/metrics").body.find("dibs_people 3"), std::string::npos);
}

TEST_F(Reading, node_is_ready_after_tables_and_writer) {
    const auto said = [&] { return world.nobody().get("/readyz").body; };
    node.writer = {.role = WriterRole::starting, .reading = 0.4199};
    EXPECT_EQ(said(), "not ready: reading the log\n");
    node.read_all();
    EXPECT_EQ(said(), "not ready: reading the log, 41 %\n");
    node.writer = {.role = WriterRole::claiming, .problem = "The broker is away."};
    EXPECT_EQ(said(), "not ready: log: The broker is away.\n");
    EXPECT_EQ(ben.get(gpus).status, 200) << "reads need no writer";
    node.writer = {.role = WriterRole::standby, .epoch = 0};
    EXPECT_EQ(said(), "not ready: log: no writer is known\n");
    node.writer = {.role = WriterRole::writing, .problem = "The clock jumped.", .epoch = 1};
    EXPECT_EQ(said(), "not ready: log: The clock jumped.\n");
    EXPECT_EQ(world.nobody().get("/readyz").status, 503);
    node.writer.problem.clear();
    EXPECT_EQ(said(), "ready\n");
    EXPECT_EQ(ben.get("/api/v1/system").at("ready"), "true");
}

TEST_F(Reading, command_gets_503_with_the_writers_progress) {
    node.read_all();
    node.writer = {.role = WriterRole::starting, .reading = 0.25};
    const auto reply = ben.post("/api/v1/reservations",
                                R"({"gpus":[")" + to_text(world.gpus[0]) + R"("],"from":")" +
                                    world.time(1) + R"(","until":")" + world.time(2) + R"("})");
    EXPECT_TRUE(is_503(reply)) << reply.body;
    EXPECT_EQ(progress_in(reply), 0.25);
}

}  // namespace
}  // namespace dibs::test
