// GET /api/v1/usage/report and /usage/split: the unfinished hour, as JSON and as a file, and the
// visibility of rows.
#include "api/routes/usage/csv.hpp"
#include "domain/usage/use_sums.hpp"
#include "tests/support/api_world.hpp"
#include "tests/support/sample_site.hpp"
#include "tests/support/samples.hpp"

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

using namespace std::chrono_literals;

// Ben has reserved atlas:0 from ten on. Four minutes: two his at 50 %, one cleo's at 80 %, one
// idle.
class UsageReports : public testing::Test {
  protected:
    UsageReports() {
        const auto made =
            ben.post("/api/v1/reservations",
                     R"({"gpus":[")" + to_text(world.gpus[0]) + R"("],"from":")" + world.time(0) +
                         R"(","until":")" + world.time(2) + R"(","title":"=1+1, \"x\""})");
        EXPECT_EQ(made.status, 201) << made.body;
        booking = made.at("id");
        std::vector<Sample> samples;
        for (auto at = ten; at < ten + 4min; at += 1s) {
            const bool is_bens = at < ten + 2min;
            const bool is_cleos = !is_bens && at < ten + 3min;
            auto who = is_bens    ? std::vector<Occupant>{{"ben"}}
                       : is_cleos ? std::vector<Occupant>{{"cleo"}}
                                  : std::vector<Occupant>{};
            const auto busy = is_bens ? 50 : is_cleos ? 80 : 0;
            samples.push_back(used(world.gpus[0], at, busy, std::move(who)));
        }
        world.model->usage().take(samples);
        world.advance(4min);
    }
    ApiReply ask(const Caller& caller, const std::string& more = "") {
        return caller.get("/api/v1/usage/report?from=" + to_text(ten) + more);
    }
    void show_own_only() {
        (void)world.command(
            rules::Command{rules::Set{.usage_visible_to = rules::UsageVisibleTo::own}});
    }
    ApiWorld world;
    Caller ann = world.as(world.ann), ben = world.as(world.ben), cleo = world.as(world.cleo);
    std::string booking;
};

TEST_F(UsageReports, report_includes_the_open_hour_by_person) {
    const auto reply = ask(cleo);
    ASSERT_EQ(reply.status, 200) << reply.body;
    EXPECT_EQ(reply.at("from"), to_text(ten));
    EXPECT_EQ(reply.at("until"), to_text(world.now()));
    EXPECT_EQ(reply.at("closed_until"), "");
    EXPECT_EQ(reply.at("zone") + ' ' + reply.at("by"), "UTC person");
    EXPECT_EQ(reply.at("total.reserved_s"), std::to_string(seconds_in({ten, world.now()})));
    EXPECT_EQ(reply.at("total.used_by_owner_s"), "60");
    EXPECT_EQ(reply.at("total.used_by_others_s"), "48");
    EXPECT_EQ(reply.at("total.idle_with_process_s"), "60");
    EXPECT_EQ(reply.at("total.idle_without_process_s"), "72");
    EXPECT_EQ(reply.size("rows"), 2U);
    EXPECT_EQ(reply.at("rows[0].person_id"), to_text(world.ben));
    EXPECT_EQ(reply.at("rows[0].person_name") + ' ' + reply.at("rows[0].unix_name"), "ben ben");
    EXPECT_EQ(reply.at("rows[1].person_id"), to_text(world.cleo));
    EXPECT_EQ(reply.at("rows[1].used_of_others_s"), "48");
}

