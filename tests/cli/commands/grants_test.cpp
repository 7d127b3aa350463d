// dibs grant against canned answers: reading and showing grants, changes at the version that was
// seen, and confirmation when bookings would be lost.
#include "tests/cli/client/fake_server.hpp"

namespace dibs::cli {
namespace {

const std::string grant_id = "grt_01JD3K8QZ4T5V6W7X8Y9Z0A150";
const std::string host_id = "host_01JD3K8QZ4T5V6W7X8Y9Z0A120";

// A grant with windows, in Warsaw by default.
std::string nights(const std::string& id = grant_id,
                   const std::string& windows =
                       R"("zone":"Europe/Warsaw","windows":[{"days":["mon","tue","wed","thu",
                       "fri"],"from":"22:00","until":"06:00"}])") {
    return R"({"id":")" + id + R"(","name":"nights","to":{"everyone":false,"people":[")" + ann_id +
           R"("],"groups":[")" + group_id + R"("]},"what":{"everything":false,"gpus":[")" + gpu_a +
           R"("],"hosts":[")" + host_id + R"("],"models":["A100"]},)" + windows +
           R"(,"names":[{"id":")" + ann_id + R"(","name":"Ann Nowak"},{"id":")" + group_id +
           R"(","name":"students"},{"id":")" + gpu_a + R"(","name":"gpu04:0"},{"id":")" + host_id +
           R"(","name":"gpu03"}],"version":2,"created_at":"2026-11-20T06:50:00.000Z",
           "until":"2026-12-24T11:00:00.000Z"})";
}
std::string grants() {
    return R"({"items":[)" + nights() + "]}";
}
std::string student_group_page() {
    return R"({"items":[{"id":")" + group_id + R"(","name":"students"}]})";
}
std::string hosts() {
    return R"({"items":[{"id":")" + host_id + R"(","name":"gpu03"}]})";
}

class Grants : public CommandTest {};

TEST_F(Grants, list_shows_grants_in_words_that_can_be_typed) {
    server.answer(200, grants());
    EXPECT_EQ(run({"grant", "list"}), 0);
    EXPECT_NE(out.str().find("nights  user:Ann Nowak, group:students  gpu03, gpu04:0, model:A100  "
                             "mon-fri 22:00-06:00 (Europe/Warsaw)  -           24 Dec 12:00"),
              std::string::npos)
        << out.str();
}

TEST_F(Grants, list_filters_by_person_group_and_gpu) {
    server.answer(200, ann_page());
    server.answer(200, student_group_page());
    server.answer(200, R"({"kind":"gpus","gpus":[")" + gpu_a + R"("],"gpu_names":["gpu03:0"]})");
    server.answer(200, R"({"items":[]})");
    EXPECT_EQ(run({"grant", "list", "--user", "ann", "--group", "students", "--gpu", "gpu03:0"}),
              0);
    EXPECT_EQ(server.line(3), "GET /grants?person=" + ann_id + "&group=" + group_id +
                                  "&gpu=" + gpu_a + "&limit=1000&at_least=7");
    server.answer(200, two_gpus());
    EXPECT_EQ(run({"grant", "list", "--gpu", "gpu03:0-1"}), 2);
}

TEST_F(Grants, empty_list_advises_how_to_give_a_grant) {
    server.answer(200, R"({"items":[]})");
    EXPECT_EQ(run({"grant", "list"}), 0);
    EXPECT_NE(err.str().find("dibs grant give all --to everyone --on everything"),
              std::string::npos)
        << err.str();
}

TEST_F(Grants, grant_without_grantees_shows_nobody_and_any_time) {
    server.answer(200, R"({"items":[{"id":"grt_1","name":"x","to":{"everyone":false,"people":[],
        "groups":[]},"what":{"everything":true},"windows":[],"names":[]}]})");
    EXPECT_EQ(run({"grant", "list"}), 0);
    EXPECT_NE(out.str().find("nobody  everything  any time"), std::string::npos) << out.str();
}

