// dibs find and dibs reserve against canned answers: requests, output and exit codes.
#include "tests/cli/client/fake_server.hpp"

namespace dibs::cli {
namespace {

class Reserve : public CommandTest {};

TEST_F(Reserve, amount_takes_the_best_offer_at_the_given_time) {
    server.answer(200, two_a100());
    server.answer(200, time_answer());
    server.answer(200, offers());
    server.answer(201, reservation_json());
    EXPECT_EQ(run({"reserve", "2xA100", "--for", "8h", "--at", "tue 9:00", "-m", "llama-ft"}), 0);
    EXPECT_EQ(server.line(0), "POST /gpus/parse");
    EXPECT_EQ(server.body(0).dump(), R"({"text":"2xA100"})");
    EXPECT_EQ(server.line(1), "POST /time/parse");
    EXPECT_EQ(server.body(1)["text"].text(), "tue 9:00 for 8h");
    EXPECT_EQ(server.body(1)["zone"].text(), "Europe/Warsaw");
    EXPECT_EQ(server.line(2), "POST /offers");
    const auto asked = server.body(2);
    EXPECT_EQ(asked["count"].integer(), 2);
    EXPECT_EQ(asked["model"].text(), "A100");
    EXPECT_TRUE(asked["same_host"].truth());
    EXPECT_EQ(asked["earliest"], asked["latest"]);
    EXPECT_EQ(asked["duration_s"].integer(), 28'800);
    EXPECT_EQ(server.line(3), "POST /reservations");
    EXPECT_EQ(server.body(3)["gpus"].items().size(), 2U);
    EXPECT_EQ(server.body(3)["title"].text(), "llama-ft");
    EXPECT_EQ(out.str(), "\u2713 Reserved gpu03:0-1  Tue 24 Nov 09:00-17:00 CET  (in 3d 6h)   " +
                             reservation_id + "   undo: dibs cancel " + reservation_id + "\n");
    EXPECT_EQ(err.str(), "");
}

TEST_F(Reserve, named_gpus_are_booked_without_offers) {
    server.answer(200, two_gpus());
    server.answer(200, time_answer());
    server.answer(201, reservation_json());
    EXPECT_EQ(run({"reserve", "gpu03:0-1", "--at", "tue 9-17"}), 0);
    EXPECT_EQ(server.line(2), "POST /reservations");
    EXPECT_EQ(server.body(2)["gpus"].dump(), "[\"" + gpu_a + "\",\"" + gpu_b + "\"]");
}

TEST_F(Reserve, prints_cuda_variables_of_the_booking) {
    server.answer(200, two_gpus());
    server.answer(200, time_answer());
    server.answer(201, reservation_json());
    server.answer(200, gpus_page());
    EXPECT_EQ(run({"reserve", "gpu03:0-1", "--at", "tue 9-17"}), 0);
    EXPECT_EQ(err.str(),
              "  On gpu03: export CUDA_VISIBLE_DEVICES=GPU-1,GPU-2\n"
              "  or by index: export CUDA_DEVICE_ORDER=PCI_BUS_ID CUDA_VISIBLE_DEVICES=0,1\n");
}

TEST_F(Reserve, conflict_shows_holders_and_alternatives) {
    server.answer(200, two_gpus());
    server.answer(200, time_answer());
    server.answer(409,
                  R"({"type":"/problems/slot-taken","title":"The slot is taken",
        "status":409,"detail":"2 of these GPUs are held then.","request_id":"r1","conflicts":[
        {"gpu_id":"g","gpu_name":"gpu03:0","reservation_id":"res_X","owner_id":"per_2","owner_name":"bartek",
         "from":"2026-11-24T06:00:00.000Z","until":"2026-11-24T10:00:00.000Z"},
        {"gpu_id":"h","gpu_name":"gpu03:1","reservation_id":"res_X","owner_id":"per_2","owner_name":"bartek",
         "from":"2026-11-24T06:00:00.000Z","until":"2026-11-24T10:00:00.000Z"}],
        "alternatives":)" +
                      Json::parse(offers("2026-11-24T10:00:00.000Z", "2026-11-24T18:00:00.000Z"))
                          .value()["offers"]
                          .dump() +
                      "}");
    EXPECT_EQ(run({"reserve", "gpu03:0-1", "--at", "tue 9-17", "-m", "mine"}), 6);
    EXPECT_EQ(out.str(), "");
    EXPECT_EQ(err.str(),
              "\u2717 2 of these GPUs are held then.\n"
              "  gpu03:0-1 is held by bartek  Tue 24 Nov 07:00-11:00 CET  res_X\n"
              "Free instead:\n"
              "  1  gpu03:0-1  Tue 24 Nov 11:00-19:00 CET  (in 3d 8h)  earliest"
              "   dibs reserve --pick 1\n");
    server.answer(201, reservation_json());
    EXPECT_EQ(run({"reserve", "--pick", "1"}), 0);
    EXPECT_EQ(server.body(3)["from"].text(), "2026-11-24T10:00:00.000Z");
    EXPECT_EQ(server.body(3)["title"].text(), "mine");
}

const char* const ambiguous_time =
    R"({"type":"/problems/ambiguous-time","title":"The time can mean several things",)"
    R"("status":422,"code":"ambiguous-time","detail":"The end is before the start.",)"
    R"("field":"text","alternatives":[)"
    R"({"text":"Tue 24 Nov 09:00-17:00 CET","from":"2026-11-24T08:00:00.000Z",)"
    R"("until":"2026-11-24T16:00:00.000Z","sentence":"8h, on one day."},)"
    R"({"text":"Tue 24 Nov 21:00 - Wed 25 Nov 05:00 CET","from":"2026-11-24T20:00:00.000Z",)"
    R"("until":"2026-11-25T04:00:00.000Z","sentence":"8h, into the next day."}],)"
    R"("request_id":"r1"})";

TEST_F(Reserve, ambiguous_time_lists_texts_to_type) {
    server.answer(200, two_gpus());
    server.answer(422, ambiguous_time);
    EXPECT_EQ(run({"reserve", "gpu03:0-1", "--at", "tue 9-5"}), 2);
    EXPECT_EQ(out.str(), "");
    EXPECT_EQ(err.str(),
              "\u2717 The end is before the start.\n"
              "Write one of these instead:\n"
              "  'Tue 24 Nov 09:00-17:00 CET'   8h, on one day.\n"
              "  'Tue 24 Nov 21:00 - Wed 25 Nov 05:00 CET'   8h, into the next day.\n");
    EXPECT_EQ(server.asked.size(), 2U);
}

TEST_F(Reserve, person_at_terminal_chooses_an_ambiguous_time) {
    server.answer(200, two_gpus());
    server.answer(422, ambiguous_time);
    server.answer(201, reservation_json());
    terminal.typed = {"2"};
    EXPECT_EQ(run({"reserve", "gpu03:0-1", "--at", "tue 9-5"}), 0);
    EXPECT_EQ(server.body(2)["from"].text(), "2026-11-24T20:00:00.000Z");
    EXPECT_EQ(server.body(2)["until"].text(), "2026-11-25T04:00:00.000Z");
    EXPECT_NE(err.str().find("  2  'Tue 24 Nov 21:00 - Wed 25 Nov 05:00 CET'"), std::string::npos);
}

TEST_F(Reserve, invalid_choice_books_nothing) {
    for (const char* typed : {"", "0", "3", "1x"}) {
        server.answer(200, two_gpus());
        server.answer(422, ambiguous_time);
        terminal.typed = {typed};
        EXPECT_EQ(run({"reserve", "gpu03:0-1", "--at", "tue 9-5"}), 2) << typed;
    }
    EXPECT_EQ(server.asked.size(), 8U);
}

TEST_F(Reserve, taken_reading_is_shown_with_the_others) {
    server.answer(200, two_gpus());
    server.answer(200, R"({"kind":"interval","from":"2026-11-24T08:00:00.000Z",
        "until":"2026-11-24T20:00:00.000Z","duration_s":43200,"zone":"Europe/Warsaw",
        "echo":"Tue 24 Nov 09:00-21:00 CET","taken":"Read as 12 hours.","alternatives":[
        {"text":"Tue 24 Nov 09:00 - Wed 25 Nov 09:00 CET","from":"2026-11-24T08:00:00.000Z",
         "until":"2026-11-25T08:00:00.000Z","sentence":"1d, into the next day."}]})");
    server.answer(201, reservation_json());
    EXPECT_EQ(run({"reserve", "gpu03:0-1", "--at", "tue 9-9"}), 0);
    EXPECT_EQ(err.str(),
              "Read as 12 hours.\nIt could also be:\n"
              "  'Tue 24 Nov 09:00 - Wed 25 Nov 09:00 CET'   1d, into the next day.\n");
}

const char* const busy_calendar =
    R"({"gpus":[{"id":"gpu_A","host_name":"gpu03","index":0,"model":"NVIDIA A100-SXM4-80GB"},)"
    R"({"id":"gpu_B","host_name":"gpu03","index":1,"model":"NVIDIA A100-SXM4-80GB"},)"
    R"({"id":"gpu_C","host_name":"gpu04","index":0,"model":"NVIDIA H100"}],)"
    R"("reservations":[{"id":"res_X","gpus":["gpu_A","gpu_B"],"owner_id":"per_B",)"
    R"("from":"2026-11-24T06:00:00.000Z","until":"2026-11-24T10:00:00.000Z"},)"
    R"({"id":"res_Y","gpus":["gpu_C"],"owner_id":"per_B",)"
    R"("from":"2026-11-24T06:00:00.000Z","until":"2026-11-24T10:00:00.000Z"}],)"
    R"("people":{"per_B":"bartek"}})";

TEST_F(Reserve, no_gpu_free_then_shows_holders_and_times_and_exits_6) {
    server.answer(200, two_a100());
    server.answer(200, time_answer());
    server.answer(200, R"({"offers":[],"why":"Others have booked too many of the 4 such GPUs."})");
    server.answer(200, busy_calendar);
    server.answer(200, offers("2026-11-25T08:00:00.000Z", "2026-11-25T16:00:00.000Z"));
    EXPECT_EQ(run({"reserve", "2xA100", "--for", "8h", "--at", "tue 9:00"}), 6);
    EXPECT_TRUE(server.line(3).starts_with("GET /calendar?from=2026-11-24T"));
    EXPECT_TRUE(server.body(4)["latest"].is_null());
    EXPECT_NE(err.str().find("Not available Tue 24 Nov 09:00-17:00 CET. Others have"),
              std::string::npos)
        << err.str();
    EXPECT_NE(err.str().find("gpu03:0-1 is held by bartek  Tue 24 Nov 07:00-11:00 CET  res_X"),
              std::string::npos);
    EXPECT_EQ(err.str().find("res_Y"), std::string::npos);
    EXPECT_NE(err.str().find("dibs reserve --pick 1"), std::string::npos);
}

TEST_F(Reserve, no_gpu_free_ever_exits_7_without_a_calendar) {
    server.answer(200, two_a100());
    server.answer(200, time_answer());
    server.answer(200, R"({"offers":[]})");
    server.answer(500, "");
    server.answer(200, R"({"offers":[]})");
    EXPECT_EQ(run({"reserve", "2x", "--for", "8h", "--at", "tue 9:00"}), 7);
}

TEST_F(Reserve, missing_duration_is_refused) {
    EXPECT_EQ(run({"reserve", "2x"}), 2);
    EXPECT_NE(err.str().find("--for 4h"), std::string::npos);
    EXPECT_TRUE(server.asked.empty());
}

TEST_F(Reserve, contradicting_at_and_for_are_both_named) {
    server.answer(200, two_gpus());
    server.answer(422, R"({"type":"/problems/out-of-range","field":"text","code":"out-of-range",
        "detail":"That says both when it ends and how long it lasts."})");
    EXPECT_EQ(run({"reserve", "gpu03:0-1", "--at", "tomorrow 9-5", "--for", "3h"}), 2);
    EXPECT_NE(err.str().find("'tomorrow 9-5 for 3h', from --at and --for"), std::string::npos)
        << err.str();
}

