// dibs auth, setup and user against canned answers: signing in and its credentials.
#include "tests/cli/client/fake_server.hpp"

namespace dibs::cli {
namespace {

class PeopleCommands : public CommandTest {};

TEST_F(PeopleCommands, person_is_added_with_account_and_display_name) {
    const auto add = [&](std::vector<std::string> more) {
        server.answer(201, R"({"id":"per_1","name":"Ann Nowak","unix_name":"ann"})");
        terminal.typed = {"four words that differ"};
        std::vector<std::string> all{"user", "add", "ann", "--password-stdin"};
        all.insert(all.end(), more.begin(), more.end());
        EXPECT_EQ(run(all), 0) << err.str();
        return server.body(server.asked.size() - 1);
    };
    const auto named = add({"--name", "Ann Nowak"});
    EXPECT_EQ(named["unix_name"].text(), "ann");
    EXPECT_EQ(named["name"].text(), "Ann Nowak");
    EXPECT_EQ(add({})["name"].text(), "ann");
}

TEST_F(PeopleCommands, password_link_is_shown_whole_without_asking_a_password) {
    const std::string link = R"(","expires_at":"2026-11-28T08:00:00.000Z"})";
    server.answer(201, R"({"id":"per_1","name":"Ann Nowak","unix_name":"ann"})");
    server.answer(201, R"({"url":"/welcome#name=ann&secret=one-time)" + link);
    EXPECT_EQ(run({"user", "add", "ann", "--link"}), 0) << err.str();
    EXPECT_TRUE(server.body(0)["password"].is_null());
    EXPECT_EQ(server.line(1), "POST /people/per_1/password-link");
    EXPECT_NE(out.str().find("http://dibs.test/welcome#name=ann&secret=one-time"),
              std::string::npos)
        << out.str();
    EXPECT_NE(out.str().find("09:00"), std::string::npos) << out.str();
    EXPECT_EQ(err.str().find("one-time"), std::string::npos) << err.str();
    out.str("");
    output.settings.form = Form::json;
    server.answer(200, R"({"items":[{"id":"per_1","name":"Ann Nowak","unix_name":"ann"}]})");
    server.answer(201, R"({"url":"https://gpus.example.org/welcome#name=ann&secret=two)" + link);
    EXPECT_EQ(run({"user", "password-link", "ann"}), 0) << err.str();
    EXPECT_EQ(Json::parse(out.str()).value()["url"].text(),
              "https://gpus.example.org/welcome#name=ann&secret=two");
}

TEST_F(PeopleCommands, session_end_is_shown_in_the_users_zone) {
    const auto session =
        R"({"person":{"name":"ann","role":"admin"},"scopes":["read"],"expires_at":"2026-11-24T08:00:00.000Z"})";
    server.answer(200, session);
    EXPECT_EQ(run({"auth", "status"}), 0);
    EXPECT_NE(out.str().find("09:00"), std::string::npos) << out.str();
    EXPECT_EQ(out.str().find("2026-11-24T08"), std::string::npos) << out.str();
}

TEST_F(PeopleCommands, login_keeps_a_new_token_for_this_server) {
    server.answer(
        201, R"({"person":{"id":"per_1","name":"ann"},"via":"cookie","scopes":["read","book"]})");
    server.answer(201,
                  R"({"id":"tok_1","label":"l","scopes":["read","book"],"secret":"dibs_new"})");
    server.answer(204, "");
    terminal.typed = {"correct horse"};
    EXPECT_EQ(run({"auth", "login", "ann"}), 0);
    EXPECT_EQ(server.body(0)["password"].text(), "correct horse");
    EXPECT_EQ(server.header(0, "Authorization"), "");
    EXPECT_EQ(server.header(0, "Origin"), "http://dibs.test");
    EXPECT_EQ(server.body(1)["scopes"].dump(), R"(["read","book"])");
    EXPECT_EQ(server.line(2), "DELETE /session");
    EXPECT_EQ(settings.token("http://dibs.test"), "dibs_new");
    EXPECT_EQ(settings.token("http://other.test"), "");
    EXPECT_EQ(settings.server(""), "http://dibs.test");
}

const std::string begun =
    R"({"host_name":"gpu03","file":"~/.dibs/sign-up-code","public_key":"restrict ssh-ed25519 AAAA dibs","expires_at":"2026-11-21T01:55:03.250Z"})";

TEST_F(PeopleCommands, sign_up_shows_the_codes_file_and_keeps_a_token) {
    server.answer(202, begun);
    server.answer(201,
                  R"({"person":{"id":"per_1","name":"Dora"},"via":"cookie","scopes":["read"]})");
    server.answer(201, R"({"id":"tok_1","label":"l","scopes":["read"],"secret":"dibs_new"})");
    server.answer(204, "");
    terminal.typed = {"bcdfghjklm", "Dora", "correct horse", "correct horse"};
    EXPECT_EQ(run({"auth", "sign-up", "dora", "--host", "gpu03"}), 0) << err.str();
    EXPECT_EQ(server.line(0), "POST /sign-up");
    EXPECT_EQ(server.header(0, "Authorization"), "");
    EXPECT_EQ(server.body(0).dump(), R"({"unix_name":"dora","host":"gpu03"})");
    EXPECT_NE(err.str().find("cat ~/.dibs/sign-up-code"), std::string::npos) << err.str();
    EXPECT_NE(err.str().find("restrict ssh-ed25519 AAAA dibs"), std::string::npos);
    EXPECT_EQ(server.line(1), "POST /sign-up/complete");
    EXPECT_EQ(server.body(1)["code"].text(), "bcdfghjklm");
    EXPECT_EQ(server.body(1)["unix_name"].text(), "dora");
    EXPECT_EQ(server.body(1)["name"].text(), "Dora");
    EXPECT_EQ(settings.token("http://dibs.test"), "dibs_new");
}

TEST_F(PeopleCommands, sign_up_takes_two_steps_without_a_terminal) {
    server.answer(202, begun);
    EXPECT_EQ(run({"auth", "sign-up", "dora"}), 0) << err.str();
    EXPECT_EQ(server.body(0).dump(), R"({"unix_name":"dora"})");
    EXPECT_NE(err.str().find("dibs auth sign-up dora --code CODE"), std::string::npos) << err.str();
    server.answer(
        403,
        R"({"type":"/problems/not-allowed","title":"Not allowed","status":403,"code":"not-allowed","field":"code","detail":"This code is wrong."})");
    terminal.typed = {"correct horse"};
    EXPECT_EQ(run({"auth", "sign-up", "dora", "--code", "x", "--name", "Dora", "--password-stdin"}),
              5);
    EXPECT_EQ(server.line(1), "POST /sign-up/complete") << "nothing is begun anew";
    EXPECT_EQ(server.body(1)["password"].text(), "correct horse");
}

TEST_F(PeopleCommands, second_login_sends_the_device_cookie) {
    const auto log_in = [&](const std::string& device) {
        const auto first = server.asked.size();
        server.answer(
            {201,
             {{"dibs-position", "7"},
              {"set-cookie", "dibs_session=s; Path=/; HttpOnly"},
              {"set-cookie", "dibs_device=" + device + "; Max-Age=34560000; Path=/"}},
             R"({"person":{"id":"per_1","name":"ann"},"via":"cookie","scopes":["read"]})"});
        server.answer(201, R"({"id":"tok_1","secret":"dibs_new"})");
        server.answer(204, "");
        terminal.typed = {"correct horse"};
        EXPECT_EQ(run({"auth", "login", "ann"}), 0);
        return server.header(first, "Cookie");
    };
    EXPECT_EQ(log_in("one.sig"), "");
    server.answer(204, "");
    EXPECT_EQ(run({"auth", "logout"}), 0);
    EXPECT_EQ(log_in("two.sig~one.sig"), "dibs_device=one.sig") << "signing out forgets it not";
    EXPECT_EQ(log_in("two.sig"), "dibs_device=two.sig~one.sig");
    EXPECT_EQ(settings.device("http://other.test"), std::nullopt);
    const auto file = folder.path / "config/devices.toml";
    EXPECT_EQ(std::filesystem::status(file).permissions(),
              std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
}

TEST_F(PeopleCommands, setup_takes_the_token_out_of_the_link) {
    server.answer(200, R"({"open":true})");
    server.answer(201,
                  R"({"person":{"id":"per_1","name":"ann"},"via":"cookie","scopes":["admin"]})");
    server.answer(201, R"({"id":"tok_1","secret":"dibs_new"})");
    server.answer(204, "");
    terminal.typed = {"pass phrase", "pass phrase"};
    EXPECT_EQ(run({"setup", "http://dibs.test/setup?token=one-time", "--name", "ann", "--unix-name",
                   "ann"}),
              0);
    EXPECT_EQ(server.line(1), "POST /setup");
    EXPECT_EQ(server.body(1).dump(), R"({"token":"one-time","name":"ann","unix_name":"ann",)"
                                     R"("password":"pass phrase"})");
}

}  // namespace
}  // namespace dibs::cli
