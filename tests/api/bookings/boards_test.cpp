// Boards over HTTP: create, read, change with the current version, remove; and access to them.
#include "domain/codec/event_json.hpp"
#include "domain/codec/json_writer.hpp"
#include "tests/support/api_world.hpp"

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

const std::string boards_path = "/api/v1/boards";

std::string chart(std::string_view more = "") {
    return R"({"id":"p1","kind":"chart","metric":"power_w","x":0,"y":0,"w":6,"h":4)" +
           std::string(more) + "}";
}
std::string board_body(std::string_view title, bool shared, const std::string& panels = chart()) {
    return R"({"title":")" + std::string(title) + R"(","shared":)" + (shared ? "true" : "false") +
           R"(,"panels":[)" + panels + "]}";
}
std::string make_board(const Caller& who, bool shared, std::string_view title = "mine") {
    const auto reply = who.post(boards_path, board_body(title, shared));
    EXPECT_EQ(reply.status, 201) << reply.body;
    return boards_path + '/' + reply.at("id");
}

TEST(BoardRoutes, new_board_is_answered_with_version_and_location) {
    ApiWorld world;
    const auto gpus = R"(,"window_s":3600,"gpus":)" + to_json(world.gpus);
    const auto reply =
        world.as(world.ben).post(boards_path, board_body("Training", false, chart(gpus)));
    EXPECT_EQ(reply.status, 201) << reply.body;
    EXPECT_EQ(reply.at("title"), "Training");
    EXPECT_EQ(reply.at("shared"), "false");
    EXPECT_EQ(reply.at("owner_name"), "ben");
    EXPECT_EQ(reply.at("panels[0].metric"), "power_w");
    EXPECT_EQ(reply.at("panels[0].gpus[3]"), to_text(world.gpus[3]));
    EXPECT_EQ(reply.at("panels[0].window_s"), "3600");
    EXPECT_EQ(reply.header("ETag"), "\"v1\"");
    EXPECT_EQ(reply.header("Location"), boards_path + '/' + reply.at("id"));
    EXPECT_EQ(world.as(world.ben).get(boards_path + '/' + reply.at("id")).body, reply.body);
}

TEST(BoardRoutes, title_alone_makes_an_empty_personal_board) {
    ApiWorld world;
    const auto reply = world.as(world.ben).post(boards_path, R"({"title":"x"})");
    EXPECT_EQ(reply.status, 201) << reply.body;
    EXPECT_EQ(reply.at("shared"), "false");
    EXPECT_EQ(reply.size("panels"), 0U);
}

TEST(BoardRoutes, idempotency_key_makes_one_board) {
    ApiWorld world;
    const auto ben = world.as(world.ben).with("Idempotency-Key", "k1");
    const auto first = ben.post(boards_path, board_body("once", false));
    const auto again = ben.post(boards_path, board_body("once", false));
    EXPECT_EQ(again.status, 201) << again.body;
    EXPECT_EQ(again.body, first.body);
    EXPECT_EQ(ben.post(boards_path, board_body("other", false)).problem(),
              "key-reused/Idempotency-Key");
    EXPECT_EQ(world.as(world.ben).get(boards_path).size("items"), 1U);
}

TEST(BoardRoutes, repeated_change_gets_the_first_answer_again) {
    ApiWorld world;
    const auto ben = world.as(world.ben).with("If-Match", "*");
    const auto path = make_board(ben, false);
    const auto keyed = ben.with("Idempotency-Key", "k1");
    const auto first = keyed.put(path, board_body("two", true));
    EXPECT_EQ(first.header("ETag"), "\"v2\"") << first.body;
    EXPECT_EQ(first.body, ben.get(path).body);
    ASSERT_EQ(ben.put(path, board_body("three", false, "")).status, 200);
    EXPECT_EQ(keyed.put(path, board_body("two", true)).body, first.body);
    ASSERT_EQ(ben.del(path).status, 204);
    const auto again = keyed.put(path, board_body("two", true));
    EXPECT_EQ(again.status, 200);
    EXPECT_EQ(again.body, first.body);
    EXPECT_EQ(again.header("ETag"), "\"v2\"");
}

