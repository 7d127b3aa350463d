// dibs usage against canned answers: use of GPUs, reports by person and otherwise, and the limits
// of the data.
#include "tests/cli/client/fake_server.hpp"

namespace dibs::cli {
namespace {

std::string owners(const std::string& totals, const std::string& more = "") {
    return R"({"from":"2026-11-14T00:00:00.000Z","until":"2026-11-21T00:00:00.000Z")" + more +
           R"(,"gpus":[],"totals":[)" + totals + "]}";
}
const std::string by_ann =
    R"({"by":"holder","unix_name":"ann","person_id":"per_1","seconds":45000,"measured_s":40000,
        "used_s":30000.5})";
const std::string hidden = R"({"by":"unknown","seconds":360,"measured_s":0,"used_s":0})";

class UsageVerb : public CommandTest {};

TEST_F(UsageVerb, gpu_usage_shows_account_time_and_utilization) {
    server.answer(200, gpus_1_and_2);
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
    EXPECT_NE(err.str().find("those hours are still open"), std::string::npos) << err.str();
}

TEST_F(UsageVerb, pipe_gets_seconds) {
    server.answer(200, gpus_1_and_2);
    server.answer(200, owners(by_ann));
    output.settings.form = Form::tsv;
    EXPECT_EQ(run({"usage", "gpu03:0-1"}), 0);
    EXPECT_EQ(out.str(), "holder\tann\t45000\t30000.5\t40000\n");
}

TEST_F(UsageVerb, query_sends_from_and_until) {
    server.answer(200, gpus_1_and_2);
    server.answer(200, owners(by_ann));
    EXPECT_EQ(run({"usage", "gpu03:0-1", "--from", "2026-11-14T00:00:00.000Z", "--until",
                   "2026-11-20T00:00:00.000Z"}),
              0);
    EXPECT_EQ(server.body(1)["from"].text(), "2026-11-14T00:00:00.000Z");
    EXPECT_EQ(server.body(1)["until"].text(), "2026-11-20T00:00:00.000Z");
}

TEST_F(UsageVerb, missing_closed_hours_are_reported) {
    server.answer(200, gpus_1_and_2);
    server.answer(200, owners(""));
    EXPECT_EQ(run({"usage", "gpu03:0-1"}), 0);
    EXPECT_NE((out.str() + err.str()).find("Nothing is known of these hours."), std::string::npos);
    EXPECT_NE(err.str().find("no hour is closed yet"), std::string::npos) << err.str();
}

std::string row(const std::string& name) {
    return "{" + name + R"("reserved_s":36000,"used_by_owner_s":27000.5,"used_by_others_s":1800,
        "used_by_unknown_s":0,"idle_s":3599.5,"idle_with_process_s":3000,
        "idle_without_process_s":599.5,"unmeasured_s":3600,"used_of_others_s":0,
        "unreserved_used_s":720,"violated_s":0,"given_back_s":7200,"freed_as_idle_s":0,
        "under_5_percent_s":3600,"percentiles_of_s":32400,"utilization_p50_percent":92,
        "utilization_p95_percent":97,"energy_kwh":3.105,"energy_known_s":32400,
        "energy_unknown_s":3600})";
}
std::string report(const std::string& by, const std::string& rows) {
    return R"({"from":"2026-11-14T01:00:00.000Z","until":"2026-11-21T01:45:03.250Z",
        "closed_until":"2026-11-21T01:00:00.000Z","zone":"Europe/Warsaw","by":")" +
           by + R"(","total":)" + row("") + R"(,"rows":[)" + rows + "]}";
}

TEST_F(UsageVerb, default_report_is_the_last_week_by_person) {
    server.answer(200,
                  report("person", row(R"("person_name":"Ann Nowak","unix_name":"ann",)") + "," +
                                       row(R"("unix_name":"stranger",)") + "," + row("")));
    EXPECT_EQ(run({"usage"}), 0) << err.str();
    EXPECT_EQ(server.line(0), "POST /usage/report/query");
    EXPECT_EQ(server.body(0).dump(),
              R"({"from":"2026-11-14T01:45:03.250Z","by":"person","zone":"Europe/Warsaw"})");
    const std::string sums =
        "10.0h     7.5h      0.5h       0.0h        1.0h  10%     1.0h        "
        "0.0h       0.2h        92%  97%  2.0h        0.0h   3.105\n";
    EXPECT_EQ(out.str(),
              "PERSON     RESERVED  BY OWNER  BY OTHERS  BY UNKNOWN  IDLE  IDLE %  UNMEASURED  OF "
              "OTHERS  UNRESERVED  P50  P95  GIVEN BACK  FREED  KWH\n"
              "Ann Nowak  " +
                  sums + "stranger   " + sums + "(nobody)   " + sums);
    EXPECT_NE(err.str().find("10.0 GPU-hours reserved: 7.5 used by their owners, 0.5 by others, "
                             "1.0 idle, 1.0 not measured or by unknown users."),
              std::string::npos)
        << err.str();
    EXPECT_NE(err.str().find("those hours are still open"), std::string::npos) << err.str();
    EXPECT_NE(err.str().find("3.105 kWh measured over 9.0 of 10.0 GPU-hours."), std::string::npos)
        << err.str();
}

