// The other commands against canned answers.
#include "tests/cli/client/fake_server.hpp"

#include <algorithm>

namespace dibs::cli {
namespace {

class Commands : public CommandTest {};

TEST_F(Commands, free_shows_one_line_per_host_and_model) {
    server.answer(200, gpus_page());
    EXPECT_EQ(run({"free"}), 0);
    EXPECT_EQ(out.str(),
              "NODE   MODEL           GPUS  FREE NOW  UNTIL (CET)  NEXT\n"
              "gpu03  A100-SXM4-80GB  \u2591\u2593    1 of 2    open end     -\n");
}

TEST_F(Commands, free_does_not_count_unbooked_use_or_unknown_gpus) {
    const auto gpu = [](int index, const std::string& occupancy) {
        return R"({"id":"gpu_)" + std::to_string(index) + R"(","host_name":"gpu03","index":)" +
               std::to_string(index) + R"(,"model":"A100","state":"available")" +
               (occupancy.empty() ? "" : R"(,"occupancy":")" + occupancy + '"') + '}';
    };
    const auto answer =
        page(gpu(0, "free") + ',' + gpu(1, "in_use") + ',' + gpu(2, "") + ',' + gpu(3, "booked"));
    server.answer(200, answer);
    EXPECT_EQ(run({"free"}), 0);
    EXPECT_NE(out.str().find("\u2591\u25cb?\u2593  1 of 4"), std::string::npos) << out.str();
    EXPECT_NE(out.str().find("\u25cb is in use without a booking"), std::string::npos) << out.str();
    EXPECT_NE(out.str().find("? is not booked; whether it is in use is not known."),
              std::string::npos);
}

TEST_F(Commands, absent_live_value_is_a_dash_and_zero_is_zero) {
    server.answer(200, gpus_page());
    EXPECT_EQ(run({"gpu", "list"}), 0);
    EXPECT_NE(out.str().find(
                  "gpu03:0  NVIDIA A100-SXM4-80GB  available  -     -       -     -       -  "),
              std::string::npos)
        << out.str();
    EXPECT_NE(out.str().find("gpu03:1  NVIDIA A100-SXM4-80GB  available  0%"), std::string::npos);
    EXPECT_NE(out.str().find("61.5 W  1s   bartek   11:00"), std::string::npos) << out.str();
}

TEST_F(Commands, stale_values_are_replaced_by_their_age) {
    for (const std::string state : {"driver_broken", "available"}) {
        const auto page = R"({"items":[{"id":"gpu_1","host_name":"gpu03","index":0,"model":"A100",)"
                          R"("state":")" +
                          state +
                          R"(","live":{"at":"2026-11-21T01:43:00.000Z","age_s":123,)"
                          R"("current":false,"utilization_percent":51,"power_w":71}}]})";
        out.str("");
        output.settings.form = Form::human;
        server.answer(200, page);
        EXPECT_EQ(run({"gpu", "list"}), 0);
        EXPECT_NE(out.str().find(state + "  -     -       -     -      2min  -"), std::string::npos)
            << out.str();
        out.str("");
        output.settings.form = Form::tsv;
        server.answer(200, page);
        EXPECT_EQ(run({"gpu", "list"}), 0);
        EXPECT_NE(out.str().find(state + "\t\t\t\t\t123\t"), std::string::npos) << out.str();
    }
}

TEST_F(Commands, free_counts_slices_for_their_gpu_and_explains_the_cross) {
    server.answer(
        200, R"({"items":[{"id":"gpu_1","host_name":"gpu03","index":1,"model":"A100",)"
             R"("state":"host_unreachable"},{"id":"gpu_2","host_name":"gpu03","index":0,)"
             R"("model":"A100","state":"host_unreachable","parent_id":"gpu_1","parent_index":1},)"
             R"({"id":"gpu_3","host_name":"gpu03","index":2,"model":"A100","state":"lost"}]})");
    EXPECT_EQ(run({"free"}), 0);
    EXPECT_NE(out.str().find("\u00d7\u00d7    0 of 1"), std::string::npos) << out.str();
    EXPECT_NE(out.str().find("\u00d7 cannot be used now: 'dibs gpu list' says why."),
              std::string::npos);
}

