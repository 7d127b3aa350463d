// dibs budget against canned answers, and the project of reservations.
#include "tests/cli/client/fake_server.hpp"

namespace dibs::cli {
namespace {

const std::string budget_id = "bud_01JD3K8QZ4T5V6W7X8Y9Z0A170";

std::string vision(const std::string& left = "576000") {
    return R"({"id":")" + budget_id + R"(","group_id":")" + group_id +
           R"(","group_name":"vision","gpu_hours":500,"period":"month","zone":"Europe/Warsaw",
           "when_spent":"refuse","now":{"from":"2026-10-31T23:00:00.000Z",
           "until":"2026-11-30T23:00:00.000Z","spent_s":900000,"ahead_s":324000,"left_s":)" +
           left + R"(},"version":3,"created_at":"2026-10-20T06:50:00.000Z"})";
}
std::string vision_group_page() {
    return R"({"items":[{"id":")" + group_id +
           R"(","name":"vision","newcomers":false,"member_count":2,
           "created_at":"2026-11-20T06:50:00.000Z"}]})";
}

class Budgets : public CommandTest {};

TEST_F(Budgets, list_shows_spent_and_remaining_hours) {
    server.answer(200, page(vision()));
    EXPECT_EQ(run({"budget", "list", "--mine"}), 0);
    EXPECT_EQ(server.line(0), "GET /budgets?person=me&limit=1000");
    for (const auto* part : {"OF", "GPU-HOURS", "SPENT", "AHEAD", "LEFT", "group vision", "month",
                             "500", "250.0", "90.0", "160.0", "refuse"}) {
        EXPECT_NE(out.str().find(part), std::string::npos) << part << '\n' << out.str();
    }
}

TEST_F(Budgets, programs_get_seconds_and_whole_ids) {
    output.settings.form = Form::tsv;
    server.answer(200, page(vision()));
    EXPECT_EQ(run({"budget", "list"}), 0);
    EXPECT_EQ(out.str(), budget_id +
                             "\tgroup vision\tmonth\t2026-10-31T23:00:00.000Z\t"
                             "2026-11-30T23:00:00.000Z\t500\t900000\t324000\t576000\trefuse\n");
}

TEST_F(Budgets, budget_in_unknown_zone_shows_unknown_and_not_zero) {
    server.answer(200, page(R"({"id":")" + budget_id +
                            R"(","project":"bert","gpu_hours":5,"period":"month","zone":"Mars",
                            "when_spent":"warn","version":1,
                            "created_at":"2026-10-20T06:50:00.000Z"})"));
    EXPECT_EQ(run({"budget", "list"}), 0);
    EXPECT_NE(out.str().find("unknown"), std::string::npos) << out.str();
}

TEST_F(Budgets, budget_is_created_for_a_group_or_project) {
    server.answer(200, vision_group_page());
    server.answer(201, vision());
    EXPECT_EQ(run({"budget", "create", "--group", "vision", "--hours", "500", "--period", "month",
                   "--when-spent", "refuse"}),
              0);
    EXPECT_EQ(server.line(1), "POST /budgets");
    EXPECT_EQ(server.body(1)["group_id"].text(), group_id);
    EXPECT_EQ(server.body(1)["gpu_hours"].integer(), 500);
    EXPECT_EQ(server.body(1)["zone"].text(), "Europe/Warsaw");
    EXPECT_NE(out.str().find("Made the budget of group vision: 500 GPU-hours, month"),
              std::string::npos)
        << out.str();
    EXPECT_EQ(
        run({"budget", "create", "--hours", "5", "--period", "month", "--when-spent", "warn"}), 2)
        << "whose?";
}

TEST_F(Budgets, change_sends_the_seen_version_and_reports_the_excess) {
    server.answer(200, page(vision()));
    server.answer(200, vision("-3600"));
    EXPECT_EQ(run({"budget", "change", budget_id, "--hours", "300"}), 0);
    EXPECT_EQ(server.line(1), "PATCH /budgets/" + budget_id);
    EXPECT_EQ(server.header(1, "If-Match"), "\"v3\"");
    EXPECT_EQ(server.body(1).dump(), R"({"gpu_hours":300})");
    EXPECT_NE(err.str().find("no booking is taken away"), std::string::npos) << err.str();
}

TEST_F(Budgets, budget_is_removed) {
    server.answer(200, page(vision()));
    server.answer(204, "");
    EXPECT_EQ(run({"budget", "remove", budget_id}), 0);
    EXPECT_EQ(server.line(1), "DELETE /budgets/" + budget_id);
    EXPECT_EQ(server.header(1, "If-Match"), "\"v3\"");
}

TEST_F(Budgets, reservation_of_a_project_warns_about_exceeded_budgets) {
    auto made = reservation_json();
    made.pop_back();
    made += R"(,"project":"bert","over_budget":[{"budget_id":")" + budget_id +
            R"(","of":"bert","from":"2026-10-31T23:00:00.000Z",
            "until":"2026-11-30T23:00:00.000Z","gpu_hours":500,"booked_s":1814400}]})";
    server.answer(200, two_gpus());
    server.answer(200, time_answer());
    server.answer(201, made);
    EXPECT_EQ(run({"reserve", "gpu03:0-1", "--for", "8h", "--at", "tue 9:00", "--project", "bert"}),
              0);
    EXPECT_EQ(server.body(2)["project"].text(), "bert");
    EXPECT_NE(err.str().find("Warning: over the budget of bert"), std::string::npos) << err.str();
    EXPECT_NE(err.str().find("504.0 of 500 GPU-hours"), std::string::npos) << err.str();
}

TEST_F(Budgets, reservation_changes_or_loses_its_project) {
    server.answer(200, reservation_json());
    server.answer(200, reservation_json());
    EXPECT_EQ(run({"reservation", "edit", reservation_id, "--project", "none"}), 0);
    EXPECT_EQ(server.body(1).dump(), R"({"project":null})");
}

}  // namespace
}  // namespace dibs::cli
