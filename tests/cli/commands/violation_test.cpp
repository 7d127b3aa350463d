// dibs violation against canned answers: one row per account and booking, the last step, and
// levels.
#include "tests/cli/client/fake_server.hpp"

namespace dibs::cli {
namespace {

class Violations : public CommandTest {};

std::string violation(int n, const std::string& steps) {
    return R"({"id":"vio_)" + std::to_string(n) +
           R"(0000000AAAAAAAAAAAAAAAAA","state":"open","kind":"wrong_gpu","gpus":["gpu_1"],
           "gpu_name":"gpu03:)" +
           std::to_string(n) +
           R"(","host_id":"host_1","reservation_id":"res_1","owner_name":"Ann","unix_name":"ben",
           "processes":[{"id":"prc_1","pid":)" +
           std::to_string(4710 + n) + R"(}],"opened_at":"2026-11-21T00:30:00.000Z","steps":)" +
           steps + "}";
}

TEST_F(Violations, violations_are_one_row_per_account_and_booking) {
    const std::string steps =
        R"([{"action":"message","after_s":0,"at":"2026-11-21T00:30:00.000Z","outcome":"done"},
        {"action":"mail_person","after_s":120,"at":"2026-11-21T00:32:00.000Z",
         "outcome":"failed","words":"550 no such user"}])";
    server.answer(200, page(violation(1, steps) + ',' + violation(2, steps)));
    EXPECT_EQ(run({"violation", "list"}), 0) << err.str();
    const auto said = out.str();
    EXPECT_NE(said.find("gpu03:1-2"), std::string::npos) << said;
    EXPECT_NE(said.find("wrong gpu"), std::string::npos) << said;
    EXPECT_NE(said.find("mail person: failed (550 no such user)"), std::string::npos) << said;
    EXPECT_EQ(std::count(said.begin(), said.end(), '\n'), 2) << said;
}

TEST_F(Violations, pending_step_is_shown_as_on_its_way) {
    server.answer(
        200,
        page(violation(1, R"([{"action":"stop","after_s":600,"at":"2026-11-21T00:30:00.000Z"}])")));
    EXPECT_EQ(run({"violation", "list"}), 0);
    EXPECT_NE(out.str().find("stop: on its way"), std::string::npos) << out.str();
}

TEST_F(Violations, skipped_mail_shows_its_reason_and_no_failure) {
    server.answer(200, page(violation(1, R"([{"action":"mail_admins","after_s":600,
        "at":"2026-11-21T00:40:00.000Z","outcome":"skipped","count":0}])")));
    EXPECT_EQ(run({"violation", "list"}), 0);
    EXPECT_NE(out.str().find("mail admins: none, this site sends no mail"), std::string::npos)
        << out.str();
    EXPECT_EQ(out.str().find("failed"), std::string::npos) << out.str();
}

TEST_F(Violations, unneeded_step_and_held_stop_show_their_reason) {
    const auto after = [](int n, const std::string& action, const std::string& outcome) {
        return violation(n, R"([{"action":")" + action + R"(","after_s":600,"outcome":")" +
                                outcome + R"(","at":"2026-11-21T00:40:00.000Z","count":0}])");
    };
    server.answer(200, page(after(1, "message", "not_needed")));
    EXPECT_EQ(run({"violation", "list"}), 0);
    EXPECT_NE(out.str().find("message: none, it was over or called off by then"), std::string::npos)
        << out.str();
    out.str("");
    server.answer(200, page(after(1, "stop", "not_told")));
    EXPECT_EQ(run({"violation", "list"}), 0);
    EXPECT_NE(out.str().find("stop: held, nobody could be told before"), std::string::npos)
        << out.str();
}

TEST_F(Violations, row_shows_earliest_step_start_unless_one_is_unknown) {
    const auto with_since = [](int n, const std::string& since) {
        return violation(n, R"([],"steps_since":")" + since + '"');
    };
    server.answer(200, page(with_since(1, "2026-11-21T00:24:00.000Z") + ',' +
                            with_since(2, "2026-11-21T00:31:00.000Z")));
    EXPECT_EQ(run({"violation", "list"}), 0);
    EXPECT_NE(out.str().find("STEPS SINCE (CET)"), std::string::npos) << out.str();
    EXPECT_NE(out.str().find("01:24"), std::string::npos) << "the earliest of them: " << out.str();
    EXPECT_EQ(out.str().find("01:31"), std::string::npos) << out.str();
    out.str("");
    server.answer(200, page(with_since(1, "2026-11-21T00:24:00.000Z") + ',' + violation(2, "[]")));
    EXPECT_EQ(run({"violation", "list"}), 0);
    EXPECT_EQ(out.str().find("01:24"), std::string::npos) << "of one it is unknown: " << out.str();
}

TEST_F(Violations, row_shows_start_of_oldest_process_and_not_of_booking) {
    auto older = violation(1, "[]");
    const std::string process = R"("pid":4711)";
    older.replace(older.find(process), process.size(),
                  process + R"(,"started_at":"2026-11-20T20:10:00.000Z")");
    server.answer(200, page(older));
    EXPECT_EQ(run({"violation", "list"}), 0);
    EXPECT_NE(out.str().find("RUNS SINCE (CET)"), std::string::npos) << out.str();
    EXPECT_NE(out.str().find("21:10"), std::string::npos) << out.str();
    EXPECT_EQ(out.str().find("01:30"), std::string::npos) << "the booking began: " << out.str();
    out.str("");
    server.answer(200, page(violation(1, "[]")));
    EXPECT_EQ(run({"violation", "list"}), 0);
    EXPECT_NE(out.str().find("unknown"), std::string::npos) << out.str();
}

TEST_F(Violations, levels_of_hosts_and_groups_are_listed) {
    server.answer(200, page(R"({"host_id":"host_1","host_name":"gpu03","level":"always",
        "set_at":"2026-11-21T00:30:00.000Z","set_by_name":"Ann"})"));
    EXPECT_EQ(run({"violation", "level"}), 0);
    EXPECT_EQ(server.line(0), "GET /violation-levels");
    EXPECT_NE(out.str().find("host gpu03"), std::string::npos) << out.str();
}

TEST_F(Violations, level_is_set_for_one_host_or_one_group) {
    EXPECT_EQ(run({"violation", "level", "off"}), 2);
    EXPECT_NE(err.str().find("For which host, or which group?"), std::string::npos);
    EXPECT_EQ(run({"violation", "level", "off", "--host", "gpu03", "--group", "staff"}), 2);
    EXPECT_TRUE(server.asked.empty());
    server.answer(200, page(R"({"id":"grp_1","name":"staff"})"));
    server.answer(200, page(""));
    EXPECT_EQ(run({"violation", "level", "against-bookings", "--group", "staff"}), 0) << err.str();
    const auto last = server.asked.size() - 1;
    EXPECT_EQ(server.line(last), "PUT /violation-levels");
    EXPECT_EQ(server.body(last).dump(), R"({"group_id":"grp_1","level":"against_bookings"})");
}

}  // namespace
}  // namespace dibs::cli
