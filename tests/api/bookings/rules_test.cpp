// The rules over HTTP: visible to all signed-in people, set by admins, completely or not at all.
#include "tests/support/api_world.hpp"

#include <map>

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

const std::string rules_path = "/api/v1/rules";

struct RulesSite {
    RulesSite() { (void)world.command(rules::Command{rules::Set{}}); }  // as at a first start

    ApiWorld world;
    Caller ann = world.as(world.ann);
    Caller any = ann.with("If-Match", "*");
};

TEST(RuleRoutes, signed_in_people_see_rules_with_their_version) {
    RulesSite site;
    const auto reader = site.world.with_token(site.world.ben, {Scope::read});
    for (const auto& caller : {site.ann, site.world.as(site.world.ben), reader}) {
        const auto reply = caller.get(rules_path);
        EXPECT_EQ(reply.status, 200) << reply.body;
        EXPECT_EQ(reply.at("shortest_min"), "30");
        EXPECT_EQ(reply.at("longest_min"), "11520");
        EXPECT_EQ(reply.at("horizon_min"), "527040");
        EXPECT_EQ(reply.at("most_gpus"), "1024");
        EXPECT_EQ(reply.at("violation_level"), "against_bookings");
        EXPECT_EQ(reply.at("usage_visible_to"), "everyone");
        EXPECT_EQ(reply.at("version"), "1");
        EXPECT_EQ(reply.header("ETag"), "\"v1\"");
        EXPECT_NE(reply.at("set_at"), "");
        EXPECT_EQ(reply.at("set_by_id"), "") << "Dibs itself";
    }
    EXPECT_EQ(site.world.nobody().get(rules_path).status, 401);
}

TEST(RuleRoutes, rule_applies_at_once_and_names_its_setter_and_time) {
    RulesSite site;
    const auto reply = site.ann.with("If-Match", "\"v1\"")
                           .patch(rules_path, R"({"longest_min":60,"violation_level":"always"})");
    EXPECT_EQ(reply.status, 200) << reply.body;
    EXPECT_EQ(reply.at("longest_min"), "60");
    EXPECT_EQ(reply.at("violation_level"), "always");
    EXPECT_EQ(reply.at("shortest_min"), "30") << "what is absent stays";
    EXPECT_EQ(reply.at("set_by_id"), to_text(site.world.ann));
    EXPECT_EQ(reply.at("set_by_name"), "ann");
    EXPECT_EQ(reply.header("ETag"), "\"v2\"");
    EXPECT_EQ(site.ann.get(rules_path).body, reply.body);
    const auto booked =
        site.world.as(site.world.ben)
            .post("/api/v1/reservations", R"({"gpus":[")" + to_text(site.world.gpus[0]) +
                                              R"("],"from":")" + site.world.time(1) +
                                              R"(","until":")" + site.world.time(3) + R"("})");
    EXPECT_EQ(booked.problem(), "too-long/until");
    EXPECT_EQ(booked.at("rule"), "longest_min");
}

TEST(RuleRoutes, usage_visibility_can_be_the_only_change) {
    RulesSite site;
    const auto reply = site.any.patch(rules_path, R"({"usage_visible_to":"own"})");
    EXPECT_EQ(reply.status, 200) << reply.body;
    EXPECT_EQ(reply.at("usage_visible_to"), "own");
    EXPECT_EQ(reply.at("violation_level"), "against_bookings") << "what is absent stays";
}

TEST(RuleRoutes, counted_xid_errors_are_set_except_program_errors) {
    RulesSite site;
    EXPECT_EQ(site.ann.get(rules_path).size("unhealthy_xids"), 8U) << "as Dibs brings them along";
    const auto set = site.any.patch(rules_path, R"({"unhealthy_xids":[79,48,79]})");
    EXPECT_EQ(set.status, 200) << set.body;
    EXPECT_NE(set.body.find("\"unhealthy_xids\":[48,79]"), std::string::npos) << set.body;
    for (const auto* no : {"[48,13]", "[0]", "[10000]"}) {
        const auto reply =
            site.any.patch(rules_path, std::string(R"({"unhealthy_xids":)") + no + "}");
        EXPECT_EQ(reply.problem(), "out-of-range/unhealthy_xids") << no;
    }
    EXPECT_EQ(site.any.patch(rules_path, R"({"unhealthy_xids":["79"]})").status, 400);
    const auto none = site.any.patch(rules_path, R"({"unhealthy_xids":[]})");
    EXPECT_NE(none.body.find("\"unhealthy_xids\":[]"), std::string::npos) << none.body;
    EXPECT_EQ(site.any.patch(rules_path, R"({"unhealthy_xids":null})").size("unhealthy_xids"), 8U);
}

