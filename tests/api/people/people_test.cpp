// Setup, sign-in and sign-out, accounts, passwords, tokens.
#include "api/auth/sign_in/passwords.hpp"
#include "domain/codec/event_json.hpp"
#include "domain/codec/json_writer.hpp"
#include "tests/api/request/requests.hpp"
#include "tests/support/api_world.hpp"

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

// The whole log as text.
std::string log_text(MemoryLog& log) {
    std::string text;
    auto cursor = log.open_cursor(before_first);
    const auto batch = (*cursor)->next(100'000, std::chrono::milliseconds{0});
    for (const auto& entry : batch->entries) text += entry.record + '\n';
    return text;
}

TEST(Session, right_password_gets_an_http_only_same_site_cookie) {
    ApiWorld world;
    const auto reply = world.nobody().post(session_path, credentials("ann", ApiWorld::password));
    EXPECT_EQ(reply.status, 201) << reply.body;
    EXPECT_EQ(reply.at("person.name"), "ann");
    EXPECT_EQ(reply.at("via"), "cookie");
    EXPECT_EQ(reply.size("scopes"), 4U);
    const auto cookie = reply.header("Set-Cookie");
    EXPECT_NE(cookie.find("; HttpOnly; SameSite=Strict"), std::string::npos) << cookie;
    EXPECT_NE(cookie.find("; Path=/;"), std::string::npos);
    EXPECT_NE(cookie.find("; Max-Age=43200;"), std::string::npos);
    EXPECT_EQ(cookie.find("Secure"), std::string::npos);
    const auto caller = world.nobody().with("Cookie", cookie_in(reply));
    EXPECT_EQ(caller.get(session_path).at("person.unix_name"), "ann");
    const auto proxied = world.nobody()
                             .with("X-Forwarded-Proto", "https")
                             .post(session_path, credentials("ann", ApiWorld::password));
    EXPECT_NE(proxied.header("Set-Cookie").find("; Secure"), std::string::npos);
    for (const auto* said : {"https, http", "HTTPS ,http", "https,http,http"}) {
        const auto chained = world.nobody()
                                 .with("X-Forwarded-Proto", said)
                                 .post(session_path, credentials("ann", ApiWorld::password));
        EXPECT_TRUE(chained.header("Set-Cookie").starts_with("__Host-")) << said;
    }
    const auto plain = world.nobody()
                           .with("X-Forwarded-Proto", "http, https")
                           .post(session_path, credentials("ann", ApiWorld::password));
    EXPECT_EQ(plain.header("Set-Cookie").find("Secure"), std::string::npos);
}

TEST(Session, wrong_name_and_wrong_password_get_the_same_answer) {
    ApiWorld world;
    const auto name = world.nobody().post(session_path, credentials("nobody", "x"));
    const auto password = world.nobody().post(session_path, credentials("ann", "x"));
    EXPECT_EQ(name.status, 401);
    EXPECT_EQ(name.body, password.body);
    EXPECT_EQ(name.header("Set-Cookie"), "");
}

TEST(Session, sign_out_ends_the_session_and_clears_the_cookie) {
    ApiWorld world;
    const auto ben = world.as(world.ben);
    const auto reply = ben.del(session_path);
    EXPECT_EQ(reply.status, 204) << reply.body;
    EXPECT_NE(reply.header("Set-Cookie").find("Max-Age=0"), std::string::npos);
    EXPECT_EQ(ben.get(session_path).status, 401);
}

TEST(Session, no_secret_reaches_the_log) {
    ApiWorld world;
    const auto reply = world.nobody().post(session_path, credentials("ann", ApiWorld::password));
    const auto secret = cookie_in(reply).substr(std::string("dibs_session=").size());
    const auto token = world.as(world.ann)
                           .with("Idempotency-Key", "t")
                           .post("/api/v1/tokens", R"({"label":"my laptop","scopes":["read"]})")
                           .at("secret");
    ASSERT_GT(secret.size(), 40U);
    ASSERT_GT(token.size(), 40U);
    const auto body =
        R"({"name":"Dora D.","unix_name":"dora","password":")" + good_password + "\"}";
    EXPECT_EQ(world.as(world.ann).with("Idempotency-Key", "p").post("/api/v1/people", body).status,
              201);
    const auto text = log_text(world.log);
    EXPECT_EQ(text.find(secret), std::string::npos);
    EXPECT_EQ(text.find(token), std::string::npos);
    EXPECT_EQ(text.find(good_password), std::string::npos);
    // Not even a fast hash of a body that holds a password.
    EXPECT_EQ(text.find(sha256_hex("POST /api/v1/people\n" + body)), std::string::npos);
    // The digest of a secret is sealed, and so is personal data.
    EXPECT_EQ(text.find(sha256_hex(secret)), std::string::npos);
    EXPECT_EQ(text.find(sha256_hex(token)), std::string::npos);
    EXPECT_EQ(text.find("$argon2"), std::string::npos);
    EXPECT_EQ(text.find("Dora D."), std::string::npos);
    EXPECT_EQ(text.find("my laptop"), std::string::npos);
}