TEST_F(UsageVerb, unmeasured_energy_is_unknown_and_not_zero) {
    const std::string sums =
        R"("reserved_s":3600,"used_by_owner_s":0,"used_by_others_s":0,"used_by_unknown_s":0,
        "idle_s":0,"idle_with_process_s":0,"idle_without_process_s":0,"unmeasured_s":3600,
        "used_of_others_s":0,"unreserved_used_s":0,"violated_s":0,"given_back_s":0,
        "freed_as_idle_s":0,"under_5_percent_s":0,"percentiles_of_s":0,"energy_known_s":0,
        "energy_unknown_s":3600)";
    server.answer(200, R"({"from":"2026-11-14T01:00:00.000Z","until":"2026-11-21T01:00:00.000Z",
        "zone":"UTC","by":"model","total":{)" +
                           sums + R"(},"rows":[{"model":"A100",)" + sums + "}]}");
    EXPECT_EQ(run({"usage", "--by", "model"}), 0) << err.str();
    EXPECT_NE(out.str().find("  ?\n"), std::string::npos) << out.str();
    EXPECT_NE(err.str().find("Energy was not measured."), std::string::npos) << err.str();
}

TEST_F(UsageVerb, report_by_group_includes_people_without_a_group) {
    server.answer(
        200, report("group", row(R"("group_id":"grp_1","group_name":"vision",)") + "," + row("")));
    EXPECT_EQ(run({"usage", "--by", "group"}), 0) << err.str();
    EXPECT_EQ(server.body(0)["by"].text(), "group");
    EXPECT_EQ(out.str().substr(0, 5), "GROUP");
    EXPECT_NE(out.str().find("\nvision      10.0h"), std::string::npos) << out.str();
    EXPECT_NE(out.str().find("\n(no group)  10.0h"), std::string::npos) << out.str();
    EXPECT_NE(err.str().find("whoever is in two counts in both"), std::string::npos) << err.str();
}

TEST_F(UsageVerb, report_without_start_covers_the_week_before_its_end) {
    server.answer(200, report("person", ""));
    EXPECT_EQ(run({"usage", "--until", "2026-11-10T00:00:00.000Z"}), 0) << err.str();
    EXPECT_EQ(server.body(0)["from"].text(), "2026-11-03T00:00:00.000Z");
}

TEST_F(UsageVerb, past_dates_are_read_and_days_are_named) {
    server.answer(200, R"({"kind":"instant","from":"2026-09-30T22:00:00.000Z","zone":"UTC",
        "echo":"x"})");
    server.answer(200, report("day", row(R"("from":"2026-11-20T23:00:00.000Z",)")));
    EXPECT_EQ(run({"usage", "--from", "1 Oct", "--by", "day"}), 0) << err.str();
    EXPECT_EQ(server.body(0)["text"].text(), "1 Oct");
    EXPECT_EQ(server.body(0)["tense"].text(), "past");
    EXPECT_EQ(server.body(1)["from"].text(), "2026-09-30T22:00:00.000Z");
    EXPECT_EQ(out.str().substr(0, 3), "DAY");
    EXPECT_NE(out.str().find("\nSat 21 Nov  10.0h"), std::string::npos) << out.str();
}

TEST_F(UsageVerb, hidden_rows_are_reported_as_hidden_and_not_as_none) {
    server.answer(200, report("person", ""));
    EXPECT_EQ(run({"usage"}), 0);
    EXPECT_EQ((out.str() + err.str()).find("Nothing was reserved"), std::string::npos);
    EXPECT_NE((out.str() + err.str()).find("nobody else's rows"), std::string::npos);
}

TEST_F(UsageVerb, query_by_model_sends_gpus_and_duration) {
    server.answer(200, gpus_1_and_2);
    server.answer(200, R"({"kind":"duration","duration_s":2592000,"zone":"UTC","echo":"x"})");
    server.answer(200, report("model", row(R"("model":"A100",)")));
    output.settings.form = Form::tsv;
    EXPECT_EQ(run({"usage", "gpu03:0-1", "--by", "model", "--since", "30d"}), 0) << err.str();
    EXPECT_EQ(server.body(2)["from"].text(), "2026-10-22T01:45:03.250Z");
    EXPECT_EQ(server.body(2)["by"].text(), "model");
    EXPECT_EQ(server.body(2)["gpu"].dump(), R"(["gpu_1","gpu_2"])");
    EXPECT_EQ(out.str(),
              "A100\t36000\t27000.5\t1800\t0\t3599.5\t10%\t3600\t720\t92\t97\t7200\t0\t3.105\n");
}