TEST_F(UsageReports, report_is_asked_by_body_and_by_each_grouping) {
    for (const std::string by : {"person", "group", "model", "host", "gpu", "reservation", "hour",
                                 "day", "week", "month", "hour_of_week"}) {
        const auto by_get = ask(ben, "&zone=Asia/Kathmandu&by=" + by);
        EXPECT_EQ(by_get.status, 200) << by_get.body;
        const auto by_post = ben.post(
            "/api/v1/usage/report/query",
            R"({"from":")" + to_text(ten) + R"(","zone":"Asia/Kathmandu","by":")" + by + "\"}");
        EXPECT_EQ(by_post.body, by_get.body) << by;
        EXPECT_EQ(by_get.at("total.used_by_owner_s"), "60");
    }
    EXPECT_EQ(ask(ben, "&by=hour_of_week").size("rows"), 168U);
    const auto day = ask(ben, "&zone=Asia/Kathmandu&by=day");
    EXPECT_EQ(day.at("rows[0].from"), "2026-11-30T18:15:00.000Z") << "midnight there";
    EXPECT_EQ(day.at("rows[0].until"), "2026-12-01T18:15:00.000Z");
    EXPECT_EQ(ask(ben, "&by=month").at("rows[0].until"), "2027-01-01T00:00:00.000Z");
    EXPECT_EQ(ask(ben, "&by=week").at("rows[0].from"), "2026-11-30T00:00:00.000Z");
}

TEST_F(UsageReports, report_file_contains_no_formulas) {
    const auto reply = ask(ben, "&by=reservation&format=csv&zone=Europe/Warsaw");
    ASSERT_EQ(reply.status, 200) << reply.body;
    EXPECT_EQ(reply.response.content_type, "text/csv; charset=utf-8; header=present");
    EXPECT_EQ(reply.header("Content-Disposition"),
              "attachment; filename=\"dibs-usage-reservation-2026-12-01.csv\"");
    EXPECT_EQ(
        reply.body.substr(0, reply.body.find("\r\n")),
        "\xef\xbb\xbftitle,gpu_name,person_name,unix_name,person_id,from (Europe/Warsaw),until "
        "(Europe/Warsaw),from (UTC),reservation_id,project,reserved_s,used_by_owner_s,"
        "used_by_others_s,used_by_unknown_s,idle_s,idle_with_process_s,"
        "idle_without_process_s,unmeasured_s,used_of_others_s,unreserved_used_s,violated_s,"
        "given_back_s,freed_as_idle_s,under_5_percent_s,percentiles_of_s,"
        "utilization_p50_percent,utilization_p95_percent,memory_p50_mib,memory_p95_mib,"
        "energy_kwh,energy_known_s,energy_unknown_s,"
        "capacity_s,unreserved_unmeasured_s");
    EXPECT_NE(reply.body.find("\r\n\"'=1+1, \"\"x\"\"\",atlas:0,ben,ben," + to_text(world.ben) +
                              ",2026-12-01 11:00,2026-12-01 13:00,2026-12-01T10:00:00.000Z," +
                              booking + ","),
              std::string::npos)
        << reply.body;
    EXPECT_TRUE(reply.body.ends_with("\r\n"));
    const auto midnight = ask(ben, "&by=day&format=csv&zone=Asia/Kathmandu");
    EXPECT_EQ(midnight.header("Content-Disposition"),
              "attachment; filename=\"dibs-usage-day-2026-12-01.csv\"");
    const auto in_samoa = ask(ben, "&by=day&format=csv&zone=Pacific/Pago_Pago");
    EXPECT_EQ(in_samoa.header("Content-Disposition"),
              "attachment; filename=\"dibs-usage-day-2026-11-30.csv\"");
    const auto negotiated = ask(ben.with("Accept", "text/csv, */*;q=0.1"), "&by=model");
    EXPECT_TRUE(negotiated.body.starts_with("\xef\xbb\xbfmodel,reserved_s,")) << negotiated.body;
    EXPECT_TRUE(ask(ben.with("Accept", "text/csvx"), "").body.starts_with("{"));
}

TEST_F(UsageReports, report_groups_rows_by_group_and_without_group) {
    const auto vision = ann.post("/api/v1/groups", R"({"name":"vision"})").at("id");
    EXPECT_EQ(ann.put("/api/v1/groups/" + vision + "/members/" + to_text(world.ben), "{}").status,
              204);
    const auto reply = ask(ben, "&by=group");
    ASSERT_EQ(reply.size("rows"), 2U) << reply.body;
    EXPECT_EQ(reply.at("rows[0].group_id") + ' ' + reply.at("rows[0].group_name"),
              vision + " vision");
    EXPECT_EQ(reply.at("rows[0].used_by_owner_s"), "60");
    EXPECT_EQ(reply.at("rows[1].group_id") + reply.at("rows[1].unix_name"), "");
    EXPECT_EQ(reply.at("rows[1].used_of_others_s"), "48") << "cleo's";
    const auto file = ask(ben, "&by=group&format=csv");
    EXPECT_TRUE(file.body.starts_with("\xef\xbb\xbfgroup_name,group_id,reserved_s,")) << file.body;
    EXPECT_NE(file.body.find("\r\nvision," + vision + ","), std::string::npos) << file.body;
    EXPECT_NE(file.body.find("\r\n(no group),,"), std::string::npos) << file.body;
}

