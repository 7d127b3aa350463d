// One-time links with which people set their own password: the two routes and their checks.
#include "domain/people/password_links.hpp"

#include "tests/api/request/requests.hpp"
#include "tests/support/api_world.hpp"

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

const std::string use_path = "/api/v1/session/password-link";

std::string make_path(PersonId person) {
    return "/api/v1/people/" + to_text(person) + "/password-link";
}
std::string link_use_body(const std::string& secret, const std::string& password = good_password) {
    return R"({"secret":")" + secret + R"(","password":")" + password + "\"}";
}

struct LinkWorld : ApiWorld {
    using ApiWorld::ApiWorld;

    ApiReply make(PersonId person) { return as(ann).post(make_path(person)); }
    std::string secret_for(PersonId person) {
        const auto url = make(person).at("url");
        const std::string before = "&secret=";
        const auto at_secret = url.find(before);
        return at_secret == std::string::npos ? "" : url.substr(at_secret + before.size());
    }
    ApiReply use(const std::string& secret, const std::string& chosen = good_password) {
        return nobody().post(use_path, link_use_body(secret, chosen));
    }
};

TEST(PasswordLink, link_sets_the_password_once_without_signing_in) {
    LinkWorld world;
    const auto secret = world.secret_for(world.ben);
    ASSERT_EQ(secret.size(), 52U);
    const auto done = world.use(secret);
    EXPECT_EQ(done.status, 204) << done.body;
    EXPECT_EQ(done.header("Set-Cookie"), "");
    EXPECT_EQ(world.nobody().post(session_path, credentials("ben")).status, 201);
    EXPECT_EQ(world.use(secret, "another " + good_password).problem(), "not-found/secret");
    EXPECT_EQ(world.nobody().post(session_path, credentials("ben")).status, 201);
}

TEST(PasswordLink, link_has_its_secret_in_the_fragment_and_lasts_a_week) {
    LinkWorld world;
    const auto made = world.make(world.ben);
    EXPECT_EQ(made.status, 201) << made.body;
    EXPECT_TRUE(made.at("url").starts_with("/welcome#name=ben&secret=")) << made.body;
    EXPECT_EQ(made.at("expires_at"), to_text(world.now() + people::password_link_life));
    world.service->settings.public_url = "https://dibs.example.org/gpus";
    EXPECT_TRUE(world.make(world.ben).at("url").starts_with(
        "https://dibs.example.org/gpus/welcome#name=ben&secret="));
}

TEST(PasswordLink, link_is_made_by_admins_for_existing_people) {
    LinkWorld world;
    EXPECT_EQ(world.as(world.ben).post(make_path(world.ben)).status, 403);
    EXPECT_EQ(world.nobody().post(make_path(world.ben)).status, 401);
    EXPECT_EQ(world.with_token(world.ann, {Scope::read}).post(make_path(world.ben)).status, 403);
    EXPECT_EQ(world.with_token(world.ann, {Scope::admin}).post(make_path(world.ben)).status, 201);
    EXPECT_EQ(world.make(fresh_id<PersonId>(world.now())).problem(), "not-found/person_id");
    const auto ben = "/api/v1/people/" + to_text(world.ben);
    ASSERT_EQ(world.as(world.ann).post(ben + "/disable").status, 204);
    EXPECT_EQ(world.make(world.ben).problem(), "not-ready");
}

TEST(PasswordLink, invalid_links_get_the_same_answer) {
    LinkWorld world;
    const auto unknown = world.use("no such secret");
    EXPECT_EQ(unknown.problem(), "not-found/secret");
    const auto used = world.secret_for(world.ben);
    EXPECT_EQ(world.use(used).status, 204);
    const auto older = world.secret_for(world.ben);
    const auto newer = world.secret_for(world.ben);
    const auto of_disabled = world.secret_for(world.cleo);
    const auto cleo = "/api/v1/people/" + to_text(world.cleo);
    ASSERT_EQ(world.as(world.ann).post(cleo + "/disable").status, 204);
    for (const auto& secret : {used, older, of_disabled}) {
        EXPECT_EQ(world.use(secret).body, unknown.body);
    }
    ASSERT_EQ(world.as(world.ann).post(cleo + "/enable").status, 204);
    EXPECT_EQ(world.use(of_disabled).body, unknown.body);
    EXPECT_EQ(world.use(newer).status, 204);
}