TEST(BoardRoutes, wrong_panel_is_named_with_its_member_and_the_rule) {
    ApiWorld world;
    const auto ben = world.as(world.ben);
    const auto wide =
        ben.post(boards_path, board_body("x", false,
                                         chart() + ',' +
                                             R"({"id":"p2","kind":"gpus",)"
                                             R"("metric":"power_w","x":8,"y":0,"w":5,"h":1})"));
    EXPECT_EQ(wide.status, 422) << wide.body;
    EXPECT_EQ(wide.problem(), "out-of-range/panels[1].w");
    EXPECT_EQ(ben.post(boards_path, board_body("x", false, chart(R"(,"colour":"red")"))).problem(),
              "malformed/panels[0].colour");
    EXPECT_EQ(
        ben.post(boards_path, board_body("x", false, R"({"id":"p","kind":"clock"})")).problem(),
        "malformed/panels[0].kind");
    EXPECT_EQ(ben.post(boards_path, board_body("", false)).problem(), "out-of-range/title");
    const auto strange = R"(,"gpus":["gpu_0000000000000000000000000Z"])";
    EXPECT_EQ(ben.post(boards_path, board_body("x", false, chart(strange))).problem(),
              "unknown-gpu/panels[0].gpus");
    EXPECT_EQ(ben.post(boards_path, R"({"panels":[]})").problem(), "malformed/title");
}

TEST(BoardRoutes, change_needs_the_current_version) {
    ApiWorld world;
    const auto ben = world.as(world.ben);
    const auto path = make_board(ben, false);
    EXPECT_EQ(ben.put(path, board_body("two", false)).status, 428);
    const auto changed = ben.with("If-Match", "\"v1\"").put(path, board_body("two", false));
    EXPECT_EQ(changed.status, 200) << changed.body;
    EXPECT_EQ(changed.header("ETag"), "\"v2\"");
    const auto stale = ben.with("If-Match", "\"v1\"").put(path, board_body("three", false));
    EXPECT_EQ(stale.status, 412);
    EXPECT_EQ(stale.problem(), "changed-meanwhile/If-Match");
    EXPECT_EQ(stale.at("current_board.title"), "two");
    EXPECT_EQ(stale.at("current_board.version"), "2");
    EXPECT_EQ(ben.with("If-Match", "\"v1\"").del(path).status, 412);
    EXPECT_EQ(ben.with("If-Match", "*").put(path, board_body("two", false)).header("ETag"),
              "\"v2\"")
        << "nothing was changed";
    EXPECT_EQ(ben.with("If-Match", "*").put(path, R"({"title":"x"})").problem(),
              "malformed/shared");
}

TEST(BoardRoutes, removed_board_is_gone_and_its_history_stays) {
    ApiWorld world;
    const auto ben = world.as(world.ben);
    const auto path = make_board(ben, true);
    EXPECT_EQ(ben.del(path).status, 428);
    EXPECT_EQ(ben.with("If-Match", "\"v1\"").del(path).status, 204);
    EXPECT_EQ(ben.get(path).problem(), "not-found/id");
    EXPECT_EQ(ben.with("If-Match", "*").del(path).status, 404);
    const auto id = path.substr(boards_path.size() + 1);
    const auto events = world.as(world.cleo).get("/api/v1/events?board=" + id);
    EXPECT_EQ(events.size("items"), 2U) << events.body;
    EXPECT_EQ(events.at("items[0].type"), "board.removed.v1");
    EXPECT_EQ(events.at("items[0].board_id"), id);
}

