// The other commands against canned answers.
#include "tests/cli/fake_server.hpp"

namespace dibs::cli {
namespace {

class Commands : public CommandTest {};

TEST_F(Commands, free_shows_a_line_a_host_and_model) {
    server.answer(200, gpus_page());
    EXPECT_EQ(run({"free"}), 0);
    EXPECT_EQ(out.str(),
              "NODE   MODEL           GPUS  FREE NOW  UNTIL (CET)  NEXT\n"
              "gpu03  A100-SXM4-80GB  \u2591\u2593    1 of 2    open end     -\n");
}

TEST_F(Commands, an_absent_live_value_is_a_dash_and_zero_is_zero) {
    server.answer(200, gpus_page());
    EXPECT_EQ(run({"gpu", "list"}), 0);
    EXPECT_NE(out.str().find("gpu03:0  NVIDIA A100-SXM4-80GB  available  -     -       -     -"),
              std::string::npos)
        << out.str();
    EXPECT_NE(out.str().find("gpu03:1  NVIDIA A100-SXM4-80GB  available  0%"), std::string::npos);
    EXPECT_NE(out.str().find("61.5 W  bartek   11:00"), std::string::npos) << out.str();
}

TEST_F(Commands, the_last_values_of_a_gpu_that_cannot_be_seen_are_no_live_ones) {
    server.answer(200, R"({"items":[{"id":"gpu_1","host_name":"gpu03","index":0,"model":"A100",)"
                       R"("state":"driver_broken","reason":"NVML mismatch",)"
                       R"("live":{"utilization_percent":0,"memory_used_mib":4,"power_w":71}}]})");
    EXPECT_EQ(run({"gpu", "list"}), 0);
    EXPECT_NE(out.str().find("driver_broken  -     -       -     -      "), std::string::npos)
        << out.str();
}

TEST_F(Commands, free_counts_slices_for_their_card_and_says_what_its_mark_of_the_useless_means) {
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

TEST_F(Commands, a_list_reads_every_page) {
    server.answer(200, R"({"items":[)" + reservation_json() + R"(],"next_cursor":"c+1"})");
    server.answer(200, R"({"items":[)" + reservation_json() + "]}");
    output.settings.form = Form::tsv;
    EXPECT_EQ(run({"reservation", "list"}), 0);
    EXPECT_EQ(server.line(0), "GET /reservations?owner=me&state=upcoming,running&limit=1000");
    EXPECT_EQ(server.line(1),
              "GET /reservations?owner=me&state=upcoming,running&limit=1000&cursor=c%2B1");
    const auto text = out.str();
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 2);
}

TEST_F(Commands, json_shows_only_the_members_asked_for) {
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

TEST_F(Commands, an_answer_from_tables_that_cannot_follow_says_how_old_it_is_beside_the_data) {
    output.settings.form = Form::json;
    server.answer({200, {{"dibs-position", "7"}, {"dibs-age", "12"}}, R"({"items":[]})"});
    EXPECT_EQ(run({"violation", "list"}), 0);
    EXPECT_EQ(out.str(), "[]\n");
    EXPECT_EQ(err.str(), "as of 12 s ago: the log is not reached\n");
}

TEST_F(Commands, an_answer_of_now_says_nothing_of_its_age) {
    server.answer(200, R"({"items":[]})");
    EXPECT_EQ(run({"violation", "list"}), 0);
    EXPECT_EQ(err.str().find("as of"), std::string::npos) << err.str();
}

TEST_F(Commands, an_empty_list_is_an_empty_array_in_json_and_nothing_in_a_pipe) {
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

TEST_F(Commands, extend_changes_the_version_it_has_seen) {
    server.answer(200, reservation_json("running"));
    server.answer(200, R"({"kind":"duration","duration_s":7200,"zone":"UTC","echo":"2h"})");
    server.answer(200, reservation_json("running"));
    EXPECT_EQ(run({"extend", reservation_id, "--by", "2h"}), 0);
    EXPECT_EQ(server.line(2), "PATCH /reservations/" + reservation_id);
    EXPECT_EQ(server.header(2, "If-Match"), "\"v3\"");
    EXPECT_EQ(server.body(2).dump(), R"({"until":"2026-11-24T18:00:00.000Z"})");
}

TEST_F(Commands, move_keeps_the_length) {
    server.answer(200, reservation_json());
    server.answer(200, R"({"kind":"instant","from":"2026-11-27T08:00:00.000Z","zone":"UTC",
                           "echo":"Fri 27 Nov 09:00 CET"})");
    server.answer(200, reservation_json());
    EXPECT_EQ(run({"move", reservation_id, "--to", "Fri 9:00"}), 0);
    EXPECT_EQ(server.body(2).dump(),
              R"({"from":"2026-11-27T08:00:00.000Z","until":"2026-11-27T16:00:00.000Z"})");
}

TEST_F(Commands, cancelling_a_running_reservation_says_that_it_was_released) {
    server.answer(200, reservation_json("running"));
    server.answer(200, reservation_json("released"));
    EXPECT_EQ(run({"cancel", reservation_id}), 0);
    EXPECT_NE(out.str().find("Released gpu03:0-1"), std::string::npos) << out.str();
    EXPECT_EQ(out.str().find("undo"), std::string::npos);
}

TEST_F(Commands, the_beginning_of_an_id_is_enough_if_it_is_the_only_one) {
    server.answer(200, R"({"items":[)" + reservation_json() + "]}");
    server.answer(200, reservation_json("cancelled"));
    EXPECT_EQ(run({"cancel", "01jd"}), 0);
    EXPECT_EQ(server.line(1), "DELETE /reservations/" + reservation_id);
    EXPECT_EQ(server.header(1, "If-Match"), "\"v3\"");
    EXPECT_NE(out.str().find("undo: dibs reservation reinstate " + reservation_id),
              std::string::npos);
}

TEST_F(Commands, an_ambiguous_beginning_is_refused_with_the_candidates) {
    const std::string two = R"({"items":[{"id":"res_01JDA"},{"id":"res_01JDB"}]})";
    server.answer(200, two);
    server.answer(200, two);
    EXPECT_EQ(run({"cancel", "01JD"}), 2);
    EXPECT_NE(err.str().find("res_01JDA res_01JDB"), std::string::npos);
}

TEST_F(Commands, current_is_the_one_that_runs) {
    server.answer(200, R"({"items":[]})");
    EXPECT_EQ(run({"release"}), 3);
    EXPECT_EQ(server.line(0), "GET /reservations?owner=me&state=running&limit=1000");
}

TEST_F(Commands, a_host_key_is_not_pinned_without_somebody_who_compared_it) {
    const std::string offered = R"({"address":"10.0.0.3","port":22,"key_type":"ssh-ed25519",
                                   "host_key_fingerprint":"SHA256:abc"})";
    server.answer(200, offered);
    EXPECT_EQ(run({"host", "add", "gpu03", "10.0.0.3"}), 2);
    EXPECT_EQ(server.asked.size(), 1U);
    server.answer(200, offered);
    terminal.typed = {"n"};
    EXPECT_EQ(run({"host", "add", "gpu03", "10.0.0.3"}), 1);
    EXPECT_EQ(server.asked.size(), 2U);
    server.answer(200, offered);
    server.answer(201, R"({"id":"host_1","name":"gpu03"})");
    terminal.typed = {"y"};
    EXPECT_EQ(run({"host", "add", "gpu03", "10.0.0.3"}), 0);
    EXPECT_EQ(server.body(3)["host_key_fingerprint"].text(), "SHA256:abc");
}

TEST_F(Commands, a_host_that_moved_is_changed_at_the_version_that_was_seen) {
    const std::string found = R"({"items":[{"id":"host_1","name":"gpu03","address":"10.0.0.3",)"
                              R"("port":22,"version":4}]})";
    const std::string offered = R"({"address":"10.0.0.9","port":22,"key_type":"ssh-ed25519",
                                   "host_key_fingerprint":"SHA256:abc"})";
    const std::string now = R"({"id":"host_1","name":"gpu03","version":5})";
    server.answer(200, found);
    EXPECT_EQ(run({"host", "edit", "gpu03"}), 2);
    server.answer(200, found);
    server.answer(200, now);
    EXPECT_EQ(run({"host", "edit", "gpu03", "--port", "2222", "--user", "probe"}), 0);
    EXPECT_EQ(server.line(2), "PATCH /hosts/host_1");
    EXPECT_EQ(server.header(2, "If-Match"), "\"v4\"");
    EXPECT_EQ(server.body(2)["port"].integer(), 2222);
    EXPECT_EQ(server.body(2)["user"].text(), "probe");
    EXPECT_TRUE(server.body(2)["address"].is_null());
    server.answer(200, found);
    server.answer(200, offered);
    server.answer(200, now);
    terminal.typed = {"y"};
    EXPECT_EQ(run({"host", "edit", "gpu03", "--address", "10.0.0.9", "--key"}), 0);
    EXPECT_EQ(server.body(4)["address"].text(), "10.0.0.9");
    EXPECT_EQ(server.body(5)["host_key_fingerprint"].text(), "SHA256:abc");
}

