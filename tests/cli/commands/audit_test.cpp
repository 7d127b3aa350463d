// dibs audit verify against canned answers: its report, its waiting and its giving up.
#include "tests/cli/client/fake_server.hpp"

namespace dibs::cli {
namespace {

class AuditVerify : public CommandTest {
  protected:
    void answer(int checked, const std::string& more = sealed) {
        server.answer(200, R"({"since":"2026-11-20T08:00:00.000Z","position":)" +
                               std::to_string(checked) + R"(,"lag":)" +
                               std::to_string(40 - checked) +
                               R"(,"seals":2,"unsealed_facts":3,"one_key":true)" + more + "}");
    }
    static inline const std::string sealed =
        R"(,"newest":{"position":37,"digest":"d","public_key":"k"})";
};

TEST_F(AuditVerify, verify_reports_sealed_and_unsealed_facts) {
    answer(40);
    EXPECT_EQ(run({"audit", "verify"}), 0) << err.str();
    EXPECT_EQ(server.line(0), "GET /audit");
    EXPECT_NE(
        out.str().find("All is as it was sealed, up to position 37 (seals: 2). Facts since: 3."),
        std::string::npos)
        << out.str();
    EXPECT_NE(err.str().find("dibsd log verify"), std::string::npos);
}

TEST_F(AuditVerify, verify_waits_while_the_server_progresses) {
    answer(10);
    answer(30);
    answer(40);
    EXPECT_EQ(run({"audit", "verify"}), 0) << err.str();
    EXPECT_EQ(server.asked.size(), 3U);
}

TEST_F(AuditVerify, verify_gives_up_without_progress) {
    for (int i = 0; i < 40; ++i) answer(10);
    EXPECT_EQ(run({"audit", "verify"}), 1);
    EXPECT_NE(err.str().find("10 of 40 facts"), std::string::npos) << err.str();
    EXPECT_LT(server.asked.size(), 40U);
}

TEST_F(AuditVerify, wrong_seal_fails_without_waiting) {
    answer(10, R"(,"problem":"The seal of position 11 does not fit.")");
    EXPECT_EQ(run({"audit", "verify"}), 1);
    EXPECT_NE(err.str().find("The log was tampered with. The seal of position 11 does not fit."),
              std::string::npos)
        << err.str();
}

TEST_F(AuditVerify, verify_of_a_head_requires_the_answer_held) {
    answer(40, sealed + R"(,"head":"held")");
    EXPECT_EQ(run({"audit", "verify", "--head", "37:ab"}), 0);
    EXPECT_EQ(server.line(0), "GET /audit?head=37:ab");
    EXPECT_NE(out.str().find("The log holds what the head says."), std::string::npos);
    for (const auto* other : {"not_held", "not_read"}) {
        answer(40, sealed + R"(,"head":")" + other + R"(")");
        EXPECT_EQ(run({"audit", "verify", "--head", "37:ab"}), 1) << other;
    }
}

TEST_F(AuditVerify, log_without_seal_proves_nothing) {
    answer(40, "");
    EXPECT_EQ(run({"audit", "verify"}), 3);
    EXPECT_NE(err.str().find("Nothing is sealed yet."), std::string::npos) << err.str();
}

}  // namespace
}  // namespace dibs::cli
