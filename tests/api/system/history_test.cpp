// The history over HTTP: the visibility of facts, and the parts hidden from everyone.
#include "tests/support/api_world.hpp"

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

TEST(History, token_and_session_facts_are_visible_to_owner_and_admins) {
    ApiWorld world;
    world.book(world.ben, {world.gpus[0]}, 2, 4);
    (void)world.with_token(world.ben, {Scope::read});
    const auto cleo = world.as(world.cleo);
    EXPECT_EQ(cleo.get("/api/v1/events?type=token").size("items"), 0U);
    EXPECT_EQ(world.as(world.ben).get("/api/v1/events?type=token").size("items"), 1U);
    EXPECT_EQ(world.as(world.ann).get("/api/v1/events?type=token").size("items"), 1U);
    const auto booked = cleo.get("/api/v1/events?type=reservation.booked");
    ASSERT_EQ(booked.size("items"), 1U) << booked.body;
    EXPECT_EQ(booked.at("items[0].actor_name"), "ben");
    EXPECT_EQ(booked.at("items[0].source"), "");
    EXPECT_EQ(world.as(world.ann).get("/api/v1/events?type=reservation").at("items[0].source"),
              "test");
}

TEST(History, refusals_are_visible_to_their_sender_and_admins) {
    ApiWorld world;
    world.book(world.cleo, {world.gpus[0]}, 2, 4);
    const auto ben = world.as(world.ben);
    const auto refused = ben.post("/api/v1/reservations",
                                  R"({"gpus":[")" + to_text(world.gpus[0]) + R"("],"from":")" +
                                      world.time(2) + R"(","until":")" + world.time(4) + R"("})");
    EXPECT_EQ(refused.problem(), "slot-taken/gpus") << refused.body;
    const std::string path = "/api/v1/events?type=command.refused";
    EXPECT_EQ(ben.get(path).size("items"), 1U);
    EXPECT_EQ(world.as(world.ann).get(path).size("items"), 1U);
    EXPECT_EQ(world.as(world.cleo).get(path).size("items"), 0U);
}

TEST(History, history_shows_no_secret_and_no_digest) {
    ApiWorld world;
    (void)world.with_token(world.ben, {Scope::read});
    const auto all = world.as(world.ann).get("/api/v1/events?limit=1000");
    EXPECT_NE(all.body.find("token.issued.v1"), std::string::npos);
    EXPECT_NE(all.body.find("person.added.v1"), std::string::npos);
    EXPECT_EQ(all.body.find("$argon2"), std::string::npos);
    EXPECT_EQ(all.body.find(sha256_hex(world.setup_secret)), std::string::npos);
}

TEST(History, ended_credentials_are_visible_to_their_owner_and_admins) {
    ApiWorld world;
    const auto ann = world.as(world.ann);
    const auto ben = world.as(world.ben);
    const auto cleo = world.as(world.cleo);
    const auto made = ben.post("/api/v1/tokens", R"({"label":"x","scopes":["read"]})");
    const auto id = parse_id<TokenId>(made.at("id")).value();
    (void)world.command(people::Command{people::RevokeToken{id}}, world.ann);
    (void)world.command(people::Command{people::SignOutEverywhere{world.ben}}, world.ann);
    const auto again = world.as(world.ben);
    for (const auto* type : {"token.revoked", "session.ended"}) {
        const auto path = std::string("/api/v1/events?type=") + type;
        EXPECT_EQ(again.get(path).at("items[0].person_id"), to_text(world.ben)) << type;
        EXPECT_EQ(again.get(path).at("items[0].actor_id"), to_text(world.ann)) << type;
        EXPECT_GE(ann.get(path).size("items"), 1U) << type;
        EXPECT_EQ(cleo.get(path).size("items"), 0U) << type;
    }
}

TEST(History, setup_facts_are_for_admins_and_rule_facts_for_all) {
    ApiWorld world;
    (void)world.command(rules::Command{rules::Set{.most_gpus = 4}}, world.ann);
    const std::string path = "/api/v1/events?type=";
    EXPECT_EQ(world.as(world.ann).get(path + "setup.opened").size("items"), 1U);
    EXPECT_EQ(world.as(world.ben).get(path + "setup.opened").size("items"), 0U);
    const auto set = world.as(world.ben).get(path + "rules.set");
    EXPECT_EQ(set.at("items[0].actor_id"), to_text(world.ann)) << set.body;
    EXPECT_EQ(set.at("items[0].data.rules.most_gpus"), "4");
}

TEST(History, board_history_is_private_until_the_board_is_shared) {
    ApiWorld world;
    const std::string all = "/api/v1/boards";
    const auto ben = world.as(world.ben).with("If-Match", "*");
    const auto id = ben.post(all, R"({"title":"wall"})").at("id");
    const auto history = "/api/v1/events?order=oldest&board=" + id;
    EXPECT_EQ(world.as(world.cleo).get(history).size("items"), 0U);
    EXPECT_EQ(world.as(world.ann).get(history).size("items"), 1U);
    (void)ben.put(all + '/' + id, R"({"title":"wall","shared":true,"panels":[]})");
    EXPECT_EQ(ben.del(all + '/' + id).status, 204);
    const auto seen = world.as(world.cleo).get(history);
    ASSERT_EQ(seen.size("items"), 2U) << seen.body;
    EXPECT_EQ(seen.at("items[0].type"), "board.changed.v1");
    EXPECT_EQ(seen.at("items[1].type"), "board.removed.v1");
    EXPECT_EQ(ben.get(history).size("items"), 3U);
}

}  // namespace
}  // namespace dibs::test