TEST_F(Commands, a_host_that_hides_whose_processes_run_on_it_says_what_to_do) {
    const auto shown = [&](const std::string& hidden) {
        server.answer(200, R"({"items":[{"id":"host_1","name":"gpu03","user":"dibs",)" + hidden +
                               R"("state":"reachable"}]})");
        out.str("");
        EXPECT_EQ(run({"host", "show", "gpu03"}), 0);
        const auto at = out.str().find("OWNERS");
        return at == std::string::npos ? "" : out.str().substr(at, out.str().find('\n', at) - at);
    };
    EXPECT_EQ(shown(""), "");
    EXPECT_NE(shown(R"("hidden_owners":{"why":"hidepid","group":"proc"},)")
                  .find("hides whose processes run. Run there: usermod -aG proc dibs"),
              std::string::npos);
    EXPECT_NE(shown(R"("hidden_owners":{"why":"hidepid"},)").find("Mount it with gid= of a group"),
              std::string::npos);
    EXPECT_NE(shown(R"("hidden_owners":{"why":"pid_namespace"},)").find("the host itself"),
              std::string::npos);
}

TEST_F(Commands, a_gpu_that_two_hosts_report_moves_once_somebody_has_seen_whose_bookings_go_along) {
    const auto ask = [&] {
        server.answer(200, gpus_page());
        server.answer(200, R"({"items":[{"id":"host_4","name":"gpu04"}]})");
        server.answer(200, R"({"items":[)" + reservation_json() + "]}");
    };
    const auto move = [&] { return run({"gpu", "move", "gpu03:1", "gpu04"}); };
    ask();
    EXPECT_EQ(move(), 2) << "nobody is there";
    EXPECT_EQ(err.str().find("from now on"), std::string::npos) << err.str();
    ask();
    terminal.typed = {"n"};
    EXPECT_EQ(move(), 1);
    EXPECT_EQ(server.asked.size(), 6U);
    ask();
    server.answer(200, R"({"id":"gpu_1","host_name":"gpu04","index":5})");
    terminal.typed = {"y"};
    EXPECT_EQ(move(), 0);
    EXPECT_EQ(server.body(9).dump(), R"({"host_id":"host_4"})");
    EXPECT_NE(err.str().find("  ann  gpu03:0-1"), std::string::npos) << err.str();
    EXPECT_NE(out.str().find("It is gpu04:5 now."), std::string::npos) << out.str();
    server.answer(200, gpus_page());
    EXPECT_EQ(run({"gpu", "move", "gpu03:9", "gpu04"}), 3);
}

