// dibs may against canned answers: yes, no with a reason, and failures.
#include "tests/cli/client/fake_server.hpp"

namespace dibs::cli {
namespace {

class May : public CommandTest {
  protected:
    // Asks whether ann may book gpu03:0-1, with this answer of the server.
    int ask(int status, const std::string& answer) {
        server.answer(200, two_gpus());
        server.answer(200, time_answer());
        server.answer(
            200, R"({"items":[{"id":")" + ann_id + R"(","name":"Ann Nowak","unix_name":"ann"}]})");
        server.answer(status, answer);
        return run({"may", "ann", "gpu03:0-1", "Tue", "22:00-Wed", "06:00"});
    }
};

TEST_F(May, question_is_a_dry_run_for_that_person) {
    EXPECT_EQ(ask(200, reservation_json()), 0) << err.str();
    EXPECT_EQ(server.body(0)["text"].text(), "gpu03:0-1");
    EXPECT_EQ(server.body(1)["text"].text(), "Tue 22:00-Wed 06:00");
    EXPECT_EQ(server.line(3), "POST /reservations?dry_run=true");
    EXPECT_EQ(server.body(3).dump(), R"({"gpus":[")" + gpu_a + R"(",")" + gpu_b +
                                         R"("],"from":"2026-11-24T08:00:00.000Z",)"
                                         R"("until":"2026-11-24T16:00:00.000Z","owner_id":")" +
                                         ann_id + R"("})");
    EXPECT_EQ(out.str(), "Yes.\n");
    EXPECT_EQ(err.str(), "");
}

TEST_F(May, missing_grant_is_no_with_names_of_gpus) {
    EXPECT_EQ(ask(403, R"({"type":"/problems/no-grant","status":403,"field":"gpus",
        "detail":"No grant gives access to )" +
                           gpu_b + R"( then."})"),
              5);
    EXPECT_EQ(out.str(), "No: No grant gives access to gpu03:1 then.\n");
    EXPECT_EQ(err.str(), "");
}

TEST_F(May, held_gpus_are_no_with_their_holder) {
    EXPECT_EQ(ask(409, R"({"type":"/problems/slot-taken","detail":"gpu03:0 is taken.",
        "conflicts":[{"gpu_id":"g","gpu_name":"gpu03:0","reservation_id":"res_X",
        "owner_id":"per_2","owner_name":"bartek","from":"2026-11-24T06:00:00.000Z",
        "until":"2026-11-24T10:00:00.000Z"}]})"),
              6);
    EXPECT_EQ(out.str(), "No: gpu03:0 is taken.\n");
    EXPECT_NE(err.str().find("gpu03:0 is held by bartek"), std::string::npos) << err.str();
}

TEST_F(May, broken_rule_is_no_with_its_exit_code) {
    EXPECT_EQ(ask(422, R"({"type":"/problems/too-long","detail":"The longest booking is 8 days.",
        "field":"until"})"),
              5);
    EXPECT_EQ(out.str(), "No: The longest booking is 8 days.\n");
}

TEST_F(May, forbidden_question_is_a_failure) {
    EXPECT_EQ(ask(403, R"({"type":"/problems/not-allowed","field":"owner_id",
        "detail":"Only an admin books for somebody else."})"),
              5);
    EXPECT_EQ(out.str(), "");
    EXPECT_NE(err.str().find("Only an admin books for somebody else."), std::string::npos)
        << err.str();
}

TEST_F(May, programs_get_yes_or_no_and_the_problem) {
    output.settings.form = Form::json;
    EXPECT_EQ(ask(200, reservation_json()), 0);
    EXPECT_TRUE(Json::parse(out.str()).value()["may"].truth());
    out.str("");
    const auto no = R"({"type":"/problems/too-long","detail":"Too long."})";
    EXPECT_EQ(ask(422, no), 5);
    const auto answer = Json::parse(out.str()).value();
    EXPECT_EQ(answer["may"].dump(), "false");
    EXPECT_EQ(answer["why"].text(), "Too long.");
    EXPECT_EQ(answer["problem"].dump(), no);
    out.str("");
    output.settings.form = Form::tsv;
    EXPECT_EQ(ask(422, no), 5);
    EXPECT_EQ(out.str(), "no\tToo long.\n");
}

TEST_F(May, me_is_the_caller_and_a_duration_starts_now) {
    server.answer(200, two_gpus());
    server.answer(200, time_answer());
    server.answer(200, reservation_json());
    EXPECT_EQ(run({"may", "me", "gpu03:0-1", "--for", "4h"}), 0);
    EXPECT_EQ(server.body(1)["text"].text(), "now for 4h");
    EXPECT_TRUE(server.body(2)["owner_id"].is_null());
}

TEST_F(May, requires_named_gpus_and_a_time) {
    EXPECT_EQ(run({"may", "ann", "gpu03:0"}), 2);
    EXPECT_TRUE(server.asked.empty());
    server.answer(200, two_a100());
    EXPECT_EQ(run({"may", "ann", "2xA100", "now", "for", "4h"}), 2);
    EXPECT_NE(err.str().find("dibs grant list --user"), std::string::npos) << err.str();
}

}  // namespace
}  // namespace dibs::cli
