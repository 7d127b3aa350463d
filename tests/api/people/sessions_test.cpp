// Sessions made from tokens (a wall display), the list of sessions, signing out everywhere,
// preferences.
#include "domain/codec/json_writer.hpp"
#include "tests/api/request/requests.hpp"
#include "tests/support/api_world.hpp"
#include "tests/support/raw_ws.hpp"

#include <thread>

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

const std::string sessions = "/api/v1/sessions";
const std::string preferences = session_path + "/preferences";

struct Token {
    std::string path, secret;
};
Token make_token(const Caller& who, std::string_view scopes) {
    const auto reply =
        who.post("/api/v1/tokens", R"({"label":"wall","scopes":[)" + std::string(scopes) + "]}");
    EXPECT_EQ(reply.status, 201) << reply.body;
    return {"/api/v1/tokens/" + reply.at("id"), reply.at("secret")};
}
ApiReply enter(ApiWorld& world, const Token& token) {
    return world.nobody().post(session_path, R"({"token":")" + token.secret + R"("})");
}
Caller display(ApiWorld& world, const Token& token) {
    return world.nobody().with("Cookie", cookie_in(enter(world, token)));
}

TEST(TokenSession, token_session_has_the_tokens_scopes_and_expiry) {
    ApiWorld world;
    const auto token = make_token(world.as(world.ben), "\"read\"");
    const auto reply = enter(world, token);
    EXPECT_EQ(reply.status, 201) << reply.body;
    EXPECT_EQ(reply.at("via"), "cookie");
    EXPECT_EQ(token.path, "/api/v1/tokens/" + reply.at("token_id"));
    EXPECT_EQ(reply.size("scopes"), 1U);
    EXPECT_EQ(reply.at("scopes[0]"), "read");
    EXPECT_NE(reply.header("Set-Cookie").find("; HttpOnly; SameSite=Strict"), std::string::npos);
    EXPECT_NE(reply.header("Set-Cookie").find("; Max-Age=7776000;"), std::string::npos)
        << "ninety days: " << reply.header("Set-Cookie");
    const auto who = world.nobody().with("Cookie", cookie_in(reply)).get(session_path);
    EXPECT_EQ(who.at("token_id"), reply.at("token_id"));
    EXPECT_EQ(who.at("expires_at"), reply.at("expires_at"));
}

TEST(TokenSession, session_of_a_read_token_cannot_write) {
    ApiWorld world;
    const auto wall = display(world, make_token(world.as(world.ann), "\"read\""));
    const std::string any = "/api/v1/";
    for (const auto* path : {"gpus", "boards", "reservations", "hosts", "events", "violations"}) {
        EXPECT_EQ(wall.get(any + path).status, 200) << path;
    }
    for (const auto* path : {"reservations", "boards", "people", "tokens", "hosts"}) {
        EXPECT_EQ(wall.post(any + path, "{}").problem(), "not-allowed") << path;
    }
    EXPECT_EQ(wall.get(sessions).problem(), "not-allowed");
    EXPECT_EQ(wall.del(sessions).problem(), "not-allowed");
    EXPECT_EQ(wall.patch(preferences, R"({"theme":"dark"})").problem(), "not-allowed");
    EXPECT_EQ(wall.post("/api/v1/people/" + to_text(world.ann) + "/password", "{}").problem(),
              "not-allowed");
    EXPECT_EQ(wall.del(session_path).status, 204) << "it may end itself";
    EXPECT_EQ(wall.get(session_path).status, 401);
}

void set_rules(ApiWorld& world, const std::string& rules) {
    EXPECT_EQ(world.as(world.ann).with("If-Match", "*").patch("/api/v1/rules", rules).status, 200);
}

TEST(SessionRules, idle_session_ends_at_its_next_request) {
    ApiWorld world;
    set_rules(world, R"({"session_idle_min":60})");
    const auto wall = display(world, make_token(world.as(world.ann), R"("read","admin")"));
    EXPECT_EQ(wall.get(session_path).status, 200);
    world.advance(std::chrono::minutes{59});
    EXPECT_EQ(wall.get(session_path).status, 200) << "used in time";
    world.advance(std::chrono::minutes{71});
    const auto reply = wall.get(session_path);
    EXPECT_EQ(reply.problem(), "not-signed-in");
    EXPECT_NE(reply.at("detail").find("not used for so long"), std::string::npos) << reply.body;
    EXPECT_EQ(wall.get(session_path).status, 401);
}

TEST(SessionRules, session_without_limit_expires_with_lifetime) {
    ApiWorld world;
    const auto wall = display(world, make_token(world.as(world.ann), "\"read\""));
    EXPECT_EQ(wall.get(session_path).status, 200);
    world.advance(std::chrono::hours{24 * 30});
    EXPECT_EQ(wall.get(session_path).status, 200);
}