TEST_F(Commands, a_person_is_added_by_the_account_that_signs_in_with_a_name_for_others_to_see) {
    const auto add = [&](std::vector<std::string> more) {
        server.answer(201, R"({"id":"per_1","name":"Ann Nowak","unix_name":"ann"})");
        terminal.typed = {"four words that differ"};
        std::vector<std::string> all{"user", "add", "ann", "--password-stdin"};
        all.insert(all.end(), more.begin(), more.end());
        EXPECT_EQ(run(all), 0) << err.str();
        return server.body(server.asked.size() - 1);
    };
    const auto named = add({"--name", "Ann Nowak"});
    EXPECT_EQ(named["unix_name"].text(), "ann");
    EXPECT_EQ(named["name"].text(), "Ann Nowak");
    EXPECT_EQ(add({})["name"].text(), "ann");
}

TEST_F(Commands, a_type_that_no_event_has_is_refused_with_those_there_are) {
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

TEST_F(Commands, a_clash_stands_with_the_host) {
    server.answer(200, R"({"items":[{"id":"host_1","name":"gpu04","state":"reachable",
        "clashes":[{"gpu_name":"gpu03:1","claimant_name":"gpu04"}]}]})");
    EXPECT_EQ(run({"host", "list"}), 0);
    EXPECT_NE(out.str().find("gpu03:1 is reported by gpu04 too"), std::string::npos) << out.str();
}