TEST_F(Commands, list_reads_every_page) {
    server.answer(200, R"({"items":[)" + reservation_json() + R"(],"next_cursor":"c+1"})");
    server.answer(200, R"({"items":[)" + reservation_json() + "]}");
    output.settings.form = Form::tsv;
    EXPECT_EQ(run({"reservation", "list"}), 0);
    EXPECT_EQ(server.line(0),
              "GET /reservations?owner=me&state=upcoming,running,suspended,pending&limit=1000");
    EXPECT_EQ(
        server.line(1),
        "GET "
        "/reservations?owner=me&state=upcoming,running,suspended,pending&limit=1000&cursor=c%2B1");
    const auto text = out.str();
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 2);
}

TEST_F(Commands, owner_is_found_by_name_or_id) {
    const std::string people =
        R"({"items":[{"id":"per_01JD3K8QZ4T5V6W7X8Y9Z0A141","name":"Ann Nowak","unix_name":"ann"},)"
        R"({"id":"per_01JD3K8QZ4T5V6W7X8Y9Z0A142","name":"ben","unix_name":"ben"}]})";
    const std::string asks = "GET /reservations?owner=per_01JD3K8QZ4T5V6W7X8Y9Z0A141&";
    for (const char* name : {"ann", "Ann Nowak"}) {
        const auto before = server.asked.size();
        server.answer(200, people);
        server.answer(200, R"({"items":[]})");
        EXPECT_EQ(run({"reservation", "list", "--owner", name}), 0);
        EXPECT_EQ(server.line(before + 1).substr(0, asks.size()), asks) << name;
    }
    const auto before = server.asked.size();
    server.answer(200, R"({"items":[]})");
    EXPECT_EQ(run({"reservation", "list", "--owner", "per_01JD3K8QZ4T5V6W7X8Y9Z0A141"}), 0);
    EXPECT_EQ(server.line(before).substr(0, asks.size()), asks);
    server.answer(200, people);
    EXPECT_NE(run({"reservation", "list", "--owner", "cleo"}), 0);
}

TEST_F(Commands, json_shows_only_requested_members) {
    output.settings.form = Form::json;
    output.settings.fields = {"id", "nothing"};
    server.answer(200, R"({"items":[)" + reservation_json() + "]}");
    EXPECT_EQ(run({"res", "list"}), 0);
    EXPECT_EQ(Json::parse(out.str()).value().dump(),
              R"([{"id":")" + reservation_id + R"(","nothing":null}])");
    EXPECT_NE(err.str().find("Nothing here has 'nothing'. There are: id, gpus, gpu_names,"),
              std::string::npos)
        << err.str();
}

TEST_F(Commands, stale_answer_prints_its_age_to_stderr) {
    output.settings.form = Form::json;
    server.answer({200, {{"dibs-position", "7"}, {"dibs-age", "12"}}, R"({"items":[]})"});
    EXPECT_EQ(run({"violation", "list"}), 0);
    EXPECT_EQ(out.str(), "[]\n");
    EXPECT_EQ(err.str(), "as of 12 s ago: the log is not reached\n");
}

TEST_F(Commands, current_answer_prints_no_age) {
    server.answer(200, R"({"items":[]})");
    EXPECT_EQ(run({"violation", "list"}), 0);
    EXPECT_EQ(err.str().find("as of"), std::string::npos) << err.str();
}

TEST_F(Commands, empty_list_is_an_empty_array_in_json_and_empty_in_a_pipe) {
    server.answer(200, R"({"items":[]})");
    output.settings.form = Form::json;
    EXPECT_EQ(run({"violation", "list"}), 0);
    EXPECT_EQ(out.str(), "[]\n");
    out.str("");
    server.answer(200, R"({"items":[]})");
    output.settings.form = Form::tsv;
    EXPECT_EQ(run({"violation", "list"}), 0);
    EXPECT_EQ(out.str() + err.str(), "");
}

std::string violation_json(const std::string& digit, const std::string& gpu,
                           const std::string& time) {
    return R"({"id":"vio_0000000000000000000000000)" + digit +
           R"(","state":"open","kind":"intruder","gpus":["gpu_x"],"gpu_name":")" + gpu +
           R"(","host_id":"host_x","reservation_id":"res_x","owner_name":"ann","unix_name":"ben",)"
           R"("processes":[{"id":"prc_x","pid":471)" +
           digit + R"(,"command":"torchrun"}],"opened_at":"2026-11-24T09:0)" + time +
           R"(:00.000Z"})";
}