TEST_F(UsageVerb, since_counts_back_from_the_end) {
    server.answer(200, R"({"kind":"duration","duration_s":2592000,"zone":"UTC","echo":"x"})");
    server.answer(200, report("person", ""));
    const std::string end = "2026-11-10T00:00:00.000Z";
    EXPECT_EQ(run({"usage", "--since", "30d", "--until", end}), 0) << err.str();
    EXPECT_EQ(server.body(1)["from"].text(), "2026-10-11T00:00:00.000Z");
    EXPECT_EQ(server.body(1)["until"].text(), end);
}

TEST_F(UsageVerb, json_prints_the_whole_answer_and_csv_the_servers_file) {
    server.answer(200, report("week", ""));
    output.settings.form = Form::json;
    EXPECT_EQ(run({"usage", "--by", "week"}), 0);
    EXPECT_EQ(Json::parse(out.str()).value()["by"].text(), "week");
    out.str("");
    output.settings.form = Form::tsv;
    server.answer(200, "unix_name,idle_s\r\nann,12.5\r\n");
    EXPECT_EQ(run({"usage", "--csv"}), 0);
    EXPECT_EQ(server.body(1)["format"].text(), "csv");
    EXPECT_EQ(out.str(), "unix_name,idle_s\r\nann,12.5\r\n");
}

TEST_F(UsageVerb, weekly_page_shows_people_violations_and_energy) {
    server.answer(200, R"({"week":"2026-W47","before":"2026-W46","after":"2026-W48",
        "from":"2026-11-15T23:00:00.000Z","until":"2026-11-22T23:00:00.000Z",
        "asked_until":"2026-11-22T23:00:00.000Z","closed_until":"2026-11-22T23:00:00.000Z",
        "zone":"Europe/Warsaw","own_only":false,"total":)" +
                           row("") + R"(,"people":[)" +
                           row(R"("person_name":"Ann Nowak","unix_name":"ann",)") +
                           R"(],"groups":[],"gpus":[],"people_left_out":0,"groups_left_out":0,
        "gpus_left_out":0,"idle":[],"violations":2,"unhealthy":[],"more_unhealthy":false})");
    EXPECT_EQ(run({"usage", "week", "2026-W47"}), 0) << err.str();
    EXPECT_EQ(server.line(0), "GET /usage/weekly?zone=Europe%2FWarsaw&week=2026-W47");
    EXPECT_NE(out.str().find("\nAnn Nowak  10.0h"), std::string::npos) << out.str();
    EXPECT_NE(err.str().find("2026-W47, Mon 16 Nov to Sun 22 Nov: 2 violations, 0 GPUs that became "
                             "unhealthy."),
              std::string::npos)
        << err.str();
    EXPECT_NE(err.str().find("3.105 kWh"), std::string::npos) << err.str();
    EXPECT_EQ(err.str().find("still open"), std::string::npos) << err.str();
}

TEST_F(UsageVerb, server_chooses_an_unnamed_week) {
    server.answer(422, R"({"type":"/problems/interval-reversed","title":"Reversed","status":422,
        "detail":"This week has not begun yet.","field":"week"})");
    EXPECT_NE(run({"usage", "week"}), 0);
    EXPECT_EQ(server.line(0), "GET /usage/weekly?zone=Europe%2FWarsaw");
    EXPECT_NE(err.str().find("has not begun"), std::string::npos) << err.str();
}

TEST_F(UsageVerb, weekly_page_refuses_options_that_it_does_not_use) {
    using Words = std::vector<std::string>;
    for (const auto& said : {Words{"--csv"}, Words{"--since", "30d"}, Words{"--until", "now"}}) {
        Words line{"usage"};
        line.insert(line.end(), said.begin(), said.end());
        line.insert(line.end(), {"week", "2026-W47"});
        EXPECT_EQ(run(line), 2) << said.front();
        EXPECT_NE(err.str().find(said.front() + " is not for a week on one page."),
                  std::string::npos)
            << err.str();
    }
}

TEST_F(UsageVerb, csv_on_a_terminal_has_no_control_characters) {
    server.answer(200, "\xef\xbb\xbfunix_name\r\na\x1b[2Jnn\r\n");
    EXPECT_EQ(run({"usage", "--csv"}), 0);
    EXPECT_EQ(out.str(), "unix_name\na?[2Jnn\n");
}

TEST_F(UsageVerb, forbidden_report_fails_with_the_rules_sentence) {
    server.answer(403, R"({"type":"/problems/not-allowed","title":"Not allowed","status":403,
        "detail":"The rules show you your own use only.","field":"person"})");
    EXPECT_EQ(run({"usage", "--csv"}), static_cast<int>(Exit::forbidden));
    EXPECT_NE(err.str().find("your own use only"), std::string::npos) << err.str();
}

}  // namespace
}  // namespace dibs::cli
