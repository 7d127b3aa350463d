// Device logins: programs that a person signs in with a browser. The codes, and the routes.
#include "api/auth/sign_in/device_logins.hpp"
#include "tests/support/api_world.hpp"
#include "tests/support/sample_site.hpp"

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

using auth::DeviceLogins;
using Progress = DeviceLogins::Progress;

DeviceLogins::Finished finished() {
    return {nth<TokenId>(1), "dibs_secret"};
}

TEST(DeviceLogins, user_code_matches_in_any_case_with_or_without_dash) {
    DeviceLogins logins;
    const auto begun = logins.begin("laptop", "10.0.0.7", ten).value();
    ASSERT_EQ(begun.user_code.size(), 9U);
    EXPECT_EQ(begun.user_code[4], '-');
    auto typed = begun.user_code;
    typed.erase(4, 1);
    for (char& c : typed) c = static_cast<char>(c - 'A' + 'a');
    ASSERT_NE(logins.find(' ' + typed, ten), nullptr);
    EXPECT_EQ(logins.find(typed, ten)->label, "laptop");
    EXPECT_EQ(logins.find(typed, ten)->address, "10.0.0.7");
    EXPECT_EQ(logins.find("", ten), nullptr);
    EXPECT_EQ(logins.find(begun.device_code, ten), nullptr) << "the program's code is no other";
}

TEST(DeviceLogins, token_is_given_out_once) {
    DeviceLogins logins;
    const auto begun = logins.begin("laptop", "", ten).value();
    EXPECT_EQ(logins.take(begun.device_code, ten).progress, Progress::waiting);
    EXPECT_TRUE(logins.approve(begun.user_code, finished(), ten));
    EXPECT_FALSE(logins.approve(begun.user_code, finished(), ten));
    EXPECT_FALSE(logins.decline(begun.user_code, ten));
    const auto answer = logins.take(begun.device_code, ten);
    EXPECT_EQ(answer.progress, Progress::approved);
    EXPECT_EQ(answer.finished->secret, "dibs_secret");
    EXPECT_EQ(logins.take(begun.device_code, ten).progress, Progress::unknown);
    EXPECT_EQ(logins.take(begun.user_code, ten).progress, Progress::unknown);
}

TEST(DeviceLogins, declined_login_is_reported_once_and_forgotten) {
    DeviceLogins logins;
    const auto begun = logins.begin("laptop", "", ten).value();
    EXPECT_TRUE(logins.decline(begun.user_code, ten));
    EXPECT_EQ(logins.take(begun.device_code, ten).progress, Progress::declined);
    EXPECT_EQ(logins.take(begun.device_code, ten).progress, Progress::unknown);
}

TEST(DeviceLogins, unfinished_login_expires_after_ten_minutes) {
    DeviceLogins logins;
    const auto begun = logins.begin("laptop", "", ten).value();
    const auto late = ten + DeviceLogins::lifetime;
    EXPECT_NE(logins.find(begun.user_code, late - Duration{1}), nullptr);
    EXPECT_EQ(logins.find(begun.user_code, late), nullptr);
    EXPECT_FALSE(logins.approve(begun.user_code, finished(), late));
    EXPECT_EQ(logins.take(begun.device_code, late).progress, Progress::unknown);
}

TEST(DeviceLogins, full_address_does_not_block_other_addresses) {
    DeviceLogins logins;
    for (std::size_t i = 0; i < DeviceLogins::most_of_address; ++i) {
        EXPECT_TRUE(logins.begin("x", "10.0.0.7", ten));
    }
    EXPECT_FALSE(logins.begin("x", "10.0.0.7", ten));
    EXPECT_TRUE(logins.begin("x", "10.0.0.8", ten));
    EXPECT_TRUE(logins.begin("x", "10.0.0.7", ten + DeviceLogins::lifetime));
}

const std::string device_path = "/api/v1/session/device";

struct Begun {
    std::string question, code;
};
Begun begun(ApiWorld& world) {
    const auto reply = world.nobody().post(device_path, R"({"label":"dibs on laptop"})");
    EXPECT_EQ(reply.status, 201) << reply.body;
    return {R"({"device_code":")" + reply.at("device_code") + "\"}",
            device_path + '/' + reply.at("user_code")};
}

TEST(DeviceLoginRoutes, device_token_belongs_to_the_approver_and_is_listed) {
    ApiWorld world;
    const auto login = begun(world);
    EXPECT_EQ(world.nobody().post(device_path + "/token", login.question).problem(), "not-ready");
    const auto ben = world.as(world.ben);
    const auto shown = ben.get(login.code);
    EXPECT_EQ(shown.at("label"), "dibs on laptop");
    EXPECT_EQ(shown.size("scopes"), 2U);
    EXPECT_EQ(shown.at("token_expires_at"), to_text(world.now() + std::chrono::days{30}));
    EXPECT_EQ(ben.post(login.code + "/approve", "").status, 204);
    const auto token = world.nobody().post(device_path + "/token", login.question);
    EXPECT_EQ(token.status, 200) << token.body;
    const auto program = world.nobody().with("Authorization", "Bearer " + token.at("secret"));
    const auto session = program.get("/api/v1/session");
    EXPECT_EQ(session.at("person.unix_name"), "ben");
    EXPECT_EQ(session.size("scopes"), 2U) << "read and book";
    EXPECT_EQ(ben.get("/api/v1/tokens").at("items[0].label"), "dibs on laptop");
    EXPECT_EQ(world.nobody().post(device_path + "/token", login.question).problem(),
              "not-found/device_code");
}

TEST(DeviceLoginRoutes, device_token_with_all_scopes_needs_the_password) {
    ApiWorld world;
    const auto login = begun(world);
    const auto ann = world.as(world.ann);
    const auto approve = [&](const std::string& body) {
        return ann.post(login.code + "/approve", body);
    };
    EXPECT_EQ(approve(R"({"all":true})").problem(), "malformed/current_password");
    EXPECT_EQ(approve(R"({"all":true,"current_password":"not hers"})").problem(),
              "wrong-password/current_password");
    EXPECT_EQ(world.nobody().post(device_path + "/token", login.question).problem(), "not-ready");
    const auto password = std::string(ApiWorld::password);
    EXPECT_EQ(approve(R"({"all":true,"current_password":")" + password + "\"}").status, 204);
    const auto token = world.nobody().post(device_path + "/token", login.question);
    const auto program = world.nobody().with("Authorization", "Bearer " + token.at("secret"));
    EXPECT_EQ(program.get("/api/v1/session").size("scopes"),
              ann.get("/api/v1/session").size("scopes"));
}

TEST(DeviceLoginRoutes, device_login_is_approved_only_by_a_session_with_password) {
    ApiWorld world;
    const auto login = begun(world);
    EXPECT_EQ(world.nobody().post(login.code + "/approve", "").status, 401);
    const auto token = world.with_token(world.ben, {Scope::read, Scope::book});
    EXPECT_EQ(token.post(login.code + "/approve", "").status, 403);
    EXPECT_EQ(token.get(login.code).status, 403);
    EXPECT_EQ(world.as(world.ben).post(device_path + "/BBBB-BBBB/approve", "").problem(),
              "not-found/code");
    EXPECT_EQ(world.as(world.ben).post(login.code + "/decline", "").status, 204);
    EXPECT_EQ(world.nobody().post(device_path + "/token", login.question).problem(), "not-allowed");
}

}  // namespace
}  // namespace dibs::test