TEST(BoardRoutes, personal_board_is_visible_to_its_owner_and_admins_only) {
    ApiWorld world;
    const auto path = make_board(world.as(world.ben), false);
    const auto id = path.substr(boards_path.size() + 1);
    for (const auto& caller :
         {world.as(world.ben), world.as(world.ann), world.with_token(world.ben, {Scope::read})}) {
        EXPECT_EQ(caller.get(path).status, 200);
        EXPECT_EQ(caller.get(boards_path).size("items"), 1U);
        EXPECT_EQ(caller.get("/api/v1/events?board=" + id).size("items"), 1U);
    }
    const auto cleo = world.as(world.cleo);
    EXPECT_EQ(cleo.get(path).status, 404);
    EXPECT_EQ(cleo.get(boards_path).size("items"), 0U);
    EXPECT_EQ(cleo.get("/api/v1/events?board=" + id).size("items"), 0U);
    const auto any = cleo.with("If-Match", "*");
    EXPECT_EQ(any.put(path, board_body("x", true)).status, 404);
    EXPECT_EQ(cleo.with("If-Match", "\"v7\"").put(path, board_body("x", true)).status, 404);
    EXPECT_EQ(cleo.with("If-Match", "nonsense").put(path, board_body("x", true)).status, 404);
    EXPECT_EQ(any.del(path).status, 404);
}

TEST(BoardRoutes, shared_board_is_read_by_all_and_changed_by_owner_and_admins) {
    ApiWorld world;
    const auto path = make_board(world.as(world.ben), true);
    const auto cleo = world.as(world.cleo);
    EXPECT_EQ(cleo.get(path).at("owner_name"), "ben");
    EXPECT_EQ(cleo.with("If-Match", "*").put(path, board_body("x", true)).problem(), "not-allowed");
    EXPECT_EQ(cleo.with("If-Match", "*").del(path).problem(), "not-allowed");
    const auto admin =
        world.as(world.ann).with("If-Match", "\"v1\"").put(path, board_body("y", true));
    EXPECT_EQ(admin.status, 200) << admin.body;
    EXPECT_EQ(admin.at("owner_name"), "ben");
}

TEST(BoardRoutes, board_list_has_no_panels_and_is_filtered) {
    ApiWorld world;
    make_board(world.as(world.ben), true, "ours");
    make_board(world.as(world.ben), false, "mine");
    make_board(world.as(world.ann), true, "anns");
    const auto ben = world.as(world.ben);
    const auto list = ben.get(boards_path + "?owner=me");
    EXPECT_EQ(list.size("items"), 2U) << list.body;
    EXPECT_EQ(list.at("items[0].panel_count"), "1");
    EXPECT_EQ(list.at("items[0].panels"), "");
    EXPECT_EQ(ben.get(boards_path + "?owner=ann").at("items[0].title"), "anns");
    EXPECT_EQ(ben.get(boards_path + "?shared=false").at("items[0].title"), "mine");
    EXPECT_EQ(ben.get(boards_path + "?shared=maybe").problem(), "malformed/shared");
    const auto page = ben.get(boards_path + "?limit=2");
    EXPECT_EQ(page.size("items"), 2U);
    const auto rest = ben.get(boards_path + "?limit=2&cursor=" + page.at("next_cursor"));
    EXPECT_EQ(rest.size("items"), 1U) << rest.body;
}

TEST(BoardRoutes, read_token_cannot_write_boards) {
    ApiWorld world;
    const auto path = make_board(world.as(world.ben), false);
    const auto reader = world.with_token(world.ben, {Scope::read}).with("If-Match", "*");
    EXPECT_EQ(reader.get(path).status, 200);
    EXPECT_EQ(reader.post(boards_path, board_body("x", false)).problem(), "not-allowed");
    EXPECT_EQ(reader.put(path, board_body("x", false)).problem(), "not-allowed");
    EXPECT_EQ(reader.del(path).problem(), "not-allowed");
    const auto booker = world.with_token(world.ben, {Scope::book}).with("If-Match", "*");
    EXPECT_EQ(booker.put(path, board_body("x", false)).status, 200);
}

}  // namespace
}  // namespace dibs::test
