// Partial changes with the current version: hosts and boards. Every Location can be read.
#include "tests/support/api_world.hpp"
#include "tests/support/sample_site.hpp"

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

const std::string other_key = "SHA256:" + std::string(43, 'B');

TEST(HostChanges, host_with_new_address_and_key_keeps_gpus_and_bookings) {
    ApiWorld world;
    const auto ann = world.as(world.ann);
    const auto path = "/api/v1/hosts/" + to_text(world.atlas);
    const auto before = ann.get(path);
    EXPECT_EQ(before.header("ETag"), "\"v1\"");
    EXPECT_EQ(before.at("version"), "1");
    const auto booked = world.book(world.ben, {world.gpus[0]}, 2, 4);
    const auto now = ann.with("If-Match", "\"v1\"")
                         .patch(path, R"({"address":"10.9.8.7","port":2222,"user":"probe",)"
                                      R"("host_key_fingerprint":")" +
                                          other_key + "\"}");
    EXPECT_EQ(now.status, 200) << now.body;
    EXPECT_EQ(now.header("ETag"), "\"v2\"");
    EXPECT_EQ(now.at("address"), "10.9.8.7");
    EXPECT_EQ(now.at("port"), "2222");
    EXPECT_EQ(now.at("user"), "probe");
    EXPECT_EQ(now.at("host_key_fingerprint"), other_key);
    EXPECT_EQ(now.at("name"), before.at("name"));
    EXPECT_EQ(ann.get(path).body, now.body);
    EXPECT_EQ(ann.get("/api/v1/gpus?host=" + before.at("name")).size("items"), 4U);
    EXPECT_EQ(ann.get("/api/v1/reservations/" + to_text(booked)).at("state"), "upcoming");
}

TEST(HostChanges, host_change_needs_the_current_version_and_an_admin) {
    ApiWorld world;
    const auto ann = world.as(world.ann);
    const auto path = "/api/v1/hosts/" + to_text(world.atlas);
    const std::string body = R"({"port":2222})";
    EXPECT_EQ(ann.patch(path, body).status, 428);
    EXPECT_EQ(world.as(world.ben).with("If-Match", "*").patch(path, body).status, 403);
    EXPECT_EQ(ann.with("If-Match", "\"v1\"").patch(path, body).status, 200);
    const auto stale = ann.with("If-Match", "\"v1\"").patch(path, R"({"port":23})");
    EXPECT_EQ(stale.problem(), "changed-meanwhile/If-Match");
    EXPECT_EQ(stale.at("current_host.port"), "2222");
    EXPECT_EQ(stale.at("current_host.version"), "2");
    const auto any = ann.with("If-Match", "*");
    EXPECT_EQ(any.patch(path, "{}").problem(), "malformed");
    EXPECT_EQ(any.patch(path, R"({"name":"x"})").problem(), "malformed/name");
    EXPECT_EQ(any.patch(path, R"({"user":"Q"})").problem(), "out-of-range/user");
    EXPECT_EQ(any.patch("/api/v1/hosts/host_0000000000000000000000000Z", body).status, 404);
}

TEST(HostChanges, repeated_host_change_gets_the_first_answer) {
    ApiWorld world;
    const auto ann = world.as(world.ann);
    const auto path = "/api/v1/hosts/" + to_text(world.atlas);
    const auto keyed = ann.with("Idempotency-Key", "k").with("If-Match", "*");
    EXPECT_EQ(keyed.patch(path, R"({"port":2222})").header("ETag"), "\"v2\"");
    EXPECT_EQ(ann.with("If-Match", "*").patch(path, R"({"port":2223})").header("ETag"), "\"v3\"");
    const auto again = keyed.patch(path, R"({"port":2222})");
    EXPECT_EQ(again.header("ETag"), "\"v2\"");
    EXPECT_EQ(again.at("port"), "2222");
}

