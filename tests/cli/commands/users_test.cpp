// dibs user against canned answers: finding and changing people, and the preview and confirmation
// before bookings are lost.
#include "tests/cli/client/fake_server.hpp"

#include <algorithm>

namespace dibs::cli {
namespace {

std::string ann() {
    return R"({"id":")" + ann_id +
           R"(","name":"Ann Nowak","unix_name":"ann","role":"user","state":"active",
           "groups":[{"group_id":"grp_1","name":"students","manager":true}],
           "created_at":"2026-11-20T06:50:00.000Z","mail":"ann@example.org"})";
}
std::string people() {
    return R"({"items":[)" + ann() +
           R"(,{"id":"per_01JD3K8QZ4T5V6W7X8Y9Z0A142","name":"ben","unix_name":"ben",
           "role":"admin","state":"active","groups":[],"created_at":"2026-11-20T06:50:00.000Z"}]})";
}
// The answer to a dry run with `count` bookings of one kind.
std::string dry_run_answer(const std::string& kind, std::size_t count = 1) {
    Json answer{Json::Object{}};
    for (const char* one : {"suspended", "revived", "cancelled", "released"}) {
        const std::size_t wanted = one == kind ? count : 0;
        answer.set(one, Json::Array(wanted, Json::parse(reservation_json(kind)).value()));
    }
    return answer.dump();
}

class Users : public CommandTest {};

TEST_F(Users, list_sends_its_filters) {
    server.answer(200, R"({"items":[{"id":"grp_1","name":"students"}]})");
    server.answer(200, people());
    EXPECT_EQ(run({"user", "list", "--search", "an", "--role", "user", "--group", "Students",
                   "--disabled"}),
              0);
    EXPECT_EQ(server.line(1), "GET /people?q=an&role=user&state=disabled&group=grp_1&limit=1000");
    EXPECT_NE(out.str().find("Ann Nowak  ann        user   active  students (manager)  "
                             "20 Nov 07:50"),
              std::string::npos)
        << out.str();
}

TEST_F(Users, show_finds_by_name_account_id_or_me) {
    for (const char* text : {"Ann Nowak", "ann"}) {
        server.answer(200, people());
        out.str("");
        EXPECT_EQ(run({"user", "show", text}), 0) << text;
        EXPECT_NE(out.str().find("ann@example.org"), std::string::npos) << out.str();
    }
    const auto before = server.asked.size();
    server.answer(200, ann());
    EXPECT_EQ(run({"user", "show", ann_id}), 0);
    EXPECT_EQ(server.line(before), "GET /people/" + ann_id);
    server.answer(200, R"({"person":{"id":")" + ann_id + R"("}})");
    server.answer(200, ann());
    EXPECT_EQ(run({"user", "show", "me"}), 0);
    EXPECT_EQ(server.line(before + 2), "GET /people/" + ann_id);
    server.answer(200, people());
    EXPECT_EQ(run({"user", "show", "cleo"}), 3);
}

TEST_F(Users, person_is_added_with_a_role) {
    const auto role_of = [&](std::vector<std::string> more) {
        server.answer(201, ann());
        terminal.typed = {"four words that differ"};
        std::vector<std::string> all{"user", "add", "ann", "--password-stdin"};
        all.insert(all.end(), more.begin(), more.end());
        EXPECT_EQ(run(all), 0) << err.str();
        return server.body(server.asked.size() - 1)["role"].text();
    };
    EXPECT_EQ(role_of({}), "user");
    EXPECT_EQ(role_of({"--admin"}), "admin");
    EXPECT_EQ(role_of({"--role", "observer"}), "observer");
    EXPECT_EQ(run({"user", "add", "ann", "--role", "owner"}), 2);
    EXPECT_EQ(run({"user", "add", "ann", "--role", "user", "--admin"}), 2);
}