TEST(SessionRules, open_stream_counts_as_use) {
    ApiWorld world;
    set_rules(world, R"({"session_idle_min":60})");
    const auto token = make_token(world.as(world.ann), "\"read\"");
    const auto cookie = cookie_in(enter(world, token));
    const auto wall = world.nobody().with("Cookie", cookie);
    EXPECT_EQ(wall.get(session_path).status, 200);
    RawWs ws(world.port(), world.stream_path(cookie), "Cookie: " + cookie + "\r\n");
    EXPECT_EQ(ws.response.status, 101);
    world.advance(std::chrono::hours{5});
    std::this_thread::sleep_for(std::chrono::milliseconds{2500});  // one turn of the stream's timer
    EXPECT_EQ(wall.get(session_path).status, 200);
}

TEST(TokenRules, token_without_expiry_gets_the_longest_allowed_lifetime) {
    ApiWorld world;
    set_rules(world, R"({"token_life_min":1440})");
    const auto ben = world.as(world.ben);
    const auto reply = ben.post("/api/v1/tokens", R"({"label":"ci","scopes":["read"]})");
    EXPECT_EQ(reply.at("expires_at"), to_text(world.now() + std::chrono::hours{24})) << reply.body;
    const auto later = R"({"label":"ci","scopes":["read"],"expires_at":")" +
                       to_text(world.now() + std::chrono::hours{25}) + "\"}";
    const auto refused = ben.post("/api/v1/tokens", later);
    EXPECT_EQ(refused.problem(), "out-of-range/expires_at");
    EXPECT_EQ(refused.at("rule"), "token_life_min");
}

TEST(TokenSession, stream_of_a_token_session_ends_with_the_token) {
    ApiWorld world;
    const auto ben = world.as(world.ben);
    const auto token = make_token(ben, "\"read\"");
    const auto cookie = cookie_in(enter(world, token));
    RawWs ws(world.port(), world.stream_path(cookie), "Cookie: " + cookie + "\r\n");
    EXPECT_EQ(ws.response.status, 101);
    EXPECT_EQ(ben.del(token.path).status, 204);
    const auto frame = ws.read();
    ASSERT_TRUE(frame.has_value());
    EXPECT_EQ(frame->opcode, 8);
    EXPECT_EQ(frame->close_code(), 1008);
    EXPECT_EQ(world.nobody().with("Cookie", cookie).get(session_path).status, 401);
    EXPECT_EQ(enter(world, token).status, 401) << "a revoked token opens nothing";
}

TEST(TokenSession, token_session_commands_need_own_pages) {
    ApiWorld world;
    const auto wall = display(world, make_token(world.as(world.ben), "\"read\",\"book\""));
    const auto evil = wall.with("Origin", "http://evil.test");
    EXPECT_EQ(evil.post("/api/v1/boards", R"({"title":"x"})").status, 403);
    EXPECT_EQ(wall.post("/api/v1/boards", R"({"title":"x"})").status, 201);
}

TEST(TokenSession, session_secret_is_no_bearer_token) {
    ApiWorld world;
    const auto cookie = cookie_in(enter(world, make_token(world.as(world.ben), "\"read\"")));
    const auto secret = cookie.substr(cookie.find('=') + 1);
    EXPECT_EQ(world.nobody().with("Authorization", "Bearer " + secret).get(session_path).status,
              401);
}

TEST(TokenSession, wrong_token_and_cookie_secret_get_no_session) {
    ApiWorld world;
    EXPECT_EQ(enter(world, {"", "dibs_wrong"}).problem(), "not-signed-in");
    const auto cookie = world.cookie_of(world.ben);
    EXPECT_EQ(enter(world, {"", cookie.substr(cookie.find('=') + 1)}).status, 401);
    EXPECT_EQ(world.nobody().post(session_path, R"({"token":"x","name":"ann"})").problem(),
              "malformed/token");
    EXPECT_EQ(world.nobody().post(session_path, R"({"token":""})").problem(), "out-of-range/token");
    EXPECT_EQ(world.nobody().post(session_path, R"({"name":"ann"})").problem(),
              "malformed/password");
}

TEST(TokenSession, token_tries_are_counted_by_address) {
    ApiWorld world({.commands_per_min = 100, .sign_ins_per_min = 1, .sign_in_burst = 2});
    EXPECT_EQ(enter(world, {"", "dibs_a"}).status, 401);
    EXPECT_EQ(enter(world, {"", "dibs_b"}).status, 401);
    EXPECT_EQ(enter(world, {"", "dibs_c"}).status, 429);
}