TEST_F(Grants, give_sends_the_grant_as_typed) {
    server.answer(200, student_group_page());
    server.answer(200, ann_page());
    server.answer(200, hosts());
    server.answer(200, two_gpus());
    server.answer(200, R"({"kind":"instant","from":"2026-12-24T11:00:00.000Z","zone":"UTC",
                           "echo":"Thu 24 Dec 12:00 CET"})");
    server.answer(200, touched_bookings());
    server.answer(201, nights());
    EXPECT_EQ(run({"grant", "give", "nights", "--to", "group:Students", "--to", "user:ann", "--on",
                   "gpu03", "--on", "gpu03:0-1", "--on", "model:A100", "--until", "24 Dec 12:00",
                   "--window", "Mon-Fri 22-6", "--window", "sat,sun 0-24"}),
              0)
        << err.str();
    EXPECT_EQ(server.line(5), "POST /grants?dry_run=true");
    EXPECT_EQ(server.line(6), "POST /grants");
    EXPECT_EQ(server.body(6).dump(),
              R"({"name":"nights","to":{"people":[")" + ann_id + R"("],"groups":[")" + group_id +
                  R"("]},"what":{"gpus":[")" + gpu_a + R"(",")" + gpu_b + R"("],"hosts":[")" +
                  host_id +
                  R"("],"models":["A100"]},"until":"2026-12-24T11:00:00.000Z",)"
                  R"("zone":"Europe/Warsaw","windows":[{"days":["mon","tue","wed","thu","fri"],)"
                  R"("from":"22:00","until":"06:00"},{"days":["sat","sun"],)"
                  R"("from":"00:00","until":"24:00"}]})");
    EXPECT_EQ(out.str(),
              "\u2713 Gave nights: user:Ann Nowak, group:students may book gpu03, gpu04:0, "
              "model:A100, mon-fri 22:00-06:00 (Europe/Warsaw), until 24 Dec 12:00   " +
                  grant_id + "   undo: dibs grant withdraw " + grant_id + "\n");
}

TEST_F(Grants, grant_to_everyone_on_everything_needs_no_look_up) {
    server.answer(200, touched_bookings());
    server.answer(201, nights());
    EXPECT_EQ(run({"grant", "give", "--to", "everyone", "--on", "everything", "all"}), 0);
    EXPECT_EQ(server.body(1).dump(),
              R"({"name":"all","to":{"everyone":true},"what":{"everything":true}})");
}

TEST_F(Grants, unreadable_grant_is_refused_before_any_request) {
    EXPECT_EQ(run({"grant", "give", "x", "--to", "students", "--on", "everything"}), 2);
    EXPECT_NE(err.str().find("--to group:students"), std::string::npos) << err.str();
    EXPECT_EQ(run({"grant", "give", "x", "--to", "everyone", "--on", "everything", "--window",
                   "at night"}),
              2);
    EXPECT_TRUE(server.asked.empty());
    EXPECT_EQ(run({"grant", "give", "x", "--to", "everyone"}), 2);
}

TEST_F(Grants, change_sends_named_members_with_the_seen_version) {
    server.answer(200, grants());
    server.answer(200, touched_bookings());
    server.answer(200, nights());
    EXPECT_EQ(run({"grant", "change", "Nights", "--until", "none", "--name", "late", "--window",
                   "daily 23-5"}),
              0)
        << err.str();
    EXPECT_EQ(server.line(2), "PATCH /grants/" + grant_id);
    EXPECT_EQ(server.header(2, "If-Match"), "\"v2\"");
    EXPECT_EQ(server.body(2).dump(),
              R"({"windows":[{"days":["mon","tue","wed","thu","fri","sat","sun"],)"
              R"("from":"23:00","until":"05:00"}],"name":"late","until":null})")
        << "the windows stay on the clock they are on";
}

TEST_F(Grants, zone_is_sent_with_first_windows_or_if_named) {
    const auto zone_of = [&](const std::string& before, std::vector<std::string> more) {
        server.answer(200, R"({"items":[)" + before + "]}");
        server.answer(200, touched_bookings());
        server.answer(200, nights());
        std::vector<std::string> all{"grant", "change", "nights"};
        all.insert(all.end(), more.begin(), more.end());
        EXPECT_EQ(run(all), 0) << err.str();
        return server.body(server.asked.size() - 1)["zone"].text();
    };
    const auto at_any_time = nights(grant_id, R"("windows":[])");
    EXPECT_EQ(zone_of(at_any_time, {"--window", "22-6"}), "Europe/Warsaw");
    EXPECT_EQ(zone_of(nights(), {"--window", "none"}), "");
    zone_flag = "Europe/Warsaw";
    EXPECT_EQ(zone_of(nights(), {"--window", "22-6"}), "Europe/Warsaw");
    EXPECT_EQ(zone_of(nights(), {"--name", "x"}), "") << "the zone is of the reader then";
    EXPECT_EQ(zone_of(nights(), {}), "Europe/Warsaw");
}

TEST_F(Grants, unchanged_grant_is_reported) {
    server.answer(200, grants());
    server.answer(200, touched_bookings());
    server.answer(200, nights());
    EXPECT_EQ(run({"grant", "change", "nights", "--name", "nights"}), 0) << err.str();
    EXPECT_NE(out.str().find("Nothing to change in nights"), std::string::npos) << out.str();
    server.answer(200, touched_bookings());
    server.answer(201, nights(grant_id, R"("windows":[],"included_in":{"id":"g","name":"all"})"));
    EXPECT_EQ(run({"grant", "give", "--to", "everyone", "--on", "everything", "nights"}), 0);
    EXPECT_NE(err.str().find("It changes nothing: the grant all allows all of this already."),
              std::string::npos)
        << err.str();
}