std::string setup_body(const std::string& token, std::string_view password = good_password) {
    return R"({"token":")" + token + R"(","name":"Eve","unix_name":"eve","password":")" +
           std::string(password) + "\"}";
}

TEST(Setup, setup_link_makes_a_signed_in_admin_once) {
    ApiWorld world(ApiWorld::Setup::open);
    EXPECT_EQ(world.nobody().get("/api/v1/setup").at("open"), "true");
    EXPECT_EQ(world.nobody().get("/api/v1/gpus").status, 401);
    const auto made = world.nobody().post("/api/v1/setup", setup_body(world.setup_secret));
    EXPECT_EQ(made.status, 201) << made.body;
    EXPECT_EQ(made.at("person.role"), "admin");
    EXPECT_EQ(world.nobody().with("Cookie", cookie_in(made)).get("/api/v1/gpus").status, 200);
    EXPECT_EQ(world.nobody().get("/api/v1/setup").at("open"), "false");
    const auto again = world.nobody().post("/api/v1/setup", setup_body(world.setup_secret));
    EXPECT_EQ(again.problem(), "not-ready");
    EXPECT_EQ(world.nobody().post(session_path, credentials("eve", good_password)).status, 201);
}

TEST(Setup, setup_refuses_wrong_token_old_token_and_weak_password) {
    ApiWorld world(ApiWorld::Setup::open);
    const auto post = [&](const std::string& body) {
        return world.nobody().post("/api/v1/setup", body).problem();
    };
    EXPECT_EQ(post(setup_body("x")), "not-allowed/token");
    EXPECT_EQ(post(setup_body(world.setup_secret, "short")), "out-of-range/password");
    EXPECT_EQ(post(R"({"token":"x"})"), "malformed/name");
    EXPECT_EQ(world.nobody().get("/api/v1/setup").at("open"), "true");
}

TEST(People, repeat_with_another_password_is_refused) {
    ApiWorld world;
    const auto ann = world.as(world.ann).with("Idempotency-Key", "k");
    const auto asked = [](const std::string& password) {
        return R"({"name":"Dora D.","unix_name":"dora","password":")" + password + "\"}";
    };
    const auto first = ann.post("/api/v1/people", asked(good_password));
    ASSERT_EQ(first.status, 201) << first.body;
    EXPECT_EQ(ann.post("/api/v1/people", asked("another " + good_password)).problem(),
              "key-reused/Idempotency-Key");
    EXPECT_EQ(ann.post("/api/v1/people", asked(good_password)).body, first.body);
}

TEST(Setup, repeated_setup_with_the_same_key_does_not_sign_in) {
    ApiWorld world(ApiWorld::Setup::open);
    const auto keyed = world.nobody().with("Idempotency-Key", "k");
    EXPECT_EQ(keyed.post("/api/v1/setup", setup_body(world.setup_secret)).status, 201);
    const auto thief =
        keyed.post("/api/v1/setup", setup_body(world.setup_secret, "guessed wrongly"));
    EXPECT_EQ(thief.status, 409);
    EXPECT_EQ(thief.header("Set-Cookie"), "");
}