TEST_F(Commands, violations_of_one_booking_are_one_row_for_people_only) {
    const auto three = R"({"items":[)" + violation_json("3", "gpu01:1", "5") + ',' +
                       violation_json("2", "gpu01:1", "4") + ',' +
                       violation_json("1", "gpu01:0", "3") + "]}";
    server.answer(200, three);
    output.settings.form = Form::human;
    EXPECT_EQ(run({"violation", "list"}), 0);
    const auto shown = out.str();
    EXPECT_EQ(std::count(shown.begin(), shown.end(), '\n'), 2) << shown;
    EXPECT_NE(shown.find("gpu01:0-1 "), std::string::npos) << shown;
    EXPECT_NE(shown.find("4713 torchrun, 4712 torchrun, 4711 torchrun"), std::string::npos)
        << shown;
    out.str("");
    server.answer(200, three);
    output.settings.form = Form::tsv;
    EXPECT_EQ(run({"violation", "list"}), 0);
    const auto rows = out.str();
    EXPECT_EQ(std::count(rows.begin(), rows.end(), '\n'), 3) << rows;
}

TEST_F(Commands, row_of_violations_has_an_unambiguous_id) {
    server.answer(200, R"({"items":[)" + violation_json("2", "gpu01:1", "4") + ',' +
                           violation_json("1", "gpu01:0", "4") + "]}");
    output.settings.form = Form::human;
    EXPECT_EQ(run({"violation", "list"}), 0);
    EXPECT_NE(out.str().find("vio_00000000000000000000000002 "), std::string::npos) << out.str();
}

TEST_F(Commands, unexcuse_removes_the_excuse) {
    const auto violation = violation_json("1", "gpu01:0", "3");
    server.answer(200, R"({"items":[)" + violation + "]}");
    server.answer(200, violation);
    EXPECT_EQ(run({"violation", "unexcuse", "vio_00000000000000000000000001"}), 0);
    EXPECT_EQ(server.line(1), "DELETE /violations/vio_00000000000000000000000001/excuse");
}

TEST_F(Commands, extend_sends_the_seen_version) {
    server.answer(200, reservation_json("running"));
    server.answer(200, R"({"kind":"duration","duration_s":7200,"zone":"UTC","echo":"2h"})");
    server.answer(200, reservation_json("running"));
    EXPECT_EQ(run({"extend", reservation_id, "--by", "2h"}), 0);
    EXPECT_EQ(server.line(2), "PATCH /reservations/" + reservation_id);
    EXPECT_EQ(server.header(2, "If-Match"), "\"v3\"");
    EXPECT_EQ(server.body(2).dump(), R"({"until":"2026-11-24T18:00:00.000Z"})");
}

TEST_F(Commands, move_keeps_the_duration) {
    server.answer(200, reservation_json());
    server.answer(200, R"({"kind":"instant","from":"2026-11-27T08:00:00.000Z","zone":"UTC",
                           "echo":"Fri 27 Nov 09:00 CET"})");
    server.answer(200, reservation_json());
    EXPECT_EQ(run({"move", reservation_id, "--to", "Fri 9:00"}), 0);
    EXPECT_EQ(server.body(2).dump(),
              R"({"from":"2026-11-27T08:00:00.000Z","until":"2026-11-27T16:00:00.000Z"})");
}

TEST_F(Commands, cancelling_a_running_reservation_reports_its_release) {
    server.answer(200, reservation_json("running"));
    server.answer(200, reservation_json("released"));
    EXPECT_EQ(run({"cancel", reservation_id}), 0);
    EXPECT_NE(out.str().find("Released gpu03:0-1"), std::string::npos) << out.str();
    EXPECT_EQ(out.str().find("undo"), std::string::npos);
}

TEST_F(Commands, cancelling_anothers_reservation_needs_confirmation) {
    const std::string session = R"({"person":{"id":"per_01JD3K8QZ4T5V6W7X8Y9Z0A149"}})";
    server.answer(200, reservation_json());
    server.answer(200, session);
    terminal.typed = {"n"};
    EXPECT_EQ(run({"cancel", reservation_id}), 1);
    EXPECT_EQ(server.asked.size(), 2U);
    EXPECT_NE(err.str().find("This is the reservation of "), std::string::npos) << err.str();
    server.answer(200, reservation_json());
    server.answer(200, session);
    server.answer(200, reservation_json("cancelled"));
    terminal.typed = {"y"};
    EXPECT_EQ(run({"cancel", reservation_id}), 0);
    assume_yes = true;
    server.answer(200, reservation_json());
    server.answer(200, reservation_json("cancelled"));
    terminal.typed = {"never asked"};
    EXPECT_EQ(run({"cancel", reservation_id}), 0);
}

