// A refusal lists all faults at once, each with a code of one meaning; the page behind each
// problem; the remainder of a limit.
#include "api/http/problem_kinds.hpp"
#include "domain/codec/json_writer.hpp"
#include "tests/support/api_world.hpp"

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

// "name:malformed port:out-of-range"
std::string errors_of(const ApiReply& reply) {
    std::string all;
    for (std::size_t i = 0; i < reply.size("errors"); ++i) {
        const auto at = "errors[" + std::to_string(i) + "].";
        if (!all.empty()) all += ' ';
        all += reply.at(at + "field") + ':' + reply.at(at + "code");
    }
    return all;
}

TEST(Errors, body_errors_name_every_wrong_field) {
    ApiWorld world;
    const auto reply = world.as(world.ann).post("/api/v1/reservations",
                                                R"({"gpus":["x",7],"from":"now","nonsense":1})");
    EXPECT_EQ(reply.status, 400);
    EXPECT_EQ(reply.problem(), "malformed/gpus[0]");
    EXPECT_EQ(errors_of(reply),
              "gpus[0]:malformed gpus[1]:malformed from:malformed "
              "nonsense:malformed until:malformed");
    EXPECT_EQ(reply.at("errors[0].detail"), reply.at("detail"));
}

TEST(Errors, query_errors_name_every_wrong_parameter) {
    ApiWorld world;
    const auto ann = world.as(world.ann);
    EXPECT_EQ(errors_of(ann.get("/api/v1/reservations?from=now&owner=zoe&state=odd&limit=0")),
              "from:malformed owner:unknown-person state:malformed limit:out-of-range");
    EXPECT_EQ(errors_of(ann.get("/api/v1/reservations?one=1&two=2&at_least=x")),
              "one:malformed two:malformed at_least:malformed");
    EXPECT_EQ(errors_of(ann.get("/api/v1/usage?metric=none")),
              "from:malformed gpu:out-of-range metric:out-of-range");
}

TEST(Errors, booking_errors_name_title_time_and_gpus) {
    ApiWorld world;
    const auto reply = world.as(world.ben).post(
        "/api/v1/reservations", R"({"title":")" + std::string(201, 'x') + R"(","from":")" +
                                    world.time(4) + R"(","until":")" + world.time(3) +
                                    R"(","gpus":["gpu_0000000000000000000000000Z"]})");
    EXPECT_EQ(reply.status, 422);
    EXPECT_EQ(errors_of(reply), "title:out-of-range until:interval-reversed gpus:unknown-gpu");
}

TEST(Errors, person_errors_name_the_names_and_the_password) {
    ApiWorld world;
    const auto reply = world.as(world.ann).post(
        "/api/v1/people", R"({"name":"","unix_name":"Root","password":"password1234"})");
    EXPECT_EQ(reply.status, 422);
    EXPECT_EQ(errors_of(reply), "name:out-of-range unix_name:out-of-range password:weak-password");
}

TEST(Errors, host_errors_name_the_contracts_members) {
    ApiWorld world;
    const auto reply = world.as(world.ann).post(
        "/api/v1/hosts", R"({"name":"GPU 7","address":"-x","port":0,"user":"Q",)"
                         R"("host_key_fingerprint":"MD5:1"})");
    EXPECT_EQ(errors_of(reply),
              "name:out-of-range address:out-of-range user:out-of-range "
              "port:out-of-range host_key_fingerprint:out-of-range");
}

TEST(Errors, rule_offer_token_and_board_errors_name_every_fault) {
    ApiWorld world;
    const auto ann = world.as(world.ann);
    EXPECT_EQ(errors_of(ann.with("If-Match", "*")
                            .patch("/api/v1/rules", R"({"shortest_min":0,"longest_min":-1})")),
              "shortest_min:out-of-range longest_min:out-of-range");
    EXPECT_EQ(errors_of(ann.post("/api/v1/offers", R"({"count":0,"duration_s":1,"limit":99})")),
              "count:out-of-range duration_s:out-of-range limit:out-of-range");
    EXPECT_EQ(errors_of(ann.post("/api/v1/tokens", R"({"label":"","scopes":[]})")),
              "label:out-of-range scopes:out-of-range");
    EXPECT_EQ(errors_of(ann.post("/api/v1/session", R"({})")), "name:malformed password:malformed");
}