TEST(People, accounts_made_by_admins_can_sign_in) {
    ApiWorld world;
    const auto body =
        R"({"name":"Dora D.","unix_name":"dora","password":")" + good_password + "\"}";
    EXPECT_EQ(world.as(world.ben).post("/api/v1/people", body).status, 403);
    const auto made = world.as(world.ann).post("/api/v1/people", body);
    EXPECT_EQ(made.status, 201) << made.body;
    EXPECT_EQ(made.at("role"), "user");
    EXPECT_EQ(made.header("Location"), "/api/v1/people/" + made.at("id"));
    const auto in = world.nobody().post(session_path, credentials("dora", good_password));
    EXPECT_EQ(in.status, 201) << in.body;
    EXPECT_EQ(in.size("scopes"), 3U);
    EXPECT_EQ(world.nobody().post(session_path, credentials("Dora D.", good_password)).status, 401)
        << "the name to sign in with is the UNIX name";
    EXPECT_EQ(world.as(world.ann).post("/api/v1/people", body).problem(),
              "already-exists/unix_name");
    EXPECT_EQ(world.as(world.ben).get("/api/v1/people/" + made.at("id")).at("name"), "Dora D.");
}

// With a key the name was not checked, so that two people could sign in with the same name.
TEST(People, sign_in_name_stays_unique_with_an_idempotency_key) {
    ApiWorld world;
    const auto ann = world.as(world.ann);
    const auto body = R"({"name":"Another","unix_name":"ann","password":")" + good_password + "\"}";
    EXPECT_EQ(ann.with("Idempotency-Key", "k").post("/api/v1/people", body).problem(),
              "already-exists/unix_name");
    const auto same_name = ann.with("Idempotency-Key", "l")
                               .post("/api/v1/people", R"({"name":"ann","unix_name":"ann2",)"
                                                       R"("password":")" +
                                                           good_password + "\"}");
    EXPECT_EQ(same_name.status, 201) << same_name.body;
    EXPECT_EQ(world.nobody().post(session_path, credentials("ann", ApiWorld::password)).status,
              201);
    const auto spaced = ann.post("/api/v1/people",
                                 "{\"name\":\" Zoe\u0308 \",\"unix_name\":\"zoe\","
                                 "\"password\":\"" +
                                     good_password + "\"}");
    EXPECT_EQ(spaced.at("name"), "Zo\u00eb") << spaced.body;
}

TEST(Tokens, tokens_are_not_listed_with_a_read_token) {
    ApiWorld world;
    const std::string tokens = "/api/v1/tokens";
    EXPECT_EQ(world.with_token(world.ben, {Scope::read}).get(tokens).problem(), "not-allowed");
    EXPECT_EQ(world.with_token(world.ben, {Scope::book}).get(tokens).status, 200);
    EXPECT_EQ(world.as(world.ben).get(tokens).status, 200);
}

TEST(People, short_or_common_password_is_refused) {
    const auto taken = [](std::string_view password) {
        return auth::check_new_password(password, {"Dora D. Millstone", "dmill"}).has_value();
    };
    for (const auto& wrong : std::vector<std::string>{"elevenchars",
                                                      "",
                                                      std::string(64, 'a') + std::string(65, 'b'),
                                                      "passwordpassword",
                                                      "aaaaaaaaaaaaaaa",
                                                      "bobbobbobbob",
                                                      "Password123!",
                                                      "P@ssw0rd2024!",
                                                      "Passw0rd!!!!",
                                                      "Welcome12345",
                                                      "1qaz2wsx3edc",
                                                      "qwertyuiop123",
                                                      "Administrator1!",
                                                      "dragon-dragon-1",
                                                      "letmein123456",
                                                      "Summer2024!!!",
                                                      "dora millstone",
                                                      "D0raMillst0ne",
                                                      "dmilldmilldmill",
                                                      "millstone2026!",
                                                      "123456789012",
                                                      "abcdefghijkl",
                                                      std::string("good\0password", 13)}) {
        EXPECT_FALSE(taken(wrong)) << wrong;
    }
    for (const std::string_view good :
         {"zażółć gęślą", "a long enough password", "correct horse battery", "xkcd horse!!",
          "Tr0ub4dor&3xyz", "kot na dachu pije", "7fQ-kk2-Zp0-w3R"}) {
        EXPECT_TRUE(taken(good)) << good;
    }
}

TEST(People, password_made_of_the_own_name_is_refused_everywhere) {
    ApiWorld world(ApiWorld::Setup::open);
    const auto set_up =
        world.nobody().post("/api/v1/setup", R"({"token":")" + world.setup_secret +
                                                 R"(","name":"Eve Harrington","unix_name":"eve",)"
                                                 R"("password":"evE.harr1ngton"})");
    EXPECT_EQ(set_up.problem(), "weak-password/password") << set_up.body;
    ApiWorld other;
    const auto ann = other.as(other.ann);
    EXPECT_EQ(ann.post("/api/v1/people",
                       R"({"name":"X","unix_name":"harrington","password":"harrington2026"})")
                  .problem(),
              "weak-password/password");
    const auto path = "/api/v1/people/" + to_text(other.ben) + "/password";
    EXPECT_EQ(ann.post(path, R"({"password":"benbenbenben1"})").problem(),
              "weak-password/password");
    EXPECT_EQ(ann.post(path, R"({"password":"seven quiet otters"})").status, 204);
}