TEST_F(Commands, login_keeps_a_token_of_its_own_for_this_server) {
    server.answer(
        201, R"({"person":{"id":"per_1","name":"ann"},"via":"cookie","scopes":["read","book"]})");
    server.answer(201,
                  R"({"id":"tok_1","label":"l","scopes":["read","book"],"secret":"dibs_new"})");
    server.answer(204, "");
    terminal.typed = {"correct horse"};
    EXPECT_EQ(run({"auth", "login", "ann"}), 0);
    EXPECT_EQ(server.body(0)["password"].text(), "correct horse");
    EXPECT_EQ(server.header(0, "Authorization"), "");
    EXPECT_EQ(server.header(0, "Origin"), "http://dibs.test");
    EXPECT_EQ(server.body(1)["scopes"].dump(), R"(["read","book"])");
    EXPECT_EQ(server.line(2), "DELETE /session");
    EXPECT_EQ(settings.token("http://dibs.test"), "dibs_new");
    EXPECT_EQ(settings.token("http://other.test"), "");
    EXPECT_EQ(settings.server(""), "http://dibs.test");
}

TEST_F(Commands, login_is_known_to_the_server_from_the_second_time_on) {
    const auto log_in = [&](const std::string& device) {
        const auto first = server.asked.size();
        server.answer(
            {201,
             {{"dibs-position", "7"},
              {"set-cookie", "dibs_session=s; Path=/; HttpOnly"},
              {"set-cookie", "dibs_device=" + device + "; Max-Age=34560000; Path=/"}},
             R"({"person":{"id":"per_1","name":"ann"},"via":"cookie","scopes":["read"]})"});
        server.answer(201, R"({"id":"tok_1","secret":"dibs_new"})");
        server.answer(204, "");
        terminal.typed = {"correct horse"};
        EXPECT_EQ(run({"auth", "login", "ann"}), 0);
        return server.header(first, "Cookie");
    };
    EXPECT_EQ(log_in("one.sig"), "");
    server.answer(204, "");
    EXPECT_EQ(run({"auth", "logout"}), 0);
    EXPECT_EQ(log_in("two.sig~one.sig"), "dibs_device=one.sig") << "signing out forgets it not";
    EXPECT_EQ(log_in("two.sig"), "dibs_device=two.sig~one.sig");
    EXPECT_EQ(settings.device("http://other.test"), std::nullopt);
    const auto file = folder.path / "config/devices.toml";
    EXPECT_EQ(std::filesystem::status(file).permissions(),
              std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
}

TEST_F(Commands, setup_takes_the_token_out_of_the_link) {
    server.answer(200, R"({"open":true})");
    server.answer(201,
                  R"({"person":{"id":"per_1","name":"ann"},"via":"cookie","scopes":["admin"]})");
    server.answer(201, R"({"id":"tok_1","secret":"dibs_new"})");
    server.answer(204, "");
    terminal.typed = {"pass phrase", "pass phrase"};
    EXPECT_EQ(run({"setup", "http://dibs.test/setup?token=one-time", "--name", "ann", "--unix-name",
                   "ann"}),
              0);
    EXPECT_EQ(server.line(1), "POST /setup");
    EXPECT_EQ(server.body(1).dump(), R"({"token":"one-time","name":"ann","unix_name":"ann",)"
                                     R"("password":"pass phrase"})");
}

TEST_F(Commands, a_title_cannot_move_the_cursor_of_the_reader) {
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
