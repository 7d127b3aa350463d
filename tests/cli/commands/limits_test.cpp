// dibs group limits, and approvals, against canned answers.
#include "tests/cli/client/fake_server.hpp"

namespace dibs::cli {
namespace {

class Limits : public CommandTest {
  protected:
    static std::string group(const std::string& limits) {
        return R"({"id":"grp_1","name":"students","newcomers":false,"member_count":2,"limits":)" +
               limits + R"(,"created_at":"2026-11-21T00:30:00.000Z"})";
    }
    static std::string page(const std::string& item) { return R"({"items":[)" + item + "]}"; }
    static std::string booking(const std::string& state) {
        return R"({"id":"res_01081G8186E008000000000001","gpus":["gpu_1"],"gpu_names":["gpu03:0"],)"
               R"("owner_id":"per_1","owner_name":"ann","title":"x","from":"2026-11-21T10:00:00.000Z",)"
               R"("until":"2026-11-21T12:00:00.000Z","state":")" +
               state + R"(","version":1,"warnings":[]})";
    }
};

TEST_F(Limits, limits_of_a_group_are_shown_one_per_line) {
    server.answer(200, page(group(R"({"longest_min":1440,"gpus_at_once":4})")));
    EXPECT_EQ(run({"group", "limits", "students"}), 0) << err.str();
    EXPECT_NE(out.str().find("LONGEST               1d\n"), std::string::npos) << out.str();
    EXPECT_NE(out.str().find("GPUS AT ONCE          4\n"), std::string::npos) << out.str();
    EXPECT_NE(out.str().find("LEAD                  none\n"), std::string::npos) << out.str();
}

TEST_F(Limits, set_sends_only_named_limits) {
    server.answer(200, page(group(R"({"longest_min":1440})")));
    server.answer(200, R"({"kind":"duration","duration_s":7200,"zone":"UTC","echo":"x"})");
    server.answer(200, group(R"({"gpus_at_once":4,"relaxed_within_min":120})"));
    EXPECT_EQ(
        run({"group", "limits", "students", "gpus-at-once=4", "longest=none", "relaxed-within=2h"}),
        0)
        << err.str();
    EXPECT_EQ(server.line(2), "PATCH /groups/grp_1/limits");
    EXPECT_EQ(server.body(2).dump(),
              R"({"gpus_at_once":4,"longest_min":null,"relaxed_within_min":120})");
    EXPECT_NE(
        out.str().find("In students longest is none, gpus-at-once is 4, relaxed-within is 2h"),
        std::string::npos)
        << out.str();
}

TEST_F(Limits, unknown_limit_is_refused_with_known_names) {
    server.answer(200, page(group("{}")));
    EXPECT_EQ(run({"group", "limits", "students", "colour=red"}), 2);
    EXPECT_NE(err.str().find("There is no rule 'colour'."), std::string::npos) << err.str();
    EXPECT_NE(err.str().find("group-gpu-hours-week"), std::string::npos) << err.str();
}

TEST_F(Limits, optional_rule_can_be_set_to_none) {
    server.answer(200, R"({"version":3})");
    server.answer(200, R"({"version":4,"lead_min":null})");
    EXPECT_EQ(run({"rules", "set", "lead=none"}), 0) << err.str();
    EXPECT_EQ(server.body(1).dump(), R"({"lead_min":null})");
    EXPECT_NE(out.str().find("Now lead is none"), std::string::npos) << out.str();
    server.answer(200, R"({"version":3})");
    EXPECT_EQ(run({"rules", "set", "most-gpus=none"}), 2) << "this one must be there";
}

TEST_F(Limits, pending_booking_is_listed_approved_and_declined) {
    server.answer(200, page(booking("pending")));
    EXPECT_EQ(run({"reservation", "list", "--to-approve"}), 0) << err.str();
    EXPECT_NE(server.line(0).find("approver=me"), std::string::npos) << server.line(0);
    server.answer(200, booking("pending"));
    server.answer(200, booking("upcoming"));
    EXPECT_EQ(run({"reservation", "approve", "res_01081G8186E008000000000001"}), 0) << err.str();
    EXPECT_EQ(server.line(2), "POST /reservations/res_01081G8186E008000000000001/approve");
    server.answer(200, booking("pending"));
    server.answer(200, booking("declined"));
    EXPECT_EQ(run({"reservation", "decline", "res_01081G8186E008000000000001", "-m", "exams"}), 0)
        << err.str();
    EXPECT_EQ(server.body(4).dump(), R"({"reason":"exams"})");
    EXPECT_EQ(run({"reservation", "decline", "res_01081G8186E008000000000001"}), 2);
}

TEST_F(Limits, grant_sends_its_approval_as_typed) {
    const std::string grant =
        R"({"id":"grt_1","name":"days","to":{"everyone":true},"what":{"everything":true},)"
        R"("windows":[],"names":[],"version":2,"approval":{"above_gpus":4,"above_min":1440}})";
    server.answer(200, page(grant));
    server.answer(200, R"({"kind":"duration","duration_s":86400,"zone":"UTC","echo":"x"})");
    server.answer(200, R"({"suspended":[],"revived":[],"cancelled":[],"released":[]})");
    server.answer(200, grant);
    EXPECT_EQ(run({"grant", "change", "days", "--approval", "gpus=4,length=24h"}), 0) << err.str();
    EXPECT_NE(out.str().find("with approval above 4 GPUs or 1d"), std::string::npos) << out.str();
}

}  // namespace
}  // namespace dibs::cli