TEST(BoardChanges, board_patch_leaves_other_members_unchanged) {
    ApiWorld world;
    const auto ben = world.as(world.ben);
    const auto made =
        ben.post("/api/v1/boards", R"({"title":"mine","panels":[{"id":"p1","kind":"chart",)"
                                   R"("metric":"power_w","x":0,"y":0,"w":6,"h":4}]})");
    ASSERT_EQ(made.status, 201) << made.body;
    const auto path = made.header("Location");
    const auto named = ben.with("If-Match", "\"v1\"").patch(path, R"({"title":"ours"})");
    EXPECT_EQ(named.at("title"), "ours") << named.body;
    EXPECT_EQ(named.size("panels"), 1U);
    EXPECT_EQ(named.header("ETag"), "\"v2\"");
    EXPECT_EQ(ben.with("If-Match", "\"v2\"").patch(path, R"({"shared":true})").at("title"), "ours");
    EXPECT_EQ(ben.with("If-Match", "\"v3\"").patch(path, R"({"panels":[]})").size("panels"), 0U);
    EXPECT_EQ(ben.patch(path, R"({"title":"x"})").status, 428);
    EXPECT_EQ(ben.with("If-Match", "\"v1\"").patch(path, R"({"title":"x"})").status, 412);
    EXPECT_EQ(ben.with("If-Match", "*").patch(path, "{}").problem(), "malformed");
    EXPECT_EQ(world.as(world.cleo).with("If-Match", "*").patch(path, R"({"title":"x"})").status,
              403);
}

TEST(Locations, every_location_can_be_read) {
    ApiWorld world;
    const auto ann = world.as(world.ann);
    const auto reply = ann.post("/api/v1/tokens", R"({"label":"laptop","scopes":["read"]})");
    const auto token = ann.get(reply.header("Location"));
    EXPECT_EQ(token.status, 200) << token.body;
    EXPECT_EQ(token.at("label"), "laptop");
    EXPECT_EQ(token.at("secret"), "");
    EXPECT_EQ(world.as(world.cleo).get(reply.header("Location")).status, 404);
    EXPECT_EQ(world.with_token(world.ann, {Scope::read}).get(reply.header("Location")).status, 403);
}

TEST(Locations, session_is_visible_to_its_person_and_admins) {
    ApiWorld world;
    const auto ben = world.as(world.ben);
    const auto id = ben.get("/api/v1/sessions").at("items[0].id");
    const auto path = "/api/v1/sessions/" + id;
    EXPECT_EQ(ben.get(path).at("id"), id);
    EXPECT_EQ(ben.get(path).at("current"), "true");
    EXPECT_EQ(world.as(world.ann).get(path).at("current"), "false");
    EXPECT_EQ(world.as(world.cleo).get(path).problem(), "not-found/id");
}

TEST(TimeInTheAddress, time_in_the_address_is_parsed_like_one_in_a_body) {
    ApiWorld world;
    const auto ben = world.as(world.ben);
    const std::string path = "/api/v1/time/parse?now=2026-11-23T12:00:00Z&zone=Europe/Warsaw&text=";
    const auto read = ben.get(path + "tomorrow%209-17");
    EXPECT_EQ(read.at("from"), "2026-11-24T08:00:00.000Z") << read.body;
    EXPECT_EQ(read.body,
              ben.post("/api/v1/time/parse", R"({"text":"tomorrow 9-17","zone":"Europe/Warsaw",)"
                                             R"("now":"2026-11-23T12:00:00Z"})")
                  .body);
    EXPECT_EQ(ben.get(path + "9-5").problem(), "ambiguous-time/text");
    EXPECT_EQ(ben.get("/api/v1/time/parse?text=now&zone=Mars/Base").problem(), "unknown-zone/zone");
    const auto nothing = ben.get("/api/v1/time/parse?kind=odd");
    EXPECT_EQ(nothing.size("errors"), 3U) << nothing.body;
}

}  // namespace
}  // namespace dibs::test
