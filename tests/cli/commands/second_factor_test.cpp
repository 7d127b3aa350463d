// dibs auth login with a second factor, and turning it on and off, against canned answers.
#include "tests/cli/client/fake_server.hpp"

namespace dibs::cli {
namespace {

const std::string needed =
    R"({"type":"/problems/second-factor-needed","status":401,"code":"second-factor-needed",)"
    R"("title":"A code is needed too","field":"code"})";
const std::string signed_in_ann =
    R"({"id":"per_1","name":"ann","unix_name":"ann","second_factor":false})";

class SecondFactorCommands : public CommandTest {
  protected:
    void answer_signed_in() {
        server.answer(201, R"({"person":{"id":"per_1","name":"ann"},"scopes":["read"]})");
        server.answer(201, R"({"id":"tok_1","secret":"dibs_new"})");
        server.answer(204, "");
    }
    void answer_who_asks(const std::string& scopes) {
        server.answer(200, R"({"person":)" + signed_in_ann + R"(,"scopes":)" + scopes + '}');
    }
};

TEST_F(SecondFactorCommands, login_asks_for_the_code_if_the_server_requires_it) {
    server.answer(401, needed);
    answer_signed_in();
    terminal.typed = {"correct horse", "123456"};
    EXPECT_EQ(run({"auth", "login", "ann"}), 0) << err.str();
    EXPECT_EQ(server.body(0).dump(), R"({"name":"ann","password":"correct horse"})");
    EXPECT_EQ(server.body(1).dump(),
              R"({"name":"ann","password":"correct horse","code":"123456"})");
    EXPECT_EQ(settings.token("http://dibs.test"), "dibs_new");
}

TEST_F(SecondFactorCommands, login_sends_a_given_code_at_once) {
    answer_signed_in();
    terminal.typed = {"correct horse"};
    EXPECT_EQ(run({"auth", "login", "ann", "--code", "MFRGG-ZDFMZ"}), 0) << err.str();
    EXPECT_EQ(server.body(0)["code"].text(), "MFRGG-ZDFMZ");
}

TEST_F(SecondFactorCommands, login_without_terminal_explains_the_code_option) {
    server.answer(401, needed);
    terminal.typed = {"correct horse"};  // stdin, which then ends
    EXPECT_EQ(run({"auth", "login", "ann", "--password-stdin"}), 4);
    EXPECT_NE(err.str().find("--code"), std::string::npos) << err.str();
    EXPECT_EQ(server.asked.size(), 1U);
}

TEST_F(SecondFactorCommands, wrong_code_is_not_asked_for_again) {
    server.answer(401, needed);
    server.answer(403, R"({"type":"/problems/wrong-code","status":403,"code":"wrong-code"})");
    terminal.typed = {"correct horse", "123456", "654321"};
    EXPECT_EQ(run({"auth", "login", "ann"}), 5);
    EXPECT_EQ(server.asked.size(), 2U);
}

TEST_F(SecondFactorCommands, turning_on_needs_password_and_code_and_shows_recovery) {
    answer_who_asks(R"(["read","book","admin"])");
    server.answer(201, R"({"enrolment":"e","secret":"GEZDGNBV","uri":"otpauth://totp/Dibs:ann"})");
    server.answer(200, R"({"recovery_codes":["MFRGG-ZDFMZ","NBUHE-3DPEB"]})");
    terminal.typed = {"correct horse", "123456"};
    EXPECT_EQ(run({"auth", "second-factor", "on"}), 0) << err.str();
    EXPECT_EQ(server.line(1), "POST /people/per_1/second-factor");
    EXPECT_EQ(server.body(1).dump(), R"({"current_password":"correct horse"})");
    EXPECT_EQ(server.header(1, "Authorization"), "Bearer dibs_secret");
    EXPECT_EQ(server.line(2), "PUT /people/per_1/second-factor");
    EXPECT_EQ(server.body(2).dump(), R"({"enrolment":"e","code":"123456"})");
    EXPECT_NE(err.str().find("GEZDGNBV"), std::string::npos) << err.str();
    EXPECT_EQ(out.str(), "MFRGG-ZDFMZ\nNBUHE-3DPEB\n") << "and nothing else: they can be kept";
}

TEST_F(SecondFactorCommands, weak_token_opens_a_separate_session) {
    answer_who_asks(R"(["read","book"])");
    server.answer(401, needed);
    server.answer(201, R"({"person":{"id":"per_1","name":"ann"},"scopes":["read","book"]})");
    server.answer(204, "");
    server.answer(204, "");
    terminal.typed = {"correct horse", "123456"};
    EXPECT_EQ(run({"auth", "second-factor", "off"}), 0) << err.str();
    EXPECT_EQ(server.body(2).dump(),
              R"({"name":"ann","password":"correct horse","code":"123456"})");
    EXPECT_EQ(server.line(3), "DELETE /people/per_1/second-factor");
    EXPECT_EQ(server.header(3, "Authorization"), "");
    EXPECT_EQ(server.line(4), "DELETE /session");
    EXPECT_EQ(settings.token("http://dibs.test"), "") << "what is kept stays as it is";
}

TEST_F(SecondFactorCommands, separate_session_ends_after_a_failure) {
    answer_who_asks(R"(["read"])");
    server.answer(201, R"({"person":{"id":"per_1","name":"ann"},"scopes":["read"]})");
    server.answer(409, R"({"type":"/problems/already-exists","status":409,"code":"already-exists",)"
                       R"("detail":"There is a second factor: turn it off first."})");
    server.answer(204, "");
    terminal.typed = {"correct horse"};
    EXPECT_EQ(run({"auth", "second-factor", "on"}), 6);
    EXPECT_EQ(server.line(3), "DELETE /session");
}

TEST_F(SecondFactorCommands, admin_removes_anothers_factor_without_a_password) {
    server.answer(200, R"({"items":[)" + signed_in_ann + "]}");
    server.answer(204, "");
    EXPECT_EQ(run({"auth", "second-factor", "off", "ann"}), 0) << err.str();
    EXPECT_EQ(server.line(1), "DELETE /people/per_1/second-factor");
    EXPECT_EQ(server.asked.at(1).body, "");
}

TEST_F(SecondFactorCommands, second_factor_status_is_shown) {
    answer_who_asks(R"(["read"])");
    output.settings.form = Form::json;
    EXPECT_EQ(run({"auth", "second-factor", "status"}), 0) << err.str();
    EXPECT_NE(out.str().find(R"("second_factor": false)"), std::string::npos) << out.str();
}

}  // namespace
}  // namespace dibs::cli