TEST(PasswordLink, link_is_void_after_an_admin_sets_the_password) {
    LinkWorld world;
    const auto secret = world.secret_for(world.ben);
    const auto path = "/api/v1/people/" + to_text(world.ben) + "/password";
    ASSERT_EQ(world.as(world.ann).post(path, R"({"password":"seven quiet otters"})").status, 204);
    EXPECT_EQ(world.use(secret).problem(), "not-found/secret");
}

TEST(PasswordLink, weak_password_does_not_use_up_the_link) {
    LinkWorld world;
    const auto secret = world.secret_for(world.ben);
    EXPECT_EQ(world.use(secret, "short").problem(), "out-of-range/password");
    EXPECT_EQ(world.use(secret, "benbenbenben1").problem(), "weak-password/password");
    EXPECT_EQ(world.nobody().post(use_path, R"({"secret":"x"})").problem(), "malformed/password");
    EXPECT_EQ(world.use("x", "short").problem(), "not-found/secret") << "strangers learn no rule";
    EXPECT_EQ(world.use(secret).status, 204);
}

TEST(PasswordLink, link_ends_only_its_persons_sessions_and_tokens) {
    LinkWorld world;
    const auto cookie = world.as(world.ben);
    const auto token = world.with_token(world.ben, {Scope::read});
    const auto other = world.as(world.cleo);
    const auto secret = world.secret_for(world.ben);
    EXPECT_EQ(cookie.get(session_path).status, 200) << "it is not used yet";
    ASSERT_EQ(world.use(secret).status, 204);
    EXPECT_EQ(cookie.get(session_path).status, 401);
    EXPECT_EQ(token.get(session_path).status, 401);
    EXPECT_EQ(other.get(session_path).status, 200);
}

TEST(PasswordLink, link_is_not_shown_again_to_a_repeat) {
    LinkWorld world;
    const auto keyed = world.as(world.ann).with("Idempotency-Key", "k");
    EXPECT_EQ(keyed.post(make_path(world.ben)).status, 201);
    EXPECT_EQ(keyed.post(make_path(world.ben)).problem(), "already-exists/Idempotency-Key");
}

TEST(PasswordLink, link_guesses_are_limited_and_foreign_pages_refused) {
    LinkWorld world;
    const auto secret_of_ben = world.secret_for(world.ben);
    for (const auto& [name, value] :
         HeaderList{{"Origin", "http://evil.test"}, {"Sec-Fetch-Site", "cross-site"}}) {
        const auto foreign = world.nobody().with(name, value);
        EXPECT_EQ(foreign.post(use_path, link_use_body(secret_of_ben)).status, 403) << value;
    }
    EXPECT_EQ(world.use(secret_of_ben).status, 204);
    LinkWorld strict(auth::RateSettings{.sign_ins_per_address_min = 1});
    const auto secret = strict.secret_for(strict.ben);
    int refused = 0;
    for (int i = 0; i < 10; ++i) refused += strict.use("guess").status == 429 ? 1 : 0;
    EXPECT_GT(refused, 5);
    EXPECT_EQ(strict.use(secret).status, 204) << "others' guesses keep nobody from theirs";
}

TEST(PasswordLink, link_works_for_a_person_added_without_a_password) {
    LinkWorld world;
    const auto made =
        world.as(world.ann).post("/api/v1/people", R"({"name":"Dora D.","unix_name":"dora"})");
    ASSERT_EQ(made.status, 201) << made.body;
    EXPECT_EQ(made.at("has_password"), "false");
    EXPECT_EQ(world.nobody().post(session_path, credentials("dora", "x")).status, 401);
    const auto one = "/api/v1/people/" + made.at("id");
    const auto secret = world.secret_for(parse_id<PersonId>(made.at("id")).value());
    const auto seen = world.as(world.ann).get(one);
    EXPECT_EQ(seen.at("has_password"), "false");
    EXPECT_EQ(seen.at("password_link_until"), to_text(world.now() + people::password_link_life));
    const auto others = world.as(world.ben).get(one);
    EXPECT_EQ(others.at("has_password") + others.at("password_link_until"), "")
        << "not for everybody to know";
    ASSERT_EQ(world.use(secret).status, 204);
    EXPECT_EQ(world.as(world.ann).get(one).at("has_password"), "true");
    EXPECT_EQ(world.as(world.ann).get(one).at("password_link_until"), "");
    EXPECT_EQ(world.nobody().post(session_path, credentials("dora")).status, 201);
}

}  // namespace
}  // namespace dibs::test
