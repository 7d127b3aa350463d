// dibs group against canned answers: members, and bookings lost by leaving.
#include "tests/cli/client/fake_server.hpp"

namespace dibs::cli {
namespace {

std::string students() {
    return R"({"id":")" + group_id +
           R"(","name":"students","newcomers":true,"member_count":2,
           "created_at":"2026-11-20T06:50:00.000Z"})";
}
std::string groups() {
    return R"({"items":[)" + students() + "]}";
}
std::string members() {
    return R"({"items":[{"person_id":"per_1","name":"Ann Nowak","unix_name":"ann","manager":true,
           "state":"active"},{"person_id":"per_2","name":"ben","unix_name":"ben","manager":false,
           "state":"disabled"}]})";
}

class Groups : public CommandTest {};

TEST_F(Groups, list_shows_member_counts) {
    server.answer(200, groups());
    EXPECT_EQ(run({"group", "list"}), 0);
    EXPECT_EQ(out.str(),
              "NAME      MEMBERS  NEWCOMERS  SINCE (CET)   ID\n"
              "students  2        yes        20 Nov 07:50  " +
                  group_id + "\n");
}

TEST_F(Groups, show_lists_members) {
    server.answer(200, groups());
    server.answer(200, members());
    EXPECT_EQ(run({"group", "show", "STUDENTS"}), 0) << "a name in any case";
    EXPECT_EQ(server.line(1), "GET /groups/" + group_id + "/members?limit=1000");
    EXPECT_NE(out.str().find("NAME       UNIX NAME  MANAGER  STATE\n"
                             "Ann Nowak  ann        yes      active\n"
                             "ben        ben        no       disabled\n"),
              std::string::npos)
        << out.str();
}

TEST_F(Groups, group_is_one_row_in_a_pipe_and_one_object_in_json) {
    output.settings.form = Form::tsv;
    server.answer(200, groups());
    server.answer(200, members());
    EXPECT_EQ(run({"group", "show", group_id}), 0);
    EXPECT_EQ(out.str(), "students\tann,ben\ttrue\t2026-11-20T06:50:00.000Z\t" + group_id + "\n");
    out.str("");
    output.settings.form = Form::json;
    server.answer(200, groups());
    server.answer(200, members());
    EXPECT_EQ(run({"group", "show", "students"}), 0);
    EXPECT_EQ(Json::parse(out.str()).value()["members"].items().size(), 2U);
}

TEST_F(Groups, group_is_added_renamed_and_closed_to_newcomers) {
    server.answer(201, students());
    EXPECT_EQ(run({"group", "add", "students", "--newcomers"}), 0);
    EXPECT_EQ(server.body(0).dump(), R"({"name":"students","newcomers":true})");
    server.answer(200, groups());
    server.answer(200, R"({"name":"guests","newcomers":true})");
    EXPECT_EQ(run({"group", "rename", "students", "guests"}), 0);
    EXPECT_EQ(server.line(2), "PATCH /groups/" + group_id);
    EXPECT_EQ(server.body(2).dump(), R"({"name":"guests"})");
    server.answer(200, groups());
    server.answer(200, R"({"name":"students","newcomers":false})");
    EXPECT_EQ(run({"group", "set", "students", "--newcomers=no"}), 0);
    EXPECT_EQ(server.body(4).dump(), R"({"newcomers":false})");
    EXPECT_NE(out.str().find("Newcomers do not join students from now on"), std::string::npos)
        << out.str();
}

TEST_F(Groups, join_makes_a_member_or_a_manager) {
    const auto join = [&](std::vector<std::string> more) {
        server.answer(200, groups());
        server.answer(200, ann_page());
        server.answer(200, touched_bookings(""));
        server.answer(204, "");
        std::vector<std::string> all{"group", "join", "students", "ann"};
        all.insert(all.end(), more.begin(), more.end());
        EXPECT_EQ(run(all), 0) << err.str();
        return server.body(server.asked.size() - 1).dump();
    };
    EXPECT_EQ(join({}), "{}");
    EXPECT_EQ(server.line(2), "PUT /groups/" + group_id + "/members/" + ann_id + "?dry_run=true");
    EXPECT_EQ(server.line(3), "PUT /groups/" + group_id + "/members/" + ann_id);
    EXPECT_EQ(out.str(), "\u2713 Ann Nowak is in students\n");
    EXPECT_EQ(join({"--manager"}), R"({"manager":true})");
    EXPECT_EQ(join({"--no-manager"}), R"({"manager":false})");
    EXPECT_EQ(run({"group", "join", "students", "ann", "--manager", "--no-manager"}), 2);
}

