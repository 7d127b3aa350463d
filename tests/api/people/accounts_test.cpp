// Accounts over HTTP: search, change, disable, remove. Their credentials end with them. Rights
// follow the person's current role, not the credential.
#include "api/auth/secrets.hpp"
#include "tests/support/api_world.hpp"
#include "tests/support/stream_watcher.hpp"

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

const std::string people_path = "/api/v1/people";

std::string person_path(PersonId id, std::string_view more = "") {
    return people_path + '/' + to_text(id) + std::string(more);
}

TEST(Accounts, account_list_filters_by_part_of_name_role_and_state) {
    ApiWorld world;
    const auto ben = world.as(world.ben);
    EXPECT_EQ(ben.get(people_path + "?q=E").size("items"), 2U);  // ben, cleo
    EXPECT_EQ(ben.get(people_path + "?q=cle").at("items[0].unix_name"), "cleo");
    EXPECT_EQ(ben.get(people_path + "?q=nobody").size("items"), 0U);
    EXPECT_EQ(ben.get(people_path + "?role=admin").size("items"), 1U);
    EXPECT_EQ(ben.get(people_path + "?state=disabled").size("items"), 0U);
    EXPECT_EQ(ben.get(people_path + "?role=king").problem(), "malformed/role");
}

TEST(Accounts, person_changes_own_name_and_mail_and_only_admins_see_the_mail) {
    ApiWorld world;
    const auto reply = world.as(world.ben).patch(person_path(world.ben),
                                                 R"({"name":"Ben B.","mail":"ben@example.org"})");
    EXPECT_EQ(reply.status, 200) << reply.body;
    EXPECT_EQ(reply.at("name"), "Ben B.");
    EXPECT_EQ(reply.at("mail"), "ben@example.org");
    EXPECT_EQ(world.as(world.ann).get(person_path(world.ben)).at("mail"), "ben@example.org");
    EXPECT_EQ(world.as(world.cleo).get(person_path(world.ben)).at("mail"), "");
    EXPECT_EQ(world.as(world.cleo).get(people_path + "?q=Ben").at("items[0].mail"), "");
    EXPECT_EQ(world.as(world.cleo).patch(person_path(world.ben), R"({"name":"x"})").status, 403);
    EXPECT_EQ(world.as(world.ben).patch(person_path(world.ben), R"({"role":"admin"})").problem(),
              "not-allowed/role");
    EXPECT_EQ(world.as(world.ben).patch(person_path(world.ben), "{}").status, 400);
    EXPECT_EQ(world.as(world.ben).patch(person_path(world.ben), R"({"mail":"no"})").problem(),
              "out-of-range/mail");
}

TEST(Accounts, renamed_account_signs_in_by_its_new_name) {
    ApiWorld world;
    EXPECT_EQ(world.as(world.ann).patch(person_path(world.ann), R"({"unix_name":"anna"})").status,
              200);
    const auto enter = [&](std::string_view name) {
        return world.nobody()
            .post("/api/v1/session", R"({"name":")" + std::string(name) + R"(","password":")" +
                                         std::string(ApiWorld::password) + "\"}")
            .status;
    };
    EXPECT_EQ(enter("anna"), 201);
    EXPECT_EQ(enter("ann"), 401);
}

TEST(Accounts, role_change_applies_to_the_next_request) {
    ApiWorld world;
    const auto cleo = world.as(world.cleo);
    EXPECT_EQ(cleo.post(person_path(world.ben, "/disable")).status, 403);
    EXPECT_EQ(world.as(world.ann).patch(person_path(world.cleo), R"({"role":"admin"})").status,
              200);
    EXPECT_EQ(cleo.get("/api/v1/session").size("scopes"), 4U);
    EXPECT_EQ(cleo.post(person_path(world.ben, "/disable")).status, 204);
    EXPECT_EQ(world.as(world.ann).patch(person_path(world.cleo), R"({"role":"observer"})").status,
              200);
    EXPECT_EQ(cleo.post(person_path(world.ben, "/enable")).status, 403);
    EXPECT_EQ(cleo.get("/api/v1/session").size("scopes"), 2U);
    EXPECT_EQ(cleo.post("/api/v1/boards", R"({"title":"x"})").status, 403);
    EXPECT_EQ(cleo.get("/api/v1/boards").status, 200);
}

TEST(Accounts, token_is_limited_by_its_persons_current_role) {
    ApiWorld world;
    world.command(
        people::Command{people::ChangePerson{world.cleo, {}, {}, {}, people::Role::admin}});
    const auto token = world.with_token(world.cleo, Scopes::all());
    EXPECT_EQ(token.post(person_path(world.ben, "/disable"), "{}").status, 204);
    world.command(
        people::Command{people::ChangePerson{world.cleo, {}, {}, {}, people::Role::user}});
    EXPECT_EQ(token.post(person_path(world.ben, "/enable"), "{}").status, 403);
}

TEST(Accounts, disabling_ends_sessions_tokens_and_streams_at_once) {
    ApiWorld world;
    const auto ben = world.as(world.ben);
    const auto token = world.with_token(world.ben, {Scope::read});
    Watcher stream(world, world.ben);
    ASSERT_EQ(stream.status(), 101);
    EXPECT_EQ(world.as(world.ann).post(person_path(world.ben, "/disable")).status, 204);
    EXPECT_EQ(ben.get("/api/v1/session").status, 401);
    EXPECT_EQ(token.get("/api/v1/gpus").status, 401);
    EXPECT_EQ(stream.close_code(), 1008);
    EXPECT_EQ(world.as(world.cleo).get(person_path(world.ben)).at("state"), "disabled");
    EXPECT_EQ(world.as(world.ann).post(person_path(world.ben, "/enable")).status, 204);
    EXPECT_EQ(world.as(world.ben).get("/api/v1/session").status, 200);
}

