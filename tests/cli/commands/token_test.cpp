// dibs token add|list|revoke against canned answers.
#include "tests/cli/client/fake_server.hpp"

namespace dibs::cli {
namespace {

const std::string made =
    R"({"id":"tok_01JD3K8QZ4T5V6W7X8Y9Z0A170","label":"prometheus","scopes":["metrics"],)"
    R"("created_at":"2026-11-21T01:45:00.000Z","expires_at":"2027-02-18T07:00:00.000Z",)"
    R"("secret":"dibs_shown_once"})";

class TokenCommands : public CommandTest {
  protected:
    void answer_who_asks(const std::string& scopes) {
        server.answer(200, R"({"person":{"id":"per_1","name":"Ann","unix_name":"ann"},"scopes":)" +
                               scopes + '}');
    }
};

TEST_F(TokenCommands, add_shows_the_secret_alone_on_stdout) {
    answer_who_asks(R"(["read","book","admin"])");
    server.answer(201, made);
    EXPECT_EQ(run({"token", "add", "prometheus", "--scope", "metrics"}), 0) << err.str();
    EXPECT_EQ(server.line(1), "POST /tokens");
    EXPECT_EQ(server.body(1).dump(), R"({"label":"prometheus","scopes":["metrics"]})");
    EXPECT_EQ(out.str(), "dibs_shown_once\n");
    EXPECT_NE(err.str().find("dibs token revoke tok_01JD3K8QZ4T5V6W7X8Y9Z0A170"), std::string::npos)
        << err.str();
}

TEST_F(TokenCommands, add_signs_in_by_password_if_the_token_may_not) {
    answer_who_asks(R"(["read","book"])");
    server.answer(201, R"({"person":{"id":"per_1"},"scopes":["read","book"]})");
    server.answer(201, made);
    server.answer(204, "");
    terminal.typed = {"correct horse"};
    EXPECT_EQ(run({"token", "add", "ci"}), 0) << err.str();
    EXPECT_EQ(server.line(1), "POST /session");
    EXPECT_EQ(server.body(2).dump(), R"({"label":"ci","scopes":["read","book"]})");
    EXPECT_EQ(server.line(3), "DELETE /session");
    EXPECT_EQ(client.token(), "dibs_secret");
}

TEST_F(TokenCommands, list_and_revoke_use_an_id_prefix) {
    const std::string page = R"({"items":[)" + made + "]}";
    server.answer(200, page);
    EXPECT_EQ(run({"token", "list"}), 0) << err.str();
    EXPECT_NE(out.str().find("prometheus  metrics"), std::string::npos) << out.str();
    server.answer(200, page);
    server.answer(204, "");
    EXPECT_EQ(run({"token", "revoke", "tok_01JD3K8Q"}), 0) << err.str();
    EXPECT_EQ(server.line(2), "DELETE /tokens/tok_01JD3K8QZ4T5V6W7X8Y9Z0A170");
    EXPECT_NE(out.str().find("Revoked the token prometheus"), std::string::npos) << out.str();
}

TEST_F(TokenCommands, list_of_another_person_uses_their_id) {
    server.answer(
        200,
        R"({"items":[{"id":"per_01JD3K8QZ4T5V6W7X8Y9Z0A141","name":"Ben","unix_name":"ben"}]})");
    server.answer(200, R"({"items":[]})");
    EXPECT_EQ(run({"token", "list", "--user", "ben"}), 0) << err.str();
    EXPECT_EQ(server.line(1), "GET /tokens?person=per_01JD3K8QZ4T5V6W7X8Y9Z0A141&limit=1000");
}

}  // namespace
}  // namespace dibs::cli
