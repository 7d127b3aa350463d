// The same query by GET and by POST of PATH/query.
#include "api/routes/request/asked_by_body.hpp"

#include "tests/support/api_world.hpp"

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

using routes::Known;
using routes::list_of;
using routes::number_of;
using routes::query_of_body;

const Known known_parameters{"from", list_of("gpu"), number_of("step")};

TEST(QueryOfBody, body_members_become_query_parameters) {
    const auto query =
        query_of_body(R"({"gpu":["a","b"],"step":60,"from":"noon"})", known_parameters);
    ASSERT_TRUE(query);
    EXPECT_EQ(query->list("gpu"), (std::vector<std::string_view>{"a", "b"}));
    EXPECT_EQ(query->get("step"), "60");
    EXPECT_EQ(query->get("from"), "noon");
    EXPECT_TRUE(query_of_body("{}", known_parameters)->all().empty());
}

TEST(QueryOfBody, body_member_of_another_form_is_refused) {
    for (const auto& [body, field] :
         std::vector<std::pair<std::string, std::string>>{{R"({"gpu":"a"})", "gpu"},
                                                          {R"({"gpu":[]})", "gpu"},
                                                          {R"({"gpu":["a",7]})", "gpu"},
                                                          {R"({"gpu":["a,b"]})", "gpu"},
                                                          {R"({"step":"60"})", "step"},
                                                          {R"({"step":1.5})", "step"},
                                                          {R"({"from":["noon"]})", "from"},
                                                          {R"({"from":null})", "from"},
                                                          {R"({"more":{}})", "more"},
                                                          {R"([])", ""},
                                                          {R"(gpu=a)", ""}}) {
        const auto query = query_of_body(body, known_parameters);
        ASSERT_FALSE(query) << body;
        EXPECT_EQ(query.error().code, Code::malformed) << body;
        EXPECT_EQ(query.error().field, field) << body;
    }
}

std::string ids_of(const std::vector<GpuId>& gpus, std::string_view between) {
    std::string text;
    for (const auto& gpu : gpus) (text += text.empty() ? "" : between) += to_text(gpu);
    return text;
}

TEST(LongQuestions, query_repeated_query_and_body_get_the_same_answer) {
    ApiWorld world;
    (void)world.book(world.ben, {world.gpus[0]}, 2, 4);
    (void)world.book(world.ben, {world.gpus[1]}, 2, 4);
    (void)world.book(world.ben, {world.gpus[2]}, 2, 4);
    const auto ben = world.as(world.ben);
    const std::string path = "/api/v1/reservations";
    const std::vector<GpuId> gpus{world.gpus[0], world.gpus[1]};
    const auto by_comma = ben.get(path + "?gpu=" + ids_of(gpus, ","));
    EXPECT_EQ(by_comma.status, 200);
    EXPECT_EQ(ben.get(path + "?gpu=" + ids_of(gpus, "&gpu=")).body, by_comma.body);
    const auto by_body =
        ben.post(path + "/query", R"({"gpu":[")" + ids_of(gpus, R"(",")") + R"("]})");
    EXPECT_EQ(by_body.status, 200);
    EXPECT_EQ(by_body.body, by_comma.body);
    EXPECT_NE(ben.get(path).body, by_comma.body);
}

TEST(LongQuestions, page_by_body_has_a_cursor_and_no_link) {
    ApiWorld world;
    (void)world.book(world.ben, {world.gpus[0]}, 2, 4);
    (void)world.book(world.ben, {world.gpus[0]}, 5, 6);
    const auto ben = world.as(world.ben);
    const std::string path = "/api/v1/reservations/query";
    const auto first = ben.post(path, R"({"limit":1})");
    EXPECT_EQ(first.header("Link"), "");
    const auto rest = ben.post(path, R"({"limit":1,"cursor":")" + first.at("next_cursor") + "\"}");
    EXPECT_EQ(rest.status, 200);
    EXPECT_NE(rest.body, first.body);
    EXPECT_EQ(rest.body.find("next_cursor"), std::string::npos);
}

TEST(LongQuestions, query_accepts_fewer_list_items_than_a_body) {
    ApiWorld world;
    const auto ben = world.as(world.ben);
    const std::vector<GpuId> many(129, world.gpus[0]);
    const auto line = ben.get("/api/v1/processes?gpu=" + ids_of(many, ","));
    EXPECT_EQ(line.problem(), "out-of-range/gpu");
    const auto body = ids_of(many, R"(",")");
    EXPECT_EQ(ben.post("/api/v1/processes/query", R"({"gpu":[")" + body + R"("]})").status, 200);
}

TEST(LongQuestions, body_is_as_strict_as_a_query) {
    ApiWorld world;
    const auto ben = world.as(world.ben);
    const std::string path = "/api/v1/violations/query";
    EXPECT_EQ(ben.post(path, R"({"colour":"red"})").problem(), "malformed/colour");
    EXPECT_EQ(ben.post(path, R"({"state":"gone"})").problem(), "malformed/state");
    EXPECT_EQ(ben.post(path, R"({"limit":0})").problem(), "out-of-range/limit");
    EXPECT_EQ(ben.post(path + "?state=open", "{}").problem(), "malformed/state");
    EXPECT_EQ(ben.post(path, R"({"gpu":["gpu_1"]})").problem(), "malformed/gpu");
}

}  // namespace
}  // namespace dibs::test