TEST(Accounts, disabled_account_gets_the_answer_of_an_unknown_one) {
    ApiWorld world;
    const auto ann = world.as(world.ann);
    const std::string password = "another long password";
    ann.post(person_path(world.ben, "/password"), R"({"password":")" + password + "\"}");
    const auto sign_in = [&](const std::string& name) {
        return world.nobody().post("/api/v1/session",
                                   R"({"name":")" + name + R"(","password":")" + password + "\"}");
    };
    EXPECT_EQ(sign_in("ben").status, 201);
    EXPECT_EQ(ann.post(person_path(world.ben, "/disable")).status, 204);
    const auto stranger = sign_in("nobody");
    const auto disabled = sign_in("ben");
    EXPECT_EQ(stranger.status, 401);
    EXPECT_EQ(disabled.status, 401);
    EXPECT_EQ(disabled.body, stranger.body);
}

TEST(Accounts, role_change_closes_the_persons_stream) {
    ApiWorld world;
    Watcher stream(world, world.cleo);
    ASSERT_EQ(stream.status(), 101);
    EXPECT_EQ(world.as(world.ann).patch(person_path(world.cleo), R"({"role":"admin"})").status,
              200);
    EXPECT_EQ(stream.close_code(), 1008);
}

TEST(Accounts, removed_account_is_named_in_bookings_and_not_listed) {
    ApiWorld world;
    const auto ann = world.as(world.ann);
    const auto held = world.book(world.ben, {world.gpus[0]}, 2, 4);
    const auto asked = ann.del(person_path(world.ben) + "?dry_run=true");
    EXPECT_EQ(asked.status, 200) << asked.body;
    EXPECT_EQ(asked.at("cancelled[0].id"), to_text(held));
    EXPECT_EQ(asked.at("cancelled[0].state"), "cancelled");
    EXPECT_EQ(ann.get("/api/v1/reservations/" + to_text(held)).at("state"), "upcoming");
    EXPECT_EQ(ann.del(person_path(world.ben)).status, 204);
    const auto after = ann.get("/api/v1/reservations/" + to_text(held));
    EXPECT_EQ(after.at("state"), "cancelled");
    EXPECT_EQ(after.at("owner_name"), "ben");
    EXPECT_EQ(ann.get(person_path(world.ben)).at("state"), "removed");
    EXPECT_EQ(ann.get(people_path + "?q=ben").size("items"), 0U);
    EXPECT_EQ(ann.del(person_path(world.ben)).status, 404);
    const auto again = ann.post(people_path, R"({"name":"ben","unix_name":"ben","password":)"
                                             R"("a long enough password"})");
    EXPECT_EQ(again.status, 201) << again.body;
    EXPECT_NE(again.at("id"), to_text(world.ben));
}

TEST(Accounts, erasure_needs_the_unix_name_and_leaves_a_pseudonym) {
    ApiWorld world;
    const auto ann = world.as(world.ann);
    const auto held = world.book(world.ben, {world.gpus[0]}, 2, 4);
    const auto path = person_path(world.ben, "/erasure");
    const std::string by_name = R"({"unix_name":"ben"})";
    EXPECT_EQ(ann.get(path).status, 404);
    EXPECT_EQ(ann.post(path, R"({"unix_name":"cleo"})").problem(), "out-of-range/unix_name");
    EXPECT_EQ(ann.post(path, "{}").problem(), "malformed/unix_name");
    EXPECT_EQ(world.as(world.ben).post(path, by_name).status, 403);
    EXPECT_EQ(ann.post(path + "?dry_run=true", by_name).at("cancelled[0].id"), to_text(held));
    EXPECT_EQ(ann.get(person_path(world.ben)).at("state"), "active");
    const auto reply = ann.post(path, by_name);
    EXPECT_EQ(reply.status, 202) << reply.body;
    EXPECT_EQ(reply.at("pseudonym"), pseudonym_of(world.ben));
    EXPECT_EQ(reply.at("state"), "pending");
    EXPECT_EQ(ann.get(person_path(world.ben)).at("state"), "erased");
    EXPECT_EQ(ann.get(person_path(world.ben)).at("unix_name"), pseudonym_of(world.ben));
    EXPECT_EQ(ann.get("/api/v1/reservations/" + to_text(held)).at("owner_name"),
              pseudonym_of(world.ben));
    EXPECT_EQ(ann.post(path, by_name).status, 202) << "asked again, it is as it was";
    world.service->erased_up_to = [] { return Position{1} << 40U; };
    EXPECT_EQ(ann.get(path).at("state"), "done");
}

TEST(Accounts, last_admin_cannot_be_demoted_disabled_or_removed) {
    ApiWorld world;
    const auto ann = world.as(world.ann);
    EXPECT_EQ(ann.patch(person_path(world.ann), R"({"role":"user"})").problem(), "not-ready/role");
    EXPECT_EQ(ann.post(person_path(world.ann, "/disable")).problem(), "not-ready");
    EXPECT_EQ(ann.del(person_path(world.ann)).problem(), "not-ready");
    EXPECT_EQ(ann.get("/api/v1/session").status, 200);
}

TEST(Accounts, password_set_by_admin_ends_tokens) {
    ApiWorld world;
    const auto token = world.with_token(world.ben, {Scope::read});
    EXPECT_EQ(
        world.as(world.ann)
            .post(person_path(world.ben, "/password"), R"({"password":"another long password"})")
            .status,
        204);
    EXPECT_EQ(token.get("/api/v1/gpus").status, 401);
}

}  // namespace
}  // namespace dibs::test
