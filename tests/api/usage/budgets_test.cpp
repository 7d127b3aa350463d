// Budgets over HTTP: create, read, change with the current version, remove; their refusals and
// warnings. Projects of bookings: their list and the usage report by project.
#include "domain/codec/json_writer.hpp"
#include "tests/api/request/requests.hpp"
#include "tests/support/api_world.hpp"

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

const std::string budgets_path = "/api/v1/budgets";

std::string of_bert(int hours, std::string_view when_spent = "refuse") {
    return R"({"project":"BERT","gpu_hours":)" + std::to_string(hours) +
           R"(,"period":"year","zone":"Europe/Warsaw","when_spent":")" + std::string(when_spent) +
           "\"}";
}
std::string make_budget(ApiWorld& world, const std::string& body) {
    const auto reply = world.as(world.ann).post(budgets_path, body);
    EXPECT_EQ(reply.status, 201) << reply.body;
    return budgets_path + '/' + reply.at("id");
}
std::string booking_of(const ApiWorld& world, int gpu, int from, int until,
                       std::string_view project) {
    return R"({"gpus":[")" + to_text(world.gpus[static_cast<std::size_t>(gpu)]) + R"("],"from":")" +
           world.time(from) + R"(","until":")" + world.time(until) + R"(","project":")" +
           std::string(project) + "\"}";
}

TEST(BudgetRoutes, new_budget_is_answered_with_version_and_location) {
    ApiWorld world;
    const auto reply = world.as(world.ann).post(budgets_path, of_bert(100));
    EXPECT_EQ(reply.status, 201) << reply.body;
    EXPECT_EQ(reply.at("project"), "bert");
    EXPECT_EQ(reply.at("gpu_hours"), "100");
    EXPECT_EQ(reply.at("period"), "year");
    EXPECT_EQ(reply.at("when_spent"), "refuse");
    EXPECT_EQ(reply.at("now.spent_s"), "0");
    EXPECT_EQ(reply.at("now.left_s"), "360000");
    EXPECT_EQ(reply.header("ETag"), "\"v1\"");
    const auto path = budgets_path + '/' + reply.at("id");
    EXPECT_EQ(reply.header("Location"), path);
    EXPECT_EQ(world.as(world.cleo).get(path).body, reply.body) << "everybody sees it";
    EXPECT_EQ(world.as(world.cleo).get(budgets_path).at("items[0].id"), reply.at("id"));
    EXPECT_EQ(world.as(world.cleo).get(budgets_path + "?project=Bert").size("items"), 1U);
    EXPECT_EQ(world.as(world.cleo).get(budgets_path + "?project=gpt").size("items"), 0U);
    EXPECT_EQ(world.as(world.cleo).get(budgets_path + "?project=a/b").problem(),
              "out-of-range/project");
}

TEST(BudgetRoutes, only_admins_write_budgets) {
    ApiWorld world;
    const auto path = make_budget(world, of_bert(100));
    const auto ben = world.as(world.ben).with("If-Match", "*");
    EXPECT_EQ(ben.post(budgets_path, of_bert(1)).status, 403);
    EXPECT_EQ(ben.patch(path, R"({"gpu_hours":1})").status, 403);
    EXPECT_EQ(ben.del(path).status, 403);
}

TEST(BudgetRoutes, wrong_budget_is_refused_with_its_member) {
    ApiWorld world;
    const auto ann = world.as(world.ann);
    EXPECT_EQ(
        ann.post(budgets_path, R"({"gpu_hours":5,"period":"month","when_spent":"warn"})").problem(),
        "out-of-range/group_id");
    EXPECT_EQ(ann.post(budgets_path, of_bert(0)).problem(), "out-of-range/gpu_hours");
    EXPECT_EQ(ann.post(budgets_path,
                       R"({"project":"x","gpu_hours":5,"period":"once","when_spent":"warn"})")
                  .problem(),
              "out-of-range/from");
    EXPECT_EQ(ann.post(budgets_path,
                       R"({"project":"x","gpu_hours":5,"period":"day","when_spent":"warn"})")
                  .problem(),
              "malformed/period");
    EXPECT_EQ(ann.post(budgets_path,
                       R"({"project":"x","gpu_hours":5,"period":"week","when_spent":"warn","a":1})")
                  .problem(),
              "malformed/a");
}

TEST(BudgetRoutes, stale_change_is_refused_with_the_current_budget) {
    ApiWorld world;
    const auto path = make_budget(world, of_bert(100));
    const auto ann = world.as(world.ann);
    EXPECT_EQ(ann.patch(path, R"({"gpu_hours":50})").status, 428);
    EXPECT_EQ(ann.with("If-Match", "\"v1\"").patch(path, "{}").problem(), "malformed");
    const auto reply = ann.with("If-Match", "\"v1\"").patch(path, R"({"gpu_hours":50})");
    EXPECT_EQ(reply.status, 200) << reply.body;
    EXPECT_EQ(reply.at("gpu_hours"), "50");
    EXPECT_EQ(reply.header("ETag"), "\"v2\"");
    const auto stale = ann.with("If-Match", "\"v1\"").patch(path, R"({"gpu_hours":60})");
    EXPECT_EQ(stale.problem(), "changed-meanwhile/If-Match");
    EXPECT_EQ(stale.at("current_budget.gpu_hours"), "50");
    EXPECT_EQ(ann.with("If-Match", "\"v2\"").del(path).status, 204);
    EXPECT_EQ(ann.get(path).status, 404);
    EXPECT_EQ(ann.with("If-Match", "*").del(path).status, 404);
}