TEST_F(Commands, unambiguous_id_prefix_is_accepted) {
    server.answer(200, R"({"items":[)" + reservation_json() + "]}");
    server.answer(200, reservation_json("cancelled"));
    EXPECT_EQ(run({"cancel", "01jd"}), 0);
    EXPECT_EQ(server.line(1), "DELETE /reservations/" + reservation_id);
    EXPECT_EQ(server.header(1, "If-Match"), "\"v3\"");
    EXPECT_NE(out.str().find("undo: dibs reservation reinstate " + reservation_id),
              std::string::npos);
}

TEST_F(Commands, empty_list_names_what_is_missing) {
    server.answer(200, R"({"items":[]})");
    EXPECT_EQ(run({"res", "list"}), 0);
    EXPECT_NE((out.str() + err.str()).find("None of yours is upcoming or running."),
              std::string::npos);
    out.str("");
    err.str("");
    server.answer(200, R"({"items":[]})");
    EXPECT_EQ(run({"res", "list", "--all", "--state", "cancelled"}), 0);
    EXPECT_NE((out.str() + err.str()).find("There is no such reservation."), std::string::npos);
}

TEST_F(Commands, ambiguous_id_prefix_is_refused_with_candidates) {
    const std::string two = R"({"items":[{"id":"res_01JDA"},{"id":"res_01JDB"}]})";
    server.answer(200, two);
    server.answer(200, two);
    EXPECT_EQ(run({"cancel", "01JD"}), 2);
    EXPECT_NE(err.str().find("res_01JDA res_01JDB"), std::string::npos);
}

TEST_F(Commands, current_is_the_running_reservation) {
    server.answer(200, R"({"items":[]})");
    EXPECT_EQ(run({"release"}), 3);
    EXPECT_EQ(server.line(0), "GET /reservations?owner=me&state=running&limit=1000");
}

TEST_F(Commands, unknown_event_type_is_refused_with_known_types) {
    const auto ask = [&](const std::string& type) {
        server.answer(200, R"({"items":[]})");
        server.answer(200, R"({"schemas":[{"type":"host.lost.v1"},{"type":"host.reached.v1"},
            {"type":"reservation.booked.v1"}]})");
        err.str("");
        return run({"history", "--type", type});
    };
    EXPECT_EQ(ask("nonsense"), 2);
    EXPECT_NE(err.str().find("There are: host, reservation."), std::string::npos) << err.str();
    EXPECT_EQ(ask("host.lots"), 2);
    EXPECT_NE(err.str().find("There are: host.lost.v1, host.reached.v1."), std::string::npos);
    EXPECT_EQ(ask("host.lost"), 0) << err.str();
    EXPECT_EQ(ask("host,reservation.booked.v1"), 0) << err.str();
}

TEST_F(Commands, control_characters_in_a_title_are_replaced) {
    auto hostile = Json::parse(reservation_json()).value();
    hostile.set("title", "a\x1b[2Jb\u202ec");
    server.answer(200, R"({"items":[)" + hostile.dump() + "]}");
    EXPECT_EQ(run({"res", "list"}), 0);
    EXPECT_NE(out.str().find("a?[2Jb?c"), std::string::npos) << out.str();
    EXPECT_EQ(out.str().find('\x1b'), std::string::npos);
}

TEST_F(Commands, api_sends_fields_and_shows_the_answer) {
    server.answer(200, R"({"offers":[]})");
    EXPECT_EQ(run({"api", "/api/v1/offers", "-F", "count=2", "-f", "model=A100"}), 0);
    EXPECT_EQ(server.line(0), "POST /offers");
    EXPECT_EQ(server.body(0).dump(), R"({"model":"A100","count":2})");
    EXPECT_EQ(out.str(), "{\n  \"offers\": []\n}\n");
}

}  // namespace
}  // namespace dibs::cli