TEST(RuleRoutes, rules_change_needs_the_current_version) {
    RulesSite site;
    const std::string body = R"({"shortest_min":15})";
    EXPECT_EQ(site.ann.patch(rules_path, body).status, 428);
    EXPECT_EQ(site.any.patch(rules_path, body).header("ETag"), "\"v2\"");
    const auto stale = site.ann.with("If-Match", "\"v1\"").patch(rules_path, R"({"most_gpus":8})");
    EXPECT_EQ(stale.status, 412);
    EXPECT_EQ(stale.problem(), "changed-meanwhile/If-Match");
    EXPECT_EQ(stale.at("current_rules.version"), "2");
    EXPECT_EQ(stale.at("current_rules.shortest_min"), "15");
    EXPECT_EQ(site.ann.with("If-Match", "nonsense").patch(rules_path, body).status, 412);
    EXPECT_EQ(site.any.patch(rules_path, body).header("ETag"), "\"v2\"") << "nothing was changed";
}

TEST(RuleRoutes, value_out_of_bounds_is_named_and_nothing_is_set) {
    RulesSite site;
    for (const auto& [body, problem] : std::map<std::string, std::string>{
             {R"({"most_gpus":8,"shortest_min":0})", "out-of-range/shortest_min"},
             {R"({"horizon_min":527041})", "out-of-range/horizon_min"},
             {R"({"most_gpus":1025})", "out-of-range/most_gpus"},
             {R"({"longest_min":29})", "out-of-range/longest_min"},
             {R"({"shortest_min":11521})", "out-of-range/shortest_min"},
             {R"({"most_gpus":8,"violation_level":"none"})", "malformed/violation_level"},
             {R"({"usage_visible_to":"admins"})", "malformed/usage_visible_to"},
             {R"({"most_gpus":8,"colour":"red"})", "malformed/colour"},
             {R"({"most_gpus":8,"most_gpus":9})", "malformed/most_gpus"},
             {R"({"most_gpus":null})", "malformed/most_gpus"},
             {R"({"most_gpus":"8"})", "malformed/most_gpus"},
             {R"({"version":1})", "malformed/version"},
             {R"({})", "malformed"}}) {
        EXPECT_EQ(site.any.patch(rules_path, body).problem(), problem) << body;
    }
    EXPECT_EQ(site.any.patch(rules_path, R"({"most_gpus":1025})").at("detail"),
              "This is 1 to 1024.");
    EXPECT_EQ(site.any.patch(rules_path, R"({"longest_min":29})").at("detail"),
              "The longest booking (29 minutes) would be shorter than the shortest (30 minutes).");
    EXPECT_EQ(site.ann.get(rules_path).at("version"), "1");
    EXPECT_EQ(site.ann.get(rules_path).at("most_gpus"), "1024");
}

TEST(RuleRoutes, only_admins_set_rules) {
    RulesSite site;
    const std::string body = R"({"most_gpus":8})";
    const auto ben = site.world.as(site.world.ben).with("If-Match", "*");
    EXPECT_EQ(ben.patch(rules_path, body).problem(), "not-allowed");
    const auto booker =
        site.world.with_token(site.world.ann, {Scope::read, Scope::book}).with("If-Match", "*");
    EXPECT_EQ(booker.patch(rules_path, body).problem(), "not-allowed");
    EXPECT_EQ(site.ann.get(rules_path).at("version"), "1");
}

TEST(RuleRoutes, idempotency_key_sets_rules_once) {
    RulesSite site;
    const auto once = site.any.with("Idempotency-Key", "k1");
    const auto first = once.patch(rules_path, R"({"most_gpus":8})");
    EXPECT_EQ(first.at("version"), "2");
    const auto nothing = site.any.with("Idempotency-Key", "k2");
    const auto as_before = nothing.patch(rules_path, R"({"most_gpus":8})");
    EXPECT_EQ(as_before.at("version"), "2") << "nothing was changed";
    EXPECT_EQ(site.any.patch(rules_path, R"({"most_gpus":9})").at("version"), "3");
    EXPECT_EQ(once.patch(rules_path, R"({"most_gpus":8})").body, first.body)
        << "a repeat is answered as it was first";
    EXPECT_EQ(nothing.patch(rules_path, R"({"most_gpus":8})").body, as_before.body);
    EXPECT_EQ(site.ann.get(rules_path).at("most_gpus"), "9") << "and changes nothing";
    EXPECT_EQ(once.patch(rules_path, R"({"most_gpus":7})").problem(), "key-reused/Idempotency-Key");
}

}  // namespace
}  // namespace dibs::test