TEST_F(Reserve, dry_run_books_nothing) {
    server.answer(200, two_a100());
    server.answer(200, time_answer());
    server.answer(200, offers());
    server.answer(200, reservation_json());
    EXPECT_EQ(run({"reserve", "2x", "--for", "8h", "--at", "tue 9:00", "--dry-run"}), 0);
    ASSERT_EQ(server.asked.size(), 4U);
    EXPECT_EQ(server.line(3), "POST /reservations?dry_run=true");
    EXPECT_NE(out.str().find("Would reserve gpu03:0-1"), std::string::npos);
}

TEST_F(Reserve, dry_run_shows_the_servers_refusal) {
    server.answer(200, two_gpus());
    server.answer(200, time_answer());
    server.answer(409, R"({"type":"/problems/driver-broken","status":409,
        "detail":"The GPU driver of gpu03 does not work: version mismatch"})");
    EXPECT_EQ(run({"reserve", "gpu03:0-1", "--at", "now for 1h", "--dry-run"}), 6);
    EXPECT_EQ(out.str(), "");
    EXPECT_NE(err.str().find("version mismatch"), std::string::npos) << err.str();
}

TEST_F(Reserve, spread_place_and_memory_reach_the_server) {
    server.answer(200, R"({"kind":"amount","count":2,"model":"A100","min_memory_mib":40960,
        "gpus":[")" + gpu_a +
                           R"(",")" + gpu_b +
                           R"("],"gpu_names":["gpu03:0","gpu03:1"],"there":2,"on_one_host":2,
        "echo":"2xA100:40G on gpu03:0-1"})");
    server.answer(200, time_answer());
    server.answer(200, offers());
    server.answer(201, reservation_json());
    EXPECT_EQ(run({"reserve", "2xA100:40G", "--for", "8h", "--spread", "--on", "gpu03:0-1",
                   "--min-mem", "40G"}),
              0);
    EXPECT_EQ(server.body(0).dump(),
              R"({"text":"2xA100:40G","on":"gpu03:0-1","min_memory":"40G"})");
    const auto asked = server.body(2);
    EXPECT_FALSE(asked["same_host"].truth());
    EXPECT_EQ(asked["min_memory_mib"].integer(), 40'960);
    EXPECT_EQ(asked["gpus"].items().size(), 2U);
    EXPECT_EQ(server.body(1)["text"].text(), "now for 8h");
}