TEST(BudgetRoutes, idempotency_key_makes_one_budget) {
    ApiWorld world;
    const auto ann = world.as(world.ann).with("Idempotency-Key", "k1");
    const auto first = ann.post(budgets_path, of_bert(100));
    EXPECT_EQ(ann.post(budgets_path, of_bert(100)).body, first.body);
    EXPECT_EQ(world.as(world.ann).get(budgets_path).size("items"), 1U);
}

TEST(BudgetRoutes, booking_above_budget_is_refused_and_release_gives_hours_back) {
    ApiWorld world;
    const auto path = make_budget(world, of_bert(8));
    const auto ben = world.as(world.ben);
    const auto held = ben.post(reservations_path, booking_of(world, 0, 0, 6, "bert"));
    EXPECT_EQ(held.status, 201) << held.body;
    EXPECT_EQ(held.at("project"), "bert");
    const auto no = ben.post(reservations_path, booking_of(world, 1, 1, 5, "bert"));
    EXPECT_EQ(no.problem(), "over-limit/project") << no.body;
    EXPECT_EQ(no.at("rule"), "budget");
    EXPECT_EQ(budgets_path + '/' + no.at("about[0]"), path);
    EXPECT_EQ(
        ben.post(reservations_path + "?dry_run=true", booking_of(world, 1, 1, 5, "bert")).problem(),
        "over-limit/project");
    EXPECT_EQ(ben.post(reservations_path, booking_of(world, 1, 1, 5, "gpt")).status, 201);
    world.advance(std::chrono::minutes{4});
    EXPECT_EQ(ben.post(reservations_path + '/' + held.at("id") + "/release").status, 200);
    EXPECT_EQ(ben.get(path).at("now.spent_s"), "240");
    EXPECT_EQ(ben.post(reservations_path, booking_of(world, 2, 2, 6, "bert")).status, 201);
    EXPECT_EQ(ben.get(path).at("now.left_s"), std::to_string(4 * 3600 - 240));
}

TEST(BudgetRoutes, warning_budget_is_named_in_answer_and_history) {
    ApiWorld world;
    const auto path = make_budget(world, of_bert(1, "warn"));
    const auto ben = world.as(world.ben).with("Idempotency-Key", "k");
    const auto reply = ben.post(reservations_path, booking_of(world, 0, 1, 3, "bert"));
    EXPECT_EQ(reply.status, 201) << reply.body;
    EXPECT_EQ(reply.at("over_budget[0].of"), "bert");
    EXPECT_EQ(budgets_path + '/' + reply.at("over_budget[0].budget_id"), path);
    EXPECT_EQ(reply.at("over_budget[0].booked_s"), "7200");
    EXPECT_EQ(ben.post(reservations_path, booking_of(world, 0, 1, 3, "bert")).body, reply.body);
    EXPECT_EQ(ben.get(reservations_path + '/' + reply.at("id")).at("over_budget[0].of"), "");
    const auto events = ben.get("/api/v1/events?type=budget.exceeded");
    EXPECT_EQ(events.size("items"), 1U);
    EXPECT_EQ(events.at("items[0].reservation_id"), reply.at("id"));
    EXPECT_EQ(events.at("items[0].budget_id"), reply.at("over_budget[0].budget_id"));
    EXPECT_EQ(ben.get(path).at("now.left_s"), "-3600");
}

TEST(ProjectRoutes, booking_changes_and_removes_its_project) {
    ApiWorld world;
    const auto ben = world.as(world.ben).with("If-Match", "*");
    const auto made = ben.post(reservations_path, booking_of(world, 0, 1, 3, "BERT"));
    const auto path = reservations_path + '/' + made.at("id");
    EXPECT_EQ(made.at("project"), "bert") << made.body;
    EXPECT_EQ(ben.patch(path, R"({"project":"GPT-2"})").at("project"), "gpt-2");
    EXPECT_EQ(ben.patch(path, R"({"project":"a b"})").problem(), "out-of-range/project");
    EXPECT_EQ(ben.patch(path, R"({"project":7})").problem(), "malformed/project");
    EXPECT_EQ(ben.get(reservations_path + "?project=GPT-2").size("items"), 1U);
    EXPECT_EQ(ben.get("/api/v1/projects").at("items[0].project"), "gpt-2");
    EXPECT_EQ(world.as(world.cleo).with("If-Match", "*").patch(path, R"({"project":"x"})").status,
              403);
    EXPECT_EQ(ben.patch(path, R"({"project":null})").at("project"), "");
    EXPECT_EQ(ben.get("/api/v1/projects").size("items"), 0U);
}

TEST(ProjectRoutes, usage_report_has_rows_by_project) {
    ApiWorld world;
    const auto ben = world.as(world.ben);
    EXPECT_EQ(ben.post(reservations_path, booking_of(world, 0, 0, 4, "bert")).status, 201);
    EXPECT_EQ(
        world.as(world.cleo).post(reservations_path, booking_of(world, 1, 0, 4, "bert")).status,
        201);
    world.book(world.ben, {world.gpus[2]}, 0, 4);
    world.advance(std::chrono::hours{2});
    const auto report = ben.get("/api/v1/usage/report?by=project&from=" + world.time(-1));
    EXPECT_EQ(report.status, 200) << report.body;
    ASSERT_EQ(report.size("rows"), 2U) << report.body;
    EXPECT_EQ(report.at("rows[0].project"), "bert");
    EXPECT_EQ(report.at("rows[0].reserved_s"), std::to_string(2 * 7200));
    EXPECT_EQ(report.at("rows[1].project"), "");
    const auto csv = ben.get("/api/v1/usage/report?by=project&format=csv&from=" + world.time(-1));
    EXPECT_TRUE(csv.body.starts_with("\xef\xbb\xbfproject,reserved_s,")) << csv.body;
}

}  // namespace
}  // namespace dibs::test