TEST(People, own_password_change_needs_it_and_ends_other_sessions) {
    ApiWorld world;
    const auto path = "/api/v1/people/" + to_text(world.ann) + "/password";
    const auto here = world.as(world.ann);
    const auto there = world.as(world.ann);
    const auto body = [](std::string_view current) {
        return R"({"password":"another good password","current_password":")" +
               std::string(current) + "\"}";
    };
    EXPECT_EQ(here.post(path, R"({"password":"another good password"})").problem(),
              "malformed/current_password");
    EXPECT_EQ(here.post(path, body("wrong")).problem(), "wrong-password/current_password");
    EXPECT_EQ(world.as(world.ben).post(path, body(ApiWorld::password)).status, 403);
    const auto done = here.post(path, body(ApiWorld::password));
    EXPECT_EQ(done.status, 204) << done.body;
    EXPECT_EQ(there.get(session_path).status, 401);
    EXPECT_EQ(here.get(session_path).status, 401);
    EXPECT_EQ(world.nobody().with("Cookie", cookie_in(done)).get(session_path).status, 200);
    EXPECT_EQ(world.nobody().post(session_path, credentials("ann", "another good password")).status,
              201);
    EXPECT_EQ(world.nobody().post(session_path, credentials("ann", ApiWorld::password)).status,
              401);
}

TEST(Tokens, token_is_shown_once_listed_without_secret_and_revoked) {
    ApiWorld world;
    const auto ben = world.as(world.ben);
    const auto made = ben.post("/api/v1/tokens", R"({"label":"laptop","scopes":["read","book"]})");
    EXPECT_EQ(made.status, 201) << made.body;
    EXPECT_EQ(made.at("expires_at"), to_text(world.now() + std::chrono::days{90}));
    const auto caller = world.nobody().with("Authorization", "Bearer " + made.at("secret"));
    EXPECT_EQ(caller.get(session_path).at("via"), "token");
    EXPECT_EQ(caller.get(session_path).at("token_id"), made.at("id"));
    const auto listed = ben.get("/api/v1/tokens");
    EXPECT_EQ(listed.at("items[0].label"), "laptop");
    EXPECT_EQ(listed.body.find(made.at("secret")), std::string::npos);
    EXPECT_EQ(world.as(world.ann).get("/api/v1/tokens").size("items"), 0U);
    const auto path = "/api/v1/tokens/" + made.at("id");
    EXPECT_EQ(world.as(world.cleo).del(path).status, 404);
    EXPECT_EQ(caller.del(path).status, 204);
    EXPECT_EQ(caller.get(session_path).status, 401);
    EXPECT_EQ(ben.del(path).status, 404);
}

TEST(Tokens, token_scopes_are_limited_and_a_repeat_shows_no_secret) {
    ApiWorld world;
    const auto ben = world.as(world.ben);
    EXPECT_EQ(ben.post("/api/v1/tokens", R"({"label":"x","scopes":["admin"]})").problem(),
              "not-allowed/scopes");
    EXPECT_EQ(world.with_token(world.ben, {Scope::read, Scope::book})
                  .post("/api/v1/tokens", R"({"label":"x","scopes":["read"]})")
                  .status,
              403);
    const auto keyed = ben.with("Idempotency-Key", "k");
    EXPECT_EQ(keyed.post("/api/v1/tokens", R"({"label":"x","scopes":["read"]})").status, 201);
    const auto again = keyed.post("/api/v1/tokens", R"({"label":"x","scopes":["read"]})");
    EXPECT_EQ(again.problem(), "already-exists/Idempotency-Key") << again.body;
    EXPECT_EQ(ben.get("/api/v1/tokens").size("items"), 2U) << "the caller's own, and one more";
    EXPECT_EQ(ben.post("/api/v1/tokens", R"({"label":"x","scopes":["fly"]})").status, 400);
}

}  // namespace
}  // namespace dibs::test