TEST_F(Reserve, host_of_an_amount_limits_its_offers) {
    server.answer(200, R"({"kind":"amount","count":2,"host_name":"gpu03","there":8,
        "on_one_host":8,"echo":"2x on gpu03"})");
    server.answer(200, time_answer());
    server.answer(200, offers());
    server.answer(200, reservation_json());
    EXPECT_EQ(run({"reserve", "2x on gpu03", "--for", "8h", "--dry-run"}), 0);
    EXPECT_EQ(server.line(2), "POST /offers");
    EXPECT_EQ(server.body(2)["host"].text(), "gpu03");
}

TEST_F(Reserve, soonest_leaves_the_start_to_the_server) {
    server.answer(200, two_a100());
    server.answer(200, R"({"kind":"duration","duration_s":14400,"zone":"UTC","echo":"4h"})");
    server.answer(200, offers());
    server.answer(201, reservation_json());
    EXPECT_EQ(run({"reserve", "2x", "--for", "4h", "--soonest"}), 0);
    EXPECT_TRUE(server.body(2)["latest"].is_null());
    EXPECT_EQ(server.body(2)["duration_s"].integer(), 14'400);
}

TEST_F(Reserve, unknown_gpus_are_not_found_and_near_ones_named) {
    server.answer(422, R"({"type":"/problems/unknown-gpu","field":"text",
        "detail":"There is no V100 here: there are A100 and H100."})");
    EXPECT_EQ(run({"reserve", "4xV100", "--for", "4h"}), 3);
    EXPECT_NE(err.str().find("There is no V100 here: there are A100 and H100."), std::string::npos);
    EXPECT_EQ(server.asked.size(), 1U);
}