TEST_F(Users, rename_changes_the_name) {
    server.answer(200, people());
    server.answer(200, R"({"name":"Anna Nowak"})");
    EXPECT_EQ(run({"user", "rename", "ann", "Anna Nowak"}), 0);
    EXPECT_EQ(server.line(1), "PATCH /people/" + ann_id);
    EXPECT_EQ(server.body(1).dump(), R"({"name":"Anna Nowak"})");
    EXPECT_EQ(server.header(1, "If-Match"), "") << "people have no versions";
    EXPECT_EQ(out.str(), "\u2713 Renamed Ann Nowak to Anna Nowak\n");
}

TEST_F(Users, unlink_removes_the_external_identity) {
    server.answer(200, people());
    server.answer(204, "");
    EXPECT_EQ(run({"user", "unlink", "ann"}), 0) << err.str();
    EXPECT_EQ(server.line(1), "DELETE /people/" + ann_id + "/link");
    EXPECT_NE(out.str().find("the next who comes from there under ann is they"), out.str().npos);
}

TEST_F(Users, set_sends_named_members_and_removes_empty_mail) {
    server.answer(200, people());
    server.answer(200, ann());
    EXPECT_EQ(run({"user", "set", "ann", "--unix-name", "anna", "--role", "admin", "--mail", ""}),
              0)
        << err.str();
    EXPECT_EQ(server.body(1).dump(), R"({"mail":"","unix_name":"anna","role":"admin"})");
    EXPECT_EQ(run({"user", "set", "ann"}), 2);
    EXPECT_EQ(server.asked.size(), 2U);
}

TEST_F(Users, disable_needs_confirmation_of_suspended_bookings) {
    const auto ask = [&] {
        server.answer(200, people());
        server.answer(200, dry_run_answer("suspended"));
    };
    ask();
    EXPECT_EQ(run({"user", "disable", "ann"}), 2) << "nobody is there";
    EXPECT_NE(err.str().find("Repeat with --yes."), std::string::npos) << err.str();
    ask();
    terminal.typed = {"n"};
    EXPECT_EQ(run({"user", "disable", "ann"}), 1);
    EXPECT_EQ(server.asked.size(), 4U) << "nothing but questions";
    EXPECT_EQ(server.line(3), "POST /people/" + ann_id + "/disable?dry_run=true");
    ask();
    server.answer(204, "");
    terminal.typed = {"y"};
    EXPECT_EQ(run({"user", "disable", "ann"}), 0);
    EXPECT_EQ(server.line(6), "POST /people/" + ann_id + "/disable");
    EXPECT_NE(err.str().find("1 reservation would be suspended:\n"
                             "  ann  gpu03:0-1  Tue 24 Nov 09:00-17:00 CET"),
              std::string::npos)
        << err.str();
    EXPECT_EQ(out.str(), "\u2713 Disabled Ann Nowak   undo: dibs user enable ann\n");
}

TEST_F(Users, remove_with_yes_asks_nothing) {
    assume_yes = true;
    server.answer(200, people());
    server.answer(204, "");
    EXPECT_EQ(run({"user", "remove", "ann"}), 0);
    ASSERT_EQ(server.asked.size(), 2U);
    EXPECT_EQ(server.line(1), "DELETE /people/" + ann_id);
}

TEST_F(Users, erase_reports_what_is_unreadable_and_what_remains) {
    const std::string erasure = R"("person_id":")" + ann_id +
                                R"(","pseudonym":"erased-y9z0a141","erased":["name","a-new-one"],)"
                                R"("left":["backups","request-keys"]})";
    server.answer(200, people());
    server.answer(200, dry_run_answer("cancelled"));
    terminal.typed = {"y"};
    server.answer(202, R"({"state":"pending",)" + erasure);
    server.answer(200, R"({"state":"done",)" + erasure);
    EXPECT_EQ(run({"user", "erase", "ann"}), 0) << err.str();
    EXPECT_EQ(server.line(1), "POST /people/" + ann_id + "/erasure?dry_run=true");
    EXPECT_EQ(server.line(2), "POST /people/" + ann_id + "/erasure");
    EXPECT_EQ(server.body(2).dump(), R"({"unix_name":"ann"})");
    EXPECT_TRUE(server.line(3).starts_with("GET /people/" + ann_id + "/erasure"));
    EXPECT_EQ(out.str(), "\u2713 Erased: they are called erased-y9z0a141 from now on\n");
    for (const char* told :
         {"1 reservation would be cancelled", "  their name\n", "  a-new-one\n",
          "  backups of the data and of the key file", "  idempotency keys and request ids"}) {
        EXPECT_NE(err.str().find(told), std::string::npos) << told << err.str();
    }
}