TEST_F(UsageReports, report_shows_own_use_only_if_the_rules_say_so) {
    show_own_only();
    const auto of_cleo = ask(cleo);
    EXPECT_EQ(of_cleo.size("rows"), 1U) << of_cleo.body;
    EXPECT_EQ(of_cleo.at("rows[0].person_id"), to_text(world.cleo));
    EXPECT_EQ(of_cleo.at("total.used_by_owner_s"), "60") << "the total stays";
    EXPECT_EQ(ask(cleo, "&by=reservation").size("rows"), 0U);
    EXPECT_EQ(ask(ben, "&by=reservation").size("rows"), 1U);
    EXPECT_EQ(ask(ann).size("rows"), 2U);
    const auto others = ask(cleo, "&person=" + to_text(world.ben));
    EXPECT_EQ(others.problem(), "not-allowed/person") << others.body;
    EXPECT_EQ(others.at("rule"), "usage_visible_to");
    EXPECT_EQ(ask(cleo, "&person=me").status, 200);
    EXPECT_EQ(ask(cleo, "&reservation=" + booking).problem(), "not-allowed/reservation");
    EXPECT_EQ(ask(ben, "&reservation=" + booking).status, 200);
    const auto at_gpu = "&gpu=" + to_text(world.gpus[0]);
    EXPECT_EQ(ask(cleo, at_gpu).problem(), "not-allowed/gpu") << "at a time it is a booking";
    EXPECT_EQ(ask(cleo, at_gpu + "&person=me").status, 200);
    EXPECT_EQ(ask(ann, at_gpu).status, 200);
    const auto at_host = "&host=" + to_text(atlas);
    EXPECT_EQ(ask(cleo, at_host).problem(), "not-allowed/host") << "its only booking, maybe";
    EXPECT_EQ(ask(cleo, at_host + "&person=me").status, 200);
    EXPECT_EQ(ask(cleo, "&model=A100").problem(), "not-allowed/model");
    EXPECT_EQ(ask(ann, at_host).status, 200);
    EXPECT_EQ(ask(cleo, "&by=gpu").problem(), "not-allowed/by") << "so is each of its rows";
    EXPECT_EQ(ask(cleo, "&by=host").problem(), "not-allowed/by");
    EXPECT_EQ(ask(cleo, "&by=model").problem(), "not-allowed/by");
    EXPECT_EQ(ask(cleo, "&by=host&person=me").status, 200);
    EXPECT_EQ(ask(cleo, "&by=gpu&person=me").status, 200);
    EXPECT_EQ(ask(ben, "&by=gpu&reservation=" + booking).status, 200);
    EXPECT_EQ(ask(ann, "&by=gpu").status, 200);
    EXPECT_EQ(ask(cleo, "&by=group").problem(), "not-allowed/by") << "of the others in it";
    EXPECT_EQ(ask(ann, "&by=group").status, 200);
    const auto who = "/api/v1/usage/owners?gpu=" + to_text(world.gpus[0]) + "&from=" + to_text(ten);
    EXPECT_EQ(cleo.get(who).body.find("\"ben\""), std::string::npos) << cleo.get(who).body;
    EXPECT_NE(cleo.get(who).body.find("\"cleo\""), std::string::npos);
    EXPECT_EQ(cleo.get(who).size("totals"), 1U) << "what ben used there is not hers to see";
    EXPECT_EQ(ben.get(who).size("totals"), 3U)
        << "his own, nobody's, and on his booking cleo's without a name";
    EXPECT_EQ(ben.get(who).body.find("\"cleo\""), std::string::npos);
    EXPECT_NE(ann.get(who).body.find("\"ben\""), std::string::npos);
}