TEST_F(Reserve, move_refuses_an_amount) {
    server.answer(200, reservation_json());
    server.answer(200, two_a100());
    EXPECT_EQ(run({"move", reservation_id, "--on", "2xA100"}), 2);
    EXPECT_NE(err.str().find("--on names GPUs"), std::string::npos);
}

TEST_F(Reserve, pick_without_earlier_search_is_not_found) {
    EXPECT_EQ(run({"reserve", "--pick", "1"}), 3);
}

TEST_F(Reserve, piped_answer_is_one_row_with_whole_ids_and_utc) {
    output.settings.form = Form::tsv;
    server.answer(200, two_a100());
    server.answer(200, time_answer());
    server.answer(200, offers());
    server.answer(201, reservation_json());
    EXPECT_EQ(run({"reserve", "2x", "--for", "8h"}), 0);
    EXPECT_EQ(out.str(), reservation_id +
                             "\tupcoming\t2026-11-24T08:00:00.000Z\t"
                             "2026-11-24T16:00:00.000Z\tgpu03:0-1\tann\tllama-ft\t\n");
}

TEST_F(Reserve, json_conflict_prints_the_servers_problem_to_stderr) {
    output.settings.form = Form::json;
    const std::string problem =
        R"({"type":"/problems/slot-taken","title":"t","status":409,"detail":"d",)"
        R"("request_id":"r","conflicts":[{"gpu_id":"g","gpu_name":"gpu03:0"}]})";
    server.answer(200, two_gpus());
    server.answer(200, time_answer());
    server.answer(409, problem);
    EXPECT_EQ(run({"reserve", "gpu03:0", "--at", "tue 9-17"}), 6);
    EXPECT_EQ(err.str(), problem + "\n");
}