TEST_F(Users, remove_without_bookings_needs_confirmation) {
    server.answer(200, people());
    server.answer(200, dry_run_answer("none of them"));
    EXPECT_EQ(run({"user", "remove", "ann"}), 2);
    EXPECT_EQ(server.asked.size(), 2U);
}

TEST_F(Users, dry_run_lists_all_affected_bookings) {
    const auto dry_run = [&] {
        server.answer(200, people());
        server.answer(200, dry_run_answer("cancelled", 12));
        out.str("");
        EXPECT_EQ(run({"user", "remove", "ann", "--dry-run"}), 0);
        return out.str();
    };
    const auto shown = dry_run();
    EXPECT_NE(shown.find("WOULD BE"), std::string::npos) << shown;
    EXPECT_EQ(std::count(shown.begin(), shown.end(), '\n'), 13);
    output.settings.form = Form::tsv;
    const auto rows = dry_run();
    EXPECT_TRUE(rows.starts_with(reservation_id + "\tcancelled\t")) << rows;
    output.settings.form = Form::json;
    EXPECT_EQ(Json::parse(dry_run()).value()["cancelled"].items().size(), 12U);
    EXPECT_EQ(server.asked.size(), 6U);
    EXPECT_EQ(server.line(5), "DELETE /people/" + ann_id + "?dry_run=true");
}

TEST_F(Users, confirmation_shortens_a_long_list) {
    server.answer(200, people());
    server.answer(200, dry_run_answer("released", 12));
    terminal.typed = {"n"};
    EXPECT_EQ(run({"user", "remove", "ann"}), 1);
    EXPECT_NE(err.str().find("12 reservations would be released:"), std::string::npos);
    EXPECT_NE(err.str().find("  and 2 more: --dry-run shows all of them"), std::string::npos)
        << err.str();
}

TEST_F(Users, enable_needs_no_confirmation) {
    server.answer(200, people());
    server.answer(200, dry_run_answer("revived"));
    server.answer(204, "");
    EXPECT_EQ(run({"user", "enable", "ann"}), 0) << err.str();
    EXPECT_EQ(server.line(2), "POST /people/" + ann_id + "/enable");
    EXPECT_NE(err.str().find("1 reservation would be revived:"), std::string::npos) << err.str();
}

TEST_F(Users, disable_prints_the_current_person_for_programs) {
    output.settings.form = Form::tsv;
    assume_yes = true;
    server.answer(200, people());
    server.answer(204, "");
    server.answer(200, ann());
    EXPECT_EQ(run({"user", "disable", "ann"}), 0);
    EXPECT_EQ(server.line(2), "GET /people/" + ann_id + "?at_least=7");
    EXPECT_EQ(out.str(),
              "Ann Nowak\tann\tuser\tactive\tstudents (manager)\t"
              "2026-11-20T06:50:00.000Z\t" +
                  ann_id + "\n");
}

TEST_F(Users, removing_the_last_admin_shows_the_servers_reason) {
    server.answer(200, people());
    server.answer(409, R"({"type":"/problems/not-ready",
        "detail":"This is the last admin: make somebody else an admin first."})");
    EXPECT_EQ(run({"user", "remove", "ben"}), 6);
    EXPECT_NE(err.str().find("This is the last admin"), std::string::npos) << err.str();
}

}  // namespace
}  // namespace dibs::cli