TEST_F(Grants, change_sets_approval_and_approvers) {
    const auto approval_of = [&](const std::string& before, std::vector<std::string> more) {
        server.answer(200, R"({"items":[)" + nights(grant_id, R"("windows":[])" + before) + "]}");
        server.answer(200, touched_bookings());
        server.answer(200, nights());
        std::vector<std::string> all{"grant", "change", "nights"};
        all.insert(all.end(), more.begin(), more.end());
        EXPECT_EQ(run(all), 0) << err.str();
        return server.body(server.asked.size() - 1)["approval"].dump();
    };
    const std::string named = R"(,"approval":{"above_gpus":4,"approvers":["per_2"]})";
    EXPECT_EQ(approval_of(named, {"--approval", "always"}), R"({"approvers":["per_2"]})");
    EXPECT_EQ(approval_of(named, {"--approver", "none"}), R"({"above_gpus":4})");
    EXPECT_EQ(approval_of(named, {"--approver", "admins"}), R"({"above_gpus":4,"approvers":[]})");
    EXPECT_EQ(approval_of(named, {"--approval", "none"}), "null");
    server.answer(200, grants());
    EXPECT_EQ(run({"grant", "change", "nights", "--approver", "admins"}), 2);
    EXPECT_NE(err.str().find("--approval always"), std::string::npos) << err.str();
}

TEST_F(Grants, change_without_options_is_refused) {
    server.answer(200, grants());
    EXPECT_EQ(run({"grant", "change", "nights"}), 2);
    EXPECT_EQ(server.asked.size(), 1U);
}

TEST_F(Grants, stale_version_is_a_conflict) {
    server.answer(200, grants());
    server.answer(412, R"({"type":"/problems/changed-meanwhile","detail":"It has changed."})");
    EXPECT_EQ(run({"grant", "change", "nights", "--name", "x"}), 6);
    EXPECT_EQ(server.header(1, "If-Match"), "\"v2\"");
}

TEST_F(Grants, change_that_loses_bookings_needs_confirmation) {
    const auto change = [&] {
        server.answer(200, grants());
        server.answer(200, touched_bookings(reservation_json("suspended")));
        return run({"grant", "change", "nights", "--to", "everyone"});
    };
    EXPECT_EQ(change(), 2);
    terminal.typed = {"n"};
    EXPECT_EQ(change(), 1);
    EXPECT_EQ(server.asked.size(), 4U);
    EXPECT_NE(err.str().find("1 reservation would be suspended:"), std::string::npos);
}

TEST_F(Grants, withdraw_needs_confirmation) {
    server.answer(200, grants());
    server.answer(200, touched_bookings());
    EXPECT_EQ(run({"grant", "withdraw", "nights"}), 2);
    server.answer(200, grants());
    server.answer(200, touched_bookings());
    server.answer(204, "");
    terminal.typed = {"y"};
    EXPECT_EQ(run({"grant", "withdraw", grant_id.substr(0, 12)}), 0)
        << "by the beginning of its id";
    EXPECT_EQ(server.line(4), "DELETE /grants/" + grant_id);
    EXPECT_EQ(server.header(4, "If-Match"), "\"v2\"");
    server.answer(200, grants());
    server.answer(200, touched_bookings(reservation_json("suspended")));
    out.str("");
    EXPECT_EQ(run({"grant", "withdraw", "nights", "--dry-run"}), 0);
    EXPECT_EQ(server.line(6), "DELETE /grants/" + grant_id + "?dry_run=true");
    EXPECT_NE(out.str().find("suspended"), std::string::npos) << out.str();
}

TEST_F(Grants, grants_with_equal_names_are_found_by_id) {
    const std::string other = "grt_01JD3K8QZ4T5V6W7X8Y9Z0A151";
    const auto two = R"({"items":[)" + nights() + ',' + nights(other) + "]}";
    server.answer(200, two);
    EXPECT_EQ(run({"grant", "show", "nights"}), 2);
    EXPECT_NE(err.str().find(grant_id + ' ' + other), std::string::npos) << err.str();
    server.answer(200, two);
    EXPECT_EQ(run({"grant", "show", other}), 0);
    EXPECT_NE(out.str().find(other), std::string::npos);
    server.answer(200, two);
    EXPECT_EQ(run({"grant", "show", "days"}), 3);
}

}  // namespace
}  // namespace dibs::cli