TEST_F(Reserve, find_numbers_offers_and_exits_7_without_any) {
    server.answer(200, two_a100());
    server.answer(200, R"({"kind":"duration","duration_s":14400,"zone":"UTC","echo":"4h"})");
    server.answer(200, offers());
    EXPECT_EQ(run({"find", "2x", "--for", "4h"}), 0);
    EXPECT_EQ(out.str(),
              "#  WHEN                        STARTS    GPUS       WHY\n"
              "1  Tue 24 Nov 09:00-17:00 CET  in 3d 6h  gpu03:0-1  earliest\n");
    server.answer(200, two_a100());
    server.answer(200, R"({"kind":"duration","duration_s":14400,"zone":"UTC","echo":"4h"})");
    server.answer(200, R"({"offers":[],"why":"There are only 8 such GPUs."})");
    EXPECT_EQ(run({"find", "200x", "--for", "4h"}), 7);
    EXPECT_NE(err.str().find("Nothing fits. There are only 8 such GPUs."), std::string::npos)
        << err.str();
}

TEST_F(Reserve, offer_warns_about_gpus_that_cannot_be_used) {
    server.answer(200, two_a100());
    server.answer(200, R"({"kind":"duration","duration_s":14400,"zone":"UTC","echo":"4h"})");
    server.answer(200, R"({"offers":[{"from":"2026-11-24T08:00:00.000Z",
        "until":"2026-11-24T16:00:00.000Z","gpu_names":["gpu03:0"],"reason":"later","warnings":[
        {"gpu_name":"gpu03:0","state":"driver_broken","reason":"version mismatch"}]}]})");
    EXPECT_EQ(run({"find", "1x", "--for", "4h"}), 0);
    EXPECT_NE(out.str().find("later; the GPU driver of the host of gpu03:0 does not work: "
                             "version mismatch"),
              std::string::npos)
        << out.str();
}

