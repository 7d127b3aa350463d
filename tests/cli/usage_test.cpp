// dibs usage against canned answers: who used these GPUs, with what is known and up to when.
#include "tests/cli/fake_server.hpp"

namespace dibs::cli {
namespace {

const std::string two_gpus = R"({"kind":"gpus","gpus":["gpu_1","gpu_2"],"echo":"x"})";

std::string owners(const std::string& totals, const std::string& more = "") {
    return R"({"from":"2026-11-14T00:00:00.000Z","until":"2026-11-21T00:00:00.000Z")" + more +
           R"(,"gpus":[],"totals":[)" + totals + "]}";
}
const std::string by_ann =
    R"({"by":"holder","unix_name":"ann","person_id":"per_1","seconds":45000,"measured_s":40000,
        "used_s":30000.5})";
const std::string hidden = R"({"by":"unknown","seconds":360,"measured_s":0,"used_s":0})";

class UsageVerb : public CommandTest {};

TEST_F(UsageVerb, shows_who_it_was_for_how_long_and_how_much) {
    server.answer(200, two_gpus);
    server.answer(200,
                  owners(by_ann + "," + hidden, R"(,"closed_until":"2026-11-20T23:00:00.000Z")"));
    EXPECT_EQ(run({"usage", "gpu03:0-1"}), 0) << err.str();
    EXPECT_EQ(server.body(0)["text"].text(), "gpu03:0-1");
    EXPECT_EQ(server.line(1), "POST /usage/owners/query");
    EXPECT_EQ(server.body(1)["gpu"].dump(), R"(["gpu_1","gpu_2"])");
    EXPECT_EQ(server.body(1)["from"].text().substr(0, 4), "2026");
    EXPECT_EQ(out.str(),
              "BY       ACCOUNT  TIME   USE  MEASURED\n"
              "holder   ann      12.5h  75%  11.1h\n"
              "unknown  -        0.1h   -    0.0h\n");
    EXPECT_NE(err.str().find("later hours are still to come"), std::string::npos) << err.str();
}

TEST_F(UsageVerb, goes_into_a_pipe_in_seconds) {
    server.answer(200, two_gpus);
    server.answer(200, owners(by_ann));
    output.settings.form = Form::tsv;
    EXPECT_EQ(run({"usage", "gpu03:0-1"}), 0);
    EXPECT_EQ(out.str(), "holder\tann\t45000\t30000.5\t40000\n");
}

TEST_F(UsageVerb, is_asked_from_and_until) {
    server.answer(200, two_gpus);
    server.answer(200, owners(by_ann));
    EXPECT_EQ(run({"usage", "gpu03:0-1", "--from", "2026-11-14T00:00:00.000Z", "--until",
                   "2026-11-20T00:00:00.000Z"}),
              0);
    EXPECT_EQ(server.body(1)["from"].text(), "2026-11-14T00:00:00.000Z");
    EXPECT_EQ(server.body(1)["until"].text(), "2026-11-20T00:00:00.000Z");
}

TEST_F(UsageVerb, says_that_no_hour_is_closed_yet) {
    server.answer(200, two_gpus);
    server.answer(200, owners(""));
    EXPECT_EQ(run({"usage", "gpu03:0-1"}), 0);
    EXPECT_NE((out.str() + err.str()).find("Nothing is known of these hours."), std::string::npos);
    EXPECT_NE(err.str().find("No hour is closed yet"), std::string::npos) << err.str();
}

}  // namespace
}  // namespace dibs::cli