TEST_F(UsageReports, owners_include_the_open_hour_and_filter_by_booking) {
    const auto who = "/api/v1/usage/owners?gpu=" + to_text(world.gpus[0]) + "&from=" + to_text(ten);
    const auto reply = cleo.get(who);
    EXPECT_EQ(reply.size("gpus[0].hours"), 1U) << reply.body;
    EXPECT_EQ(reply.at("totals[0].by") + ' ' + reply.at("totals[0].used_s"), "holder 60");
    EXPECT_EQ(reply.at("closed_until"), "") << "and marked as open";
    EXPECT_EQ(cleo.get(who + "&reservation=" + booking).size("totals"), reply.size("totals"));
    EXPECT_EQ(
        cleo.get(who + "&reservation=" + to_text(nth<ReservationId>(9))).size("gpus[0].hours"), 0U);
}

TEST_F(UsageReports, split_separates_holder_and_others_by_minute_and_hour) {
    const auto path = "/api/v1/usage/split?gpu=" + to_text(world.gpus[0]) + "&from=" + to_text(ten);
    const auto by_minute = ben.get(path + "&step=60");
    ASSERT_EQ(by_minute.size("rows"), 1U) << by_minute.body;
    EXPECT_EQ(by_minute.at("rows[0].reservation_id"), booking);
    EXPECT_NE(by_minute.body.find(R"("holder_percent":[50,50,0,0],"others_percent":[0,0,80,0],)"),
              std::string::npos)
        << by_minute.body;
    const auto by_hour = ben.get(path);
    EXPECT_NE(by_hour.body.find(R"("holder_percent":[25],"others_percent":[20],)"),
              std::string::npos)
        << by_hour.body;
    EXPECT_EQ(ben.get(path + "&step=1").problem(), "out-of-range/step");
    EXPECT_EQ(ben.get(path + "&until=" + to_text(ten)).problem(), "interval-reversed/until");
    show_own_only();
    EXPECT_EQ(cleo.get(path).size("rows"), 0U);
}

TEST_F(UsageReports, report_begins_with_the_first_known_hour) {
    const auto from_ten = ask(ben, "&by=hour");
    for (const std::string long_ago : {"0001-01-01T00:00:00Z", "2016-01-01T00:00:00Z"}) {
        const auto reply = ben.get("/api/v1/usage/report?by=hour&from=" + long_ago);
        ASSERT_EQ(reply.status, 200) << reply.body;
        EXPECT_GT(reply.at("from"), "2016-01-01") << "no hour without anything to tell";
        EXPECT_EQ(reply.at("total.reserved_s"), from_ten.at("total.reserved_s"));
    }
}

TEST_F(UsageReports, report_refuses_invalid_questions) {
    const auto problem = [&](const std::string& more) { return ask(ben, more).problem(); };
    EXPECT_EQ(problem("&until=" + to_text(ten)), "interval-reversed/until");
    EXPECT_EQ(problem("&by=colour"), "malformed/by");
    EXPECT_EQ(problem("&zone=Mars"), "unknown-zone/zone");
    EXPECT_EQ(problem("&format=xls"), "malformed/format");
    EXPECT_EQ(problem("&person=ben"), "malformed/person");
    EXPECT_EQ(problem("&model=" + std::string(41, 'a')), "out-of-range/model");
    EXPECT_EQ(problem("&colour=red"), "malformed/colour");
    const std::string path = "/api/v1/usage/report?from=";
    EXPECT_EQ(ben.get(path + to_text(ten + 5h)).problem(), "interval-reversed/from");
    EXPECT_EQ(ben.get("/api/v1/usage/report").problem(), "malformed/from");
    EXPECT_EQ(world.nobody().get(path + to_text(ten)).status, 401);
}

TEST(UsageFile, file_has_no_formula_at_any_cell_separator) {
    routes::Csv csv;
    csv.text("a;=1+1;b").text("x;y\t-2").text("well-known, -1").end_line();
    EXPECT_EQ(csv.take(), "a;'=1+1;b,x;y\t'-2,\"well-known, -1\"\r\n");
}

}  // namespace
}  // namespace dibs::test