TEST(Sessions, sessions_are_listed_to_their_person_and_admins) {
    ApiWorld world;
    const auto ben = world.as(world.ben);
    (void)world.as(world.ben);
    const auto list = ben.get(sessions);
    EXPECT_EQ(list.status, 200) << list.body;
    EXPECT_GE(list.size("items"), 2U);
    std::size_t current = 0;
    for (std::size_t i = 0; i < list.size("items"); ++i) {
        const auto at = "items[" + std::to_string(i) + "].";
        if (list.at(at + "current") == "true") ++current;
        EXPECT_NE(list.at(at + "created_at"), "");
        EXPECT_EQ(list.at(at + "digest"), "");
    }
    EXPECT_EQ(current, 1U);
    EXPECT_EQ(world.as(world.ann).get(sessions + "?person=ben").size("items"), list.size("items"));
    EXPECT_EQ(world.as(world.cleo).get(sessions + "?person=ben").problem(), "not-allowed/person");
}

TEST(Sessions, sessions_are_listed_with_browser_and_last_use) {
    ApiWorld world;
    const auto cookie =
        cookie_in(world.nobody()
                      .with("User-Agent", "Mozilla/5.0 (X11) Firefox/145.0")
                      .post(session_path, R"({"name":"ann","password":")" +
                                              std::string(ApiWorld::password) + "\"}"));
    const auto browser = world.nobody().with("Cookie", cookie);
    const auto ann = world.as(world.ann), cleo = world.as(world.cleo);
    const auto current = [&]() -> std::string {
        const auto list = browser.get(sessions);
        for (std::size_t i = 0; i < list.size("items"); ++i) {
            const auto at = "items[" + std::to_string(i) + "].";
            if (list.at(at + "current") == "true") return list.at(at + "id");
        }
        return "";
    }();
    const auto path = sessions + '/' + current;
    EXPECT_EQ(browser.get(path).at("user_agent"), "Mozilla/5.0 (X11) Firefox/145.0");
    const auto first = browser.get(path).at("last_used_at");
    EXPECT_GE(first, browser.get(path).at("created_at")) << "used before it began";
    EXPECT_NE(first, "");
    world.advance(std::chrono::minutes{4});
    world.advance(std::chrono::minutes{4});
    EXPECT_EQ(ann.get(path).at("last_used_at"), first) << "a look from another session is no use";
    EXPECT_GT(browser.get(path).at("last_used_at"), first);
    EXPECT_EQ(cleo.get(path).problem(), "not-found/id");
}

TEST(Sessions, session_is_ended_by_its_person_or_an_admin) {
    ApiWorld world;
    const auto ben = world.as(world.ben);
    const auto id = ben.get(sessions).at("items[0].id");
    EXPECT_EQ(world.as(world.cleo).del(sessions + '/' + id).problem(), "not-found/id");
    EXPECT_EQ(world.as(world.ann).del(sessions + '/' + id).status, 204);
    EXPECT_EQ(world.as(world.ann).del(sessions + '/' + id).status, 404);
}

TEST(Sessions, all_sessions_end_at_once_and_tokens_stay) {
    ApiWorld world;
    const auto ben = world.as(world.ben);
    const auto other = world.as(world.ben);
    const auto token = make_token(ben, "\"read\"");
    const auto wall = display(world, token);
    const auto cleo = world.as(world.cleo);
    const auto reply = ben.del(sessions);
    EXPECT_EQ(reply.status, 204) << reply.body;
    EXPECT_NE(reply.header("Set-Cookie").find("Max-Age=0"), std::string::npos);
    for (const auto& caller : {ben, other, wall}) EXPECT_EQ(caller.get(session_path).status, 401);
    EXPECT_EQ(cleo.get(session_path).status, 200);
    EXPECT_EQ(enter(world, token).status, 201) << "tokens stay";
}

TEST(Sessions, admin_ends_all_sessions_of_a_person) {
    ApiWorld world;
    const auto ben = world.as(world.ben);
    const auto ann = world.as(world.ann);
    EXPECT_EQ(world.as(world.cleo).del(sessions + "?person=ben").status, 403);
    EXPECT_EQ(ann.del(sessions + "?person=ben").header("Set-Cookie"), "");
    EXPECT_EQ(ben.get(session_path).status, 401);
    EXPECT_EQ(ann.get(session_path).status, 200);
}