TEST_F(Groups, leave_needs_confirmation_only_if_bookings_are_lost) {
    const auto leave = [&](const std::string& suspended) {
        server.answer(200, groups());
        server.answer(200, ann_page());
        server.answer(200, touched_bookings(suspended));
        return run({"group", "leave", "students", "ann"});
    };
    EXPECT_EQ(leave(reservation_json("suspended")), 2) << "nobody is there to agree";
    EXPECT_EQ(server.asked.size(), 3U);
    terminal.typed = {"n"};
    EXPECT_EQ(leave(reservation_json("suspended")), 1);
    EXPECT_EQ(server.asked.size(), 6U);
    terminal.typed.clear();
    server.answer(200, groups());
    server.answer(200, ann_page());
    server.answer(200, touched_bookings(""));
    server.answer(204, "");
    EXPECT_EQ(run({"group", "leave", "students", "ann"}), 0);
    EXPECT_EQ(server.line(9), "DELETE /groups/" + group_id + "/members/" + ann_id);
}

TEST_F(Groups, invitation_can_be_declined_or_withdrawn) {
    server.answer(200, groups());
    server.answer(200, ann_page());
    server.answer(204, "");
    EXPECT_EQ(run({"group", "invite", "students", "ann"}), 0) << err.str();
    EXPECT_EQ(server.line(2), "PUT /groups/" + group_id + "/invitations/" + ann_id);
    EXPECT_EQ(out.str(),
              "\u2713 Invited Ann Nowak to students. They join by: dibs group join "
              "students me\n");
    out.str("");
    server.answer(200, groups());
    server.answer(200, R"({"person":{"id":")" + ann_id + R"("}})");
    server.answer(200, R"({"id":")" + ann_id + R"(","name":"Ann Nowak"})");
    server.answer(204, "");
    EXPECT_EQ(run({"group", "decline", "students"}), 0) << err.str();
    EXPECT_EQ(server.line(6), "DELETE /groups/" + group_id + "/invitations/" + ann_id);
    EXPECT_EQ(out.str(), "\u2713 Declined to join students\n");
    out.str("");
    server.answer(200, groups());
    server.answer(200, ann_page());
    server.answer(204, "");
    EXPECT_EQ(run({"group", "uninvite", "students", "ann"}), 0) << err.str();
    EXPECT_EQ(out.str(), "\u2713 Withdrew the invitation of Ann Nowak to students\n");
}

TEST_F(Groups, invitations_are_listed_with_their_limits) {
    server.answer(200, R"({"person":{"id":")" + ann_id + R"("}})");
    server.answer(200, R"({"id":")" + ann_id +
                           R"(","invitations":[{"group_id":"g","name":"students","by_id":"p",)"
                           R"("by_name":"ben","limits":{"gpus_at_once":1}}]})");
    EXPECT_EQ(run({"group", "invitations"}), 0) << err.str();
    EXPECT_NE(out.str().find("students  ben  gpus-at-once is 1"), std::string::npos) << out.str();
    out.str("");
    server.answer(200, groups());
    server.answer(200, R"({"items":[{"person_id":"p","name":"Ann Nowak","unix_name":"ann",)"
                       R"("by_id":"q","by_name":"ben","declined":true}]})");
    EXPECT_EQ(run({"group", "invitations", "students"}), 0) << err.str();
    EXPECT_NE(out.str().find("Ann Nowak  ann        ben  yes"), std::string::npos) << out.str();
}

TEST_F(Groups, remove_needs_confirmation) {
    server.answer(200, groups());
    server.answer(200, touched_bookings(""));
    EXPECT_EQ(run({"group", "remove", "students"}), 2);
    server.answer(200, groups());
    server.answer(200, touched_bookings(""));
    server.answer(204, "");
    terminal.typed = {"yes"};
    EXPECT_EQ(run({"group", "remove", "students"}), 0);
    EXPECT_EQ(server.line(4), "DELETE /groups/" + group_id);
}

TEST_F(Groups, dry_run_changes_nothing) {
    server.answer(200, groups());
    server.answer(200, touched_bookings(""));
    EXPECT_EQ(run({"group", "remove", "students", "--dry-run"}), 0);
    EXPECT_EQ(server.asked.size(), 2U);
    EXPECT_NE(err.str().find("It would touch no reservation."), std::string::npos) << err.str();
}

}  // namespace
}  // namespace dibs::cli