TEST_F(Reserve, offer_names_unhealthy_gpus_left_out) {
    server.answer(200, two_a100());
    server.answer(200, R"({"kind":"duration","duration_s":14400,"zone":"UTC","echo":"4h"})");
    server.answer(200, R"({"offers":[{"from":"2026-11-24T08:00:00.000Z",
        "until":"2026-11-24T16:00:00.000Z","gpu_names":["gpu03:0"],"reason":"earliest"}],
        "left_out":[{"gpu_name":"gpu03:1","state":"unhealthy","reason":"3 errors"}],
        "left_out_count":1})");
    EXPECT_EQ(run({"find", "1x", "--for", "4h"}), 0);
    EXPECT_NE(err.str().find("Left out: gpu03:1 is unhealthy: 3 errors"), std::string::npos)
        << err.str();
}

const std::string running_booking =
    R"({"id":"res_01JD3K8QZ4T5V6W7X8Y9Z0A130","gpu_names":["gpu03:0"],"owner_id":"per_1",
        "owner_name":"ann","title":"t","from":"2026-11-21T08:00:00.000Z",
        "until":"2026-11-24T16:00:00.000Z","state":"running","version":3,"warnings":[]})";

TEST_F(Reserve, swap_applies_the_proposal_with_the_seen_version) {
    server.answer(200, running_booking);
    server.answer(200, R"({"version":3,"gpus":["gpu_2"],"gpu_names":["gpu04:2"],"swaps":[
        {"from_gpu_name":"gpu03:0","to_gpu_name":"gpu04:2","same_host":false}],"none_like_names":[],
        "unusable":[]})");
    server.answer(200, running_booking);
    EXPECT_EQ(run({"swap", "res_01JD3K8QZ4T5V6W7X8Y9Z0A130"}), 0) << err.str();
    EXPECT_EQ(server.line(1), "GET /reservations/res_01JD3K8QZ4T5V6W7X8Y9Z0A130/swap");
    EXPECT_EQ(server.line(2), "PATCH /reservations/res_01JD3K8QZ4T5V6W7X8Y9Z0A130");
    EXPECT_EQ(server.body(2).dump(), R"({"gpus":["gpu_2"]})");
    EXPECT_NE(err.str().find("gpu03:0 -> gpu04:2, on another host"), std::string::npos)
        << err.str();
}

TEST_F(Reserve, swap_reports_no_fault_or_no_similar_gpu) {
    server.answer(200, running_booking);
    server.answer(
        200, R"({"version":3,"gpus":["gpu_1"],"swaps":[],"none_like_names":[],"unusable":[]})");
    EXPECT_EQ(run({"swap", "res_01JD3K8QZ4T5V6W7X8Y9Z0A130"}), 1);
    EXPECT_NE(err.str().find("nothing to swap"), std::string::npos) << err.str();
    server.answer(200, running_booking);
    server.answer(200, R"({"version":3,"gpus":["gpu_1"],"swaps":[],"none_like_names":["gpu03:0"],
        "unusable":[]})");
    EXPECT_EQ(run({"swap", "res_01JD3K8QZ4T5V6W7X8Y9Z0A130"}), 7);
    EXPECT_NE(err.str().find("Nothing like gpu03:0 is free"), std::string::npos) << err.str();
}

}  // namespace
}  // namespace dibs::cli