TEST(Errors, problem_without_a_field_has_no_errors) {
    ApiWorld world;
    const auto reply = world.nobody().get("/api/v1/gpus");
    EXPECT_EQ(reply.problem(), "not-signed-in");
    EXPECT_EQ(reply.at("errors"), "");
}

TEST(ProblemPages, every_type_has_a_page_without_sign_in) {
    ApiWorld world;
    const auto all = world.nobody().get("/problems");
    for (const auto& kind : http::problem_kinds()) {
        const auto path = "/problems/" + std::string(kind.code);
        EXPECT_NE(all.body.find('"' + path + '"'), std::string::npos) << path;
        const auto page = world.nobody().get(path);
        EXPECT_EQ(page.status, 200) << path;
        EXPECT_EQ(page.response.content_type, "text/html; charset=utf-8");
        EXPECT_NE(page.body.find("<code>" + std::string(kind.code)), std::string::npos) << path;
    }
    const auto type = world.nobody().get("/api/v1/gpus").at("type");
    EXPECT_EQ(world.nobody().get(type).status, 200) << type;
    EXPECT_EQ(world.nobody().get("/problems/no-such").problem(), "not-found/code");
}

TEST(ProblemPages, problem_pages_obey_the_security_policy) {
    ApiWorld world;
    const auto page = world.nobody().get("/problems/slot-taken").body;
    for (const auto* no : {"<script", "<style", "style=", "http://", "https://"}) {
        EXPECT_EQ(page.find(no), std::string::npos) << no;
    }
}

TEST(ProblemPages, problem_pages_use_style_and_icon_of_this_server) {
    ApiWorld world;
    const auto page = world.nobody().get("/problems/slot-taken").body;
    EXPECT_NE(page.find(R"(<link rel="stylesheet" href="/problems.css">)"), std::string::npos);
    EXPECT_NE(page.find(R"(<link rel="icon" href="/icon.svg")"), std::string::npos) << page;
}

TEST(Quotas, command_answer_has_a_quota_and_a_read_has_none) {
    ApiWorld world(auth::RateSettings{.commands_per_min = 2});
    const auto ben = world.as(world.ben);
    const auto body = R"({"title":"x"})";
    const auto first = ben.post("/api/v1/boards", body);
    EXPECT_EQ(first.status, 201) << first.body;
    EXPECT_EQ(first.header("RateLimit-Policy"), R"("commands";q=2;w=60)");
    EXPECT_TRUE(first.header("RateLimit").starts_with(R"("commands";r=1;t=)"));
    EXPECT_EQ(ben.get("/api/v1/boards").header("RateLimit"), "");
    EXPECT_TRUE(
        ben.post("/api/v1/boards", "{}").header("RateLimit").starts_with(R"("commands";r=0;t=)"));
    const auto stopped = ben.post("/api/v1/boards", body);
    EXPECT_EQ(stopped.status, 429);
    EXPECT_TRUE(stopped.header("RateLimit").starts_with(R"("commands";r=0;t=)"));
    EXPECT_NE(stopped.header("Retry-After"), "");
}

TEST(Quotas, sign_in_answer_shows_remaining_tries) {
    ApiWorld world(auth::RateSettings{.sign_in_burst = 2});
    const auto ask = [&] {
        return world.nobody().post("/api/v1/session", R"({"name":"ann","password":"x"})");
    };
    EXPECT_TRUE(ask().header("RateLimit").starts_with(R"("sign-in";r=1;t=)"));
    EXPECT_TRUE(ask().header("RateLimit").starts_with(R"("sign-in";r=0;t=)"));
    EXPECT_EQ(ask().status, 429);
}

}  // namespace
}  // namespace dibs::test
