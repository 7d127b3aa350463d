// dibs rules against canned answers: showing and setting rules in words, with the version that was
// seen.
#include "tests/cli/client/fake_server.hpp"

namespace dibs::cli {
namespace {

std::string rules_json(int version = 3, const std::string& shortest = "30") {
    return R"({"shortest_min":)" + shortest + R"(,"longest_min":11520,"horizon_min":527040,
           "most_gpus":1024,"approval_hold_min":720,"violation_level":"against_bookings","handover_grace_min":5,
           "gpu_idle_percent":5,"idle_tell_min":30,
           "violation_steps":[{"after_s":0,"action":"message"},{"after_s":120,"action":"mail_person"},{"after_s":90,"action":"stop"}],
           "ignored_processes":["gdm/*","root/Xorg"],"protection":"mailed","most_protection":"stopped","stop_mode":"dry_run","unhealthy_if":["ecc_errors","recovery_needed"],"unhealthy_xids":[48,79],"unhealthy_ecc_errors":1,"healthy_after_min":10,"usage_visible_to":"everyone","version":)" +
           std::to_string(version) +
           R"(,"set_at":"2026-11-21T00:30:00.000Z","set_by_id":"per_1","set_by_name":"ann"})";
}
std::string length(int seconds) {
    return R"({"kind":"duration","duration_s":)" + std::to_string(seconds) +
           R"(,"zone":"UTC","echo":"x"})";
}

class Rules : public CommandTest {};

TEST_F(Rules, rules_are_shown_one_per_line_with_author_and_time) {
    server.answer(200, rules_json());
    EXPECT_EQ(run({"rules"}), 0);
    EXPECT_EQ(server.line(0), "GET /rules");
    EXPECT_EQ(out.str(),
              "SHORTEST           30min\n"
              "LONGEST            8d\n"
              "HORIZON            366d\n"
              "MOST GPUS          1024\n"
              "LEAD               none\n"
              "GPUS AT ONCE       none\n"
              "GPU HOURS WEEK     none\n"
              "RELAXED WITHIN     none\n"
              "APPROVAL HOLD      12h\n"
              "TOKEN LIFE         none\n"
              "SESSION LIFE       none (12h)\n"
              "SESSION IDLE       none\n"
              "VIOLATION LEVEL    against-bookings\n"
              "HANDOVER GRACE     5min\n"
              "GPU IDLE PERCENT   5\n"
              "IDLE TELL          30min\n"
              "IDLE RELEASE       none\n"
              "NO SHOW TELL       none\n"
              "NO SHOW RELEASE    none\n"
              "VIOLATION STEPS    message@0, mail-person@2min, stop@90s\n"
              "IGNORED PROCESSES  gdm/*, root/Xorg\n"
              "PROTECTION         mailed\n"
              "MOST PROTECTION    stopped\n"
              "STOP MODE          dry-run\n"
              "UNHEALTHY IF       ecc-errors, recovery-needed\n"
              "XIDS               48, 79\n"
              "ECC ERRORS         1\n"
              "HEALTHY AFTER      10min\n"
              "USAGE VISIBLE TO   everyone\n"
              "SET (CET)          01:30\n"
              "BY                 ann\n"
              "VERSION            3\n");
}

TEST_F(Rules, pipe_gets_raw_values) {
    server.answer(200, rules_json());
    output.settings.form = Form::tsv;
    EXPECT_EQ(run({"rules"}), 0);
    EXPECT_TRUE(
        out.str().starts_with("30\t11520\t527040\t1024\t\t\t\t\t720\t\t\t\t"
                              "against_bookings\t5\t"))
        << out.str();
    EXPECT_TRUE(
        out.str().ends_with("\tmailed\tstopped\tdry_run\t[\"ecc_errors\",\"recovery_needed\"]\t[48,"
                            "79]\t1\t10\teveryone\t"
                            "2026-11-21T00:30:00.000Z\tann\t3\n"))
        << out.str();
}

TEST_F(Rules, violation_rules_are_set_as_lists_in_words) {
    server.answer(200, rules_json());
    server.answer(200, length(120));
    server.answer(200, length(600));
    server.answer(200, rules_json(4));
    server.answer(200, R"({"sends_mail":true})");
    EXPECT_EQ(run({"rules", "set", "violation-steps=message@0, mail-person@2m,stop@10m",
                   "ignored-processes=root/Xorg,gdm/*", "stop-mode=by-helper"}),
              0)
        << err.str();
    EXPECT_EQ(server.body(3).dump(),
              R"({"violation_steps":[{"after_s":0,"action":"message"},)"
              R"({"after_s":120,"action":"mail_person"},{"after_s":600,"action":"stop"}],)"
              R"("ignored_processes":["root/Xorg","gdm/*"],"stop_mode":"by_helper"})");
    EXPECT_EQ(err.str().find("sends no mail"), std::string::npos) << err.str();
    server.answer(200, rules_json());
    server.answer(200, rules_json(4));
    server.answer(200, R"({"sends_mail":false})");
    EXPECT_EQ(run({"rules", "set", "violation-steps=nothing", "ignored-processes=none"}), 0);
    EXPECT_EQ(server.line(7), "GET /session?at_least=7") << "what the server has now has a mail";
    EXPECT_NE(err.str().find("This site sends no mail: steps that are mails are left out"),
              std::string::npos)
        << err.str();
    EXPECT_EQ(server.body(6).dump(), R"({"violation_steps":[],"ignored_processes":null})");
    EXPECT_EQ(err.str().find("as far as a stop"), std::string::npos) << "who asks for it has it";
    auto stops_nobody = rules_json(4);
    const std::string most = R"("most_protection":"stopped")";
    stops_nobody.replace(stops_nobody.find(most), most.size(), R"("most_protection":"mailed")");
    server.answer(200, rules_json());
    server.answer(200, stops_nobody);
    EXPECT_EQ(run({"rules", "set", "stop-mode=as-owner"}), 0);
    EXPECT_NE(err.str().find("No booking's protection goes as far as a stop"), std::string::npos)
        << err.str();
    server.answer(200, rules_json());
    EXPECT_EQ(run({"rules", "set", "violation-steps=message"}), 2);
    EXPECT_NE(err.str().find("'message' is no step."), std::string::npos) << err.str();
}

TEST_F(Rules, violation_step_takes_seconds_and_names_a_bad_duration) {
    server.answer(200, rules_json());
    server.answer(200, length(20));
    server.answer(200, length(80));
    server.answer(200, rules_json(4));
    server.answer(200, R"({"sends_mail":true})");
    EXPECT_EQ(run({"rules", "set", "violation-steps=message@0,mail-person@20s,stop@80s"}), 0)
        << err.str();
    EXPECT_EQ(server.body(1)["text"].text(), "20s");
    EXPECT_EQ(server.body(3).dump(),
              R"({"violation_steps":[{"after_s":0,"action":"message"},)"
              R"({"after_s":20,"action":"mail_person"},{"after_s":80,"action":"stop"}]})");
    const auto asked = server.asked.size();
    server.answer(200, rules_json());
    server.answer(422, R"({"type":"/problems/out-of-range","code":"out-of-range","title":"t",)"
                       R"("status":422,"field":"text","detail":"Cannot read this."})");
    EXPECT_EQ(run({"rules", "set", "violation-steps=message@0,stop@80x"}), 2);
    EXPECT_NE(err.str().find("violation-steps, in 'stop@80x': Cannot read this."),
              std::string::npos)
        << err.str();
    EXPECT_EQ(server.asked.size(), asked + 2) << "nothing is set";
}

TEST_F(Rules, rule_in_minutes_refuses_seconds) {
    server.answer(200, rules_json());
    server.answer(200, length(90));
    EXPECT_EQ(run({"rules", "set", "idle-tell=90s"}), 2);
    EXPECT_NE(err.str().find("idle-tell: '90s' is not in whole minutes."), std::string::npos)
        << err.str();
    EXPECT_EQ(server.asked.size(), 2U) << "nothing is set";
}

TEST_F(Rules, xid_rule_is_a_list_of_numbers) {
    server.answer(200, rules_json());
    server.answer(200, rules_json(4));
    EXPECT_EQ(run({"rules", "set", "unhealthy-xids=48, 79", "unhealthy-if=xid-errors"}), 0)
        << err.str();
    EXPECT_EQ(server.body(1).dump(), R"({"unhealthy_xids":[48,79],"unhealthy_if":["xid_errors"]})");
    EXPECT_NE(out.str().find("unhealthy-xids is 48, 79"), std::string::npos) << out.str();
    server.answer(200, rules_json());
    server.answer(200, rules_json(4));
    EXPECT_EQ(run({"rules", "set", "unhealthy-xids=none"}), 0);
    EXPECT_EQ(server.body(3).dump(), R"({"unhealthy_xids":null})");
    server.answer(200, rules_json());
    EXPECT_EQ(run({"rules", "set", "unhealthy-xids=48,xid79"}), 2);
    EXPECT_NE(err.str().find("'xid79' is no number."), std::string::npos) << err.str();
}

TEST_F(Rules, json_prints_the_requested_members) {
    server.answer(200, rules_json());
    output.settings.form = Form::json;
    output.settings.fields = {"most_gpus", "version"};
    EXPECT_EQ(run({"rules"}), 0);
    EXPECT_EQ(Json::parse(out.str()).value().dump(), R"({"most_gpus":1024,"version":3})");
}

TEST_F(Rules, set_sends_words_with_the_seen_version) {
    server.answer(200, rules_json());
    server.answer(200, length(5400));
    server.answer(200, rules_json(4, "90"));
    EXPECT_EQ(run({"rules", "set", "shortest=1h 30m", "violation-level=against-bookings",
                   "most-gpus=1024"}),
              0)
        << err.str();
    EXPECT_EQ(server.body(1)["text"].text(), "1h 30m");
    EXPECT_EQ(server.line(2), "PATCH /rules");
    EXPECT_EQ(server.header(2, "If-Match"), "\"v3\"");
    EXPECT_EQ(server.body(2).dump(),
              R"({"shortest_min":90,"violation_level":"against_bookings","most_gpus":1024})");
    EXPECT_NE(out.str().find("Now shortest is 1h 30min, most-gpus is 1024, "
                             "violation-level is against-bookings"),
              std::string::npos)
        << out.str();
}

TEST_F(Rules, optional_rule_is_set_to_none) {
    server.answer(200, rules_json());
    server.answer(200, rules_json(4));
    EXPECT_EQ(run({"rules", "set", "lead=none", "gpus-at-once=8"}), 0) << err.str();
    EXPECT_EQ(server.body(1).dump(), R"({"lead_min":null,"gpus_at_once":8})");
    server.answer(200, rules_json());
    EXPECT_EQ(run({"rules", "set", "most-gpus=none"}), 2);
    EXPECT_NE(err.str().find("'none' is no number."), std::string::npos) << err.str();
}

TEST_F(Rules, unknown_or_empty_rule_is_refused_before_any_change) {
    for (const char* wrong : {"colour=red", "shortest_min=5", "=5", "most-gpus", "most-gpus=8x"}) {
        server.answer(200, rules_json());
        const auto before = server.asked.size();
        EXPECT_EQ(run({"rules", "set", wrong}), 2) << wrong;
        EXPECT_EQ(server.asked.size(), before + 1) << "only what they are now was asked";
    }
    EXPECT_NE(
        err.str().find("The rules are shortest, longest, horizon, most-gpus, lead, gpus-at-once"),
        std::string::npos)
        << err.str();
}

TEST_F(Rules, fraction_of_a_minute_is_refused) {
    server.answer(200, rules_json());
    server.answer(200, length(36));
    EXPECT_EQ(run({"rules", "set", "shortest=0.01h"}), 2);
    EXPECT_EQ(server.asked.size(), 2U);
}

TEST_F(Rules, value_out_of_range_shows_the_servers_sentence) {
    server.answer(200, rules_json());
    server.answer(422, R"({"type":"/problems/out-of-range","detail":"This is 1 to 1024.",
                           "field":"most_gpus"})");
    EXPECT_EQ(run({"rules", "set", "most-gpus=2000"}), 2);
    EXPECT_NE(err.str().find("This is 1 to 1024. (most_gpus)"), std::string::npos) << err.str();
}

}  // namespace
}  // namespace dibs::cli
