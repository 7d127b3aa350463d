// dibs mails against canned answers: showing and choosing mails.
#include "tests/cli/client/fake_server.hpp"

namespace dibs::cli {
namespace {

std::string session_json(const std::string& preferences, bool sends_mail = true,
                         const std::string& mail = R"(,"mail":"ann@example.org")") {
    return R"({"person":{"id":"per_1","name":"Ann","unix_name":"ann","role":"user")" + mail +
           R"(},"via":"token","scopes":["read","book"],"preferences":)" + preferences +
           R"(,"sends_mail":)" + (sends_mail ? "true" : "false") + "}";
}
std::string length_json(int seconds) {
    return R"({"kind":"duration","duration_s":)" + std::to_string(seconds) +
           R"(,"zone":"UTC","echo":"x"})";
}

class Mails : public CommandTest {};

TEST_F(Mails, unset_choices_show_their_defaults) {
    server.answer(200, session_json("{}"));
    EXPECT_EQ(run({"mails"}), 0) << err.str();
    EXPECT_EQ(server.line(0), "GET /session");
    for (const auto* part : {"on", "none", "30min", "off"}) {
        EXPECT_NE(out.str().find(part), std::string::npos) << out.str();
    }
    EXPECT_EQ(err.str(), "");
}

TEST_F(Mails, missing_mail_address_or_server_is_reported) {
    server.answer(200, session_json("{}", false));
    EXPECT_EQ(run({"mails"}), 0);
    EXPECT_NE(err.str().find("This site sends no mail"), std::string::npos) << err.str();
    server.answer(200, session_json("{}", true, ""));
    EXPECT_EQ(run({"mails"}), 0);
    EXPECT_NE(err.str().find("dibs user set ann --mail ADDRESS"), std::string::npos) << err.str();
}

TEST_F(Mails, mails_are_chosen_by_name) {
    server.answer(200, length_json(900));
    server.answer(200, R"({"reminder_start_min":15,"reminder_end_min":0,"calendar_mails":true})");
    server.answer(200, session_json("{}", false));
    EXPECT_EQ(run({"mails", "set", "before-start=15m", "before-end=none", "calendar=on",
                   "budgets=off", "all=off"}),
              0)
        << err.str();
    EXPECT_EQ(server.line(1), "PATCH /session/preferences");
    const auto body = server.body(1);
    EXPECT_EQ(body["reminder_start_min"].integer(), 15);
    EXPECT_EQ(body["reminder_end_min"].integer(), 0);
    EXPECT_TRUE(body["calendar_mails"].truth());
    EXPECT_FALSE(body["budget_mails"].is_null());
    EXPECT_FALSE(body["budget_mails"].truth());
    EXPECT_FALSE(body["mails"].is_null());
    EXPECT_FALSE(body["mails"].truth());
    EXPECT_NE(err.str().find("This site sends no mail"), std::string::npos) << err.str();
}

TEST_F(Mails, weekly_report_can_be_chosen) {
    server.answer(200, session_json(R"({"weekly_report":true})"));
    EXPECT_EQ(run({"mails"}), 0) << err.str();
    EXPECT_NE(out.str().find("WEEKLY        on"), std::string::npos) << out.str();
    server.answer(200, R"({"weekly_report":false})");
    server.answer(200, session_json("{}"));
    EXPECT_EQ(run({"mails", "set", "weekly=off"}), 0) << err.str();
    EXPECT_EQ(server.line(1), "PATCH /session/preferences");
    EXPECT_EQ(server.body(1).dump(), R"({"weekly_report":false})");
    EXPECT_NE(out.str().find("Changed which mails you get"), std::string::npos) << out.str();
}

TEST_F(Mails, reminder_is_in_whole_minutes) {
    server.answer(200, length_json(90));
    EXPECT_EQ(run({"mails", "set", "before-end=90s"}), 2);
    EXPECT_NE(err.str().find("before-end: '90s' is not in whole minutes."), std::string::npos)
        << err.str();
    EXPECT_EQ(server.asked.size(), 1U) << "nothing is chosen";
}

TEST_F(Mails, invalid_choice_is_named_and_not_sent) {
    EXPECT_NE(run({"mails", "set", "colour=red"}), 0);
    EXPECT_NE(err.str().find("There is no choice 'colour'"), std::string::npos) << err.str();
    EXPECT_NE(run({"mails", "set", "calendar=maybe"}), 0);
    EXPECT_NE(err.str().find("is neither on nor off"), std::string::npos) << err.str();
    EXPECT_TRUE(server.asked.empty());
}

}  // namespace
}  // namespace dibs::cli