TEST(Preferences, preferences_belong_to_the_person_and_null_resets_them) {
    ApiWorld world;
    const auto ben = world.as(world.ben);
    EXPECT_EQ(ben.get(session_path).at("preferences"), "an object");
    const auto set =
        ben.patch(preferences, R"({"zone":"Europe/Warsaw","theme":"dark","language":"pl"})");
    EXPECT_EQ(set.status, 200) << set.body;
    EXPECT_EQ(set.at("zone"), "Europe/Warsaw");
    const auto back = ben.patch(preferences, R"({"theme":null})");
    EXPECT_EQ(back.at("theme"), "") << back.body;
    EXPECT_EQ(back.at("language"), "pl");
    EXPECT_EQ(world.as(world.ben).get(session_path).at("preferences.zone"), "Europe/Warsaw");
    EXPECT_EQ(world.as(world.ann).get(session_path).at("preferences.zone"), "");
}

TEST(Preferences, preferences_choose_mails) {
    ApiWorld world;
    const auto ben = world.as(world.ben);
    const auto set = ben.patch(
        preferences,
        R"({"reminder_start_min":15,"reminder_end_min":0,"calendar_mails":true,"mails":false})");
    EXPECT_EQ(set.status, 200) << set.body;
    EXPECT_NE(set.body.find(R"("reminder_start_min":15,"reminder_end_min":0,)"
                            R"("calendar_mails":true,"mails":false)"),
              std::string::npos)
        << set.body;
    const auto back = ben.patch(preferences, R"({"reminder_end_min":null,"mails":null})");
    EXPECT_EQ(back.body.find("reminder_end_min"), std::string::npos) << back.body;
    EXPECT_NE(back.body.find(R"("calendar_mails":true)"), std::string::npos) << back.body;
    EXPECT_NE(ben.get(session_path).body.find(R"("sends_mail":false)"), std::string::npos)
        << "this site has no mail server";
    EXPECT_EQ(ben.patch(preferences, R"({"reminder_start_min":-1})").problem(),
              "out-of-range/reminder_start_min");
    EXPECT_EQ(ben.patch(preferences, R"({"reminder_end_min":1441})").problem(),
              "out-of-range/reminder_end_min");
    EXPECT_EQ(ben.patch(preferences, R"({"mails":"no"})").problem(), "malformed/mails");
    const auto of_budgets = ben.patch(preferences, R"({"budget_mails":false})");
    EXPECT_NE(of_budgets.body.find(R"("budget_mails":false)"), std::string::npos)
        << of_budgets.body;
}

// A token with scope book may choose its person's mails, as it may change their address. Scopes
// read and scrape change nothing. A session made from a token does not either, whatever its scopes.
TEST(Preferences, only_a_booking_token_changes_preferences) {
    ApiWorld world;
    const auto booking = world.with_token(world.ben, {Scope::book});
    const auto set = booking.patch(preferences, R"({"weekly_report":true,"calendar_mails":true})");
    EXPECT_EQ(set.status, 200) << set.body;
    EXPECT_NE(set.body.find(R"("weekly_report":true)"), std::string::npos) << set.body;
    const std::string off = R"({"mails":false})";
    for (const auto scope : {Scope::read, Scope::scrape}) {
        const auto lesser = world.with_token(world.ben, {scope});
        EXPECT_EQ(lesser.patch(preferences, off).problem(), "not-allowed");
        EXPECT_EQ(lesser.patch(preferences, "{}").problem(), "not-allowed");
    }
    const auto wall = display(world, make_token(world.as(world.ben), R"("read","book")"));
    EXPECT_EQ(wall.patch(preferences, off).problem(), "not-allowed");
    EXPECT_EQ(world.nobody().patch(preferences, off).problem(), "not-signed-in");
    const auto now = world.as(world.ben).get(session_path).body;
    EXPECT_EQ(now.find(R"("mails":false)"), std::string::npos) << now;
    EXPECT_EQ(world.as(world.cleo).get(session_path).body.find("weekly_report"), std::string::npos)
        << "one's own alone";
}

TEST(Preferences, wrong_preference_is_named) {
    ApiWorld world;
    const auto ben = world.as(world.ben);
    EXPECT_EQ(ben.patch(preferences, R"({"zone":"Mars/Olympus"})").problem(), "unknown-zone/zone");
    EXPECT_EQ(ben.patch(preferences, R"({"theme":"pink"})").problem(), "malformed/theme");
    EXPECT_EQ(ben.patch(preferences, R"({"colour":"red"})").problem(), "malformed/colour");
}

TEST(Preferences, preference_facts_are_visible_to_person_and_admins_only) {
    ApiWorld world;
    (void)world.as(world.ben).patch(preferences, R"({"theme":"dark"})");
    const std::string path = "/api/v1/events?type=person.preferences_changed";
    EXPECT_EQ(world.as(world.ben).get(path).size("items"), 1U);
    EXPECT_EQ(world.as(world.ann).get(path).size("items"), 1U);
    EXPECT_EQ(world.as(world.cleo).get(path).size("items"), 0U);
}

}  // namespace
}  // namespace dibs::test
