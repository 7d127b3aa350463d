// Hosts, GPUs, the calendar, times, usage, health and metrics over HTTP.
#include "domain/codec/json_writer.hpp"
#include "tests/api/request/requests.hpp"
#include "tests/support/api_world.hpp"
#include "tests/support/sample_site.hpp"
#include "tests/support/samples.hpp"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

std::string host_body(const std::string& name, const std::string& more = "") {
    return R"({"name":")" + name + R"(","address":"10.1.2.3","host_key_fingerprint":")" + some_key +
           "\"" + more + "}";
}

TEST(Hosts, admin_enrols_a_host_by_fingerprint_and_removes_it) {
    ApiWorld world;
    const auto ann = world.as(world.ann);
    const auto made = ann.post(hosts_path, host_body("gpu07"));
    EXPECT_EQ(made.status, 201) << made.body;
    EXPECT_EQ(made.at("state"), "connecting");
    EXPECT_EQ(made.at("user"), "dibs");
    EXPECT_EQ(made.at("port"), "22");
    EXPECT_EQ(ann.post(hosts_path, host_body("gpu07")).problem(), "already-exists/name");
    EXPECT_EQ(ann.post(hosts_path, host_body("GPU 7")).problem(), "out-of-range/name");
    EXPECT_EQ(ann.post(hosts_path, host_body("gpu08", R"(,"port":70000)")).problem(),
              "out-of-range/port");
    EXPECT_EQ(ann.post(hosts_path, R"({"name":"a","address":"b","host_key_fingerprint":"MD5:1"})")
                  .problem(),
              "out-of-range/host_key_fingerprint");
    EXPECT_EQ(world.as(world.ben).post(hosts_path, host_body("gpu09")).status, 403);
    const auto path = hosts_path + "/" + made.at("id");
    EXPECT_EQ(world.as(world.ben).get(path).at("name"), "gpu07");
    EXPECT_EQ(ann.del(path).status, 204);
    EXPECT_EQ(ann.get(path).status, 404);
    EXPECT_EQ(ann.del(path).status, 404);
}

TEST(Hosts, jump_hosts_are_added_changed_and_removed) {
    ApiWorld world;
    const auto ann = world.as(world.ann).with("If-Match", "*");
    const auto key = std::string(R"("host_key_fingerprint":")") + some_key + '"';
    const auto jumps = R"("jumps":[{"address":"login1",)" + key + "}]";
    const auto made = ann.post(hosts_path, host_body("gpu07", ',' + jumps));
    EXPECT_EQ(made.status, 201) << made.body;
    EXPECT_EQ(made.at("jumps[0].address"), "login1");
    EXPECT_EQ(made.at("jumps[0].port"), "22");
    EXPECT_EQ(made.at("jumps[0].user"), "dibs");
    const auto path = hosts_path + "/" + made.at("id");
    EXPECT_EQ(world.as(world.ben).get(path).at("jumps[0].host_key_fingerprint"), some_key);
    EXPECT_EQ(ann.patch(path, R"({"jumps":[{"address":"-x",)" + key + "}]}").problem(),
              "out-of-range/jumps");
    const auto two =
        ann.patch(path, R"({"jumps":[{"address":"login1",)" + key +
                            R"(},{"address":"inner","port":23,"user":"x",)" + key + "}]}");
    EXPECT_EQ(two.at("jumps[1].port"), "23") << two.body;
    const auto none = ann.patch(path, R"({"jumps":[]})");
    EXPECT_EQ(none.status, 200) << none.body;
    EXPECT_EQ(none.body.find("jumps"), std::string::npos) << none.body;
    const auto shown =
        ann.post(hosts_path + "/fingerprint", R"({"address":"gpu07.example",)" + jumps + "}");
    EXPECT_EQ(shown.at("key_type"), "behind dibs@login1") << shown.body;
    EXPECT_EQ(ann.post(hosts_path + "/fingerprint",
                       R"({"address":"gpu07.example","jumps":[{"address":"login1",)"
                       R"("host_key_fingerprint":"none"}]})")
                  .problem(),
              "out-of-range/jumps");
}

TEST(Hosts, host_with_future_bookings_is_not_removed) {
    ApiWorld world;
    const auto id = world.book(world.ben, {world.other[0]}, 2, 4);
    const auto reply = world.as(world.ann).del(hosts_path + "/" + to_text(world.boreas));
    EXPECT_EQ(reply.problem(), "not-ready");
    EXPECT_EQ(reply.at("conflicts[0].reservation_id"), to_text(id));
    EXPECT_EQ(reply.at("about[0]"), to_text(id));
}

TEST(Hosts, offered_host_key_is_shown_to_admins) {
    ApiWorld world;
    const auto path = hosts_path + "/fingerprint";
    const auto shown = world.as(world.ann).post(path, R"({"address":"gpu07.example"})");
    EXPECT_EQ(shown.at("host_key_fingerprint"), some_key) << shown.body;
    EXPECT_EQ(shown.at("port"), "22");
    const auto dead = world.as(world.ann).post(path, R"({"address":"dead.example"})");
    EXPECT_EQ(dead.status, 503);
    EXPECT_EQ(dead.problem(), "unavailable/address");
    EXPECT_EQ(world.as(world.ben).post(path, R"({"address":"gpu07.example"})").status, 403);
}

TEST(Gpus, gpus_show_their_model_and_holder) {
    ApiWorld world;
    world.book(world.ben, {world.gpus[0]}, 0, 4);
    world.book(world.cleo, {world.gpus[0]}, 6, 8);
    const auto reply = world.as(world.ben).get("/api/v1/gpus?host=atlas");
    EXPECT_EQ(reply.size("items"), 4U) << reply.body;
    EXPECT_EQ(reply.at("items[0].reservation.owner_name"), "ben");
    EXPECT_EQ(reply.at("items[0].next.owner_name"), "cleo");
    EXPECT_EQ(reply.at("items[0].free_from"), world.time(4));
    EXPECT_EQ(reply.at("items[1].state"), "available");
    EXPECT_EQ(world.as(world.ben).get("/api/v1/gpus?model=h100").size("items"), 0U);
    EXPECT_EQ(world.as(world.ben).get("/api/v1/gpus/" + to_text(world.gpus[2])).at("index"), "2");
    EXPECT_EQ(world.as(world.ben).get("/api/v1/processes").size("items"), 0U);
}

TEST(Calendar, calendar_shows_a_window_of_gpus_with_owner_names) {
    ApiWorld world;
    world.book(world.ben, {world.gpus[0], world.gpus[1]}, 2, 4);
    world.book(world.cleo, {world.other[0]}, 2, 4);
    const auto ben = world.as(world.ben);
    const auto window = "?from=" + world.time(0) + "&until=" + world.time(24);
    const auto whole = ben.get("/api/v1/calendar" + window);
    EXPECT_EQ(whole.size("gpus"), 6U) << whole.body;
    EXPECT_EQ(whole.size("reservations"), 2U);
    EXPECT_EQ(whole.at("people." + to_text(world.ben)), "ben");
    EXPECT_EQ(ben.get("/api/v1/calendar" + window + "&host=boreas").size("reservations"), 1U);
    EXPECT_EQ(ben.get("/api/v1/calendar" + window + "&host=boreas&gpu=" + to_text(world.gpus[0]))
                  .size("gpus"),
              0U);
    EXPECT_EQ(ben.get("/api/v1/calendar?from=" + world.time(0)).problem(), "malformed/until");
    EXPECT_EQ(
        ben.get("/api/v1/calendar?from=" + world.time(5) + "&until=" + world.time(1)).problem(),
        "interval-reversed/until");
    EXPECT_EQ(ben.get("/api/v1/calendar?from=" + world.time(0) + "&until=" + world.time(24 * 94))
                  .problem(),
              "out-of-range/until");
}

TEST(Offers, recent_start_is_offered_and_booked_for_the_full_length) {
    ApiWorld world;
    const auto ben = world.as(world.ben);
    const auto start = to_text(world.now() - std::chrono::milliseconds{694});
    const auto offer = ben.post("/api/v1/offers", R"({"count":1,"duration_s":1800,"earliest":")" +
                                                      start + R"(","latest":")" + start + "\"}");
    ASSERT_GE(offer.size("offers"), 1U) << offer.body;
    EXPECT_EQ(offer.at("offers[0].from"), start);
    const auto until = to_text(*parse_instant(start) + std::chrono::minutes{30});
    EXPECT_EQ(offer.at("offers[0].until"), until);
    const auto booked = ben.post("/api/v1/reservations",
                                 "{\"gpus\":[\"" + offer.at("offers[0].gpus[0]") +
                                     "\"],\"from\":\"" + start + "\",\"until\":\"" + until + "\"}");
    EXPECT_EQ(booked.at("from"), start) << booked.body;
    EXPECT_EQ(booked.at("until"), until);
}

TEST(TimeParse, now_is_parsed_as_a_whole_second) {
    ApiWorld world;
    const auto parsed = [&](const std::string& text) {
        return world.as(world.ben).post(
            "/api/v1/time/parse",
            R"({"text":")" + text + R"(","zone":"UTC","now":"2026-11-21T09:00:00.945Z"})");
    };
    EXPECT_EQ(parsed("now for 30m").at("from"), "2026-11-21T09:00:00.000Z");
    EXPECT_EQ(parsed("now for 30m").at("until"), "2026-11-21T09:30:00.000Z");
    EXPECT_EQ(parsed("now for rest of the day").at("until"), "2026-11-22T00:00:00.000Z");
}

TEST(TimeParse, phrases_are_parsed_in_a_zone_and_faults_named) {
    ApiWorld world;
    const auto ask = [&](const std::string& text) {
        return world.as(world.ben).post(
            "/api/v1/time/parse",
            R"({"text":")" + text + R"(","zone":"Europe/Warsaw","now":"2026-11-23T12:00:00Z"})");
    };
    const auto range = ask("tomorrow 9:00-17:00");
    EXPECT_EQ(range.at("kind"), "interval") << range.body;
    EXPECT_EQ(range.at("from"), "2026-11-24T08:00:00.000Z");
    EXPECT_EQ(range.at("duration_s"), "28800");
    EXPECT_EQ(ask("tomorrow 9:00").at("kind"), "instant");
    EXPECT_EQ(ask("4h").at("duration_s"), "14400");
    EXPECT_EQ(ask("when pigs fly").problem(), "out-of-range/text");
    EXPECT_EQ(ask("w piątek od 9 do 17").at("from"), "2026-11-27T08:00:00.000Z");
    EXPECT_EQ(world.as(world.ben)
                  .post("/api/v1/time/parse", R"({"text":"now","zone":"Mars/Base"})")
                  .problem(),
              "unknown-zone/zone");
    EXPECT_EQ(world.as(world.ben)
                  .post("/api/v1/time/parse", R"({"text":"4h","zone":"UTC","kind":"instant"})")
                  .status,
              422);
}

TEST(TimeParse, ambiguous_time_lists_its_readings) {
    ApiWorld world;
    const auto ask = [&](const std::string& text, const std::string& kind) {
        return world.as(world.ben).post("/api/v1/time/parse",
                                        R"({"text":")" + text + R"(","kind":")" + kind +
                                            R"(","zone":"Europe/Warsaw",)" +
                                            R"("now":"2026-11-23T12:00:00Z"})");
    };
    const auto asked = ask("tomorrow 9-5", "interval");
    EXPECT_EQ(asked.status, 422);
    EXPECT_EQ(asked.problem(), "ambiguous-time/text") << asked.body;
    EXPECT_EQ(asked.size("alternatives"), 3U);
    EXPECT_NE(asked.body.find(R"({"text":"Tue 24 Nov 09:00-17:00 CET",)"
                              R"("from":"2026-11-24T08:00:00.000Z",)"
                              R"("until":"2026-11-24T16:00:00.000Z",)"
                              R"("sentence":"8h, on one day."})"),
              std::string::npos)
        << asked.body;
    const auto taken = ask("next friday 9-17", "any");
    EXPECT_EQ(taken.status, 200);
    EXPECT_EQ(taken.at("from"), "2026-12-04T08:00:00.000Z");
    EXPECT_NE(taken.at("taken"), "") << taken.body;
    EXPECT_EQ(taken.size("alternatives"), 1U);
    EXPECT_EQ(ask("tomorrow 9-17", "any").body.find("taken"), std::string::npos);
    EXPECT_EQ(ask("tomorrow morning", "instant").at("from"), "2026-11-24T08:00:00.000Z");
    EXPECT_EQ(ask("tomorrow morning", "instant").at("kind"), "instant");
    EXPECT_EQ(ask("9-17", "any").problem(), "in-the-past/text");
    EXPECT_EQ(ask("9-17", "any").size("alternatives"), 2U);
}

TEST(GpuRequestRoute, gpu_request_is_parsed_to_exact_gpus_or_an_amount) {
    ApiWorld world;
    const auto ask = [&](const std::string& body) {
        return world.as(world.ben).post("/api/v1/gpus/parse", body);
    };
    const auto named = ask(R"({"text":"atlas:0,2-3"})");
    EXPECT_EQ(named.at("kind"), "gpus") << named.body;
    EXPECT_EQ(named.size("gpus"), 3U);
    EXPECT_EQ(named.at("gpus[1]"), to_text(world.gpus[2]));
    EXPECT_EQ(named.at("gpu_names[2]"), "atlas:3");
    EXPECT_EQ(named.at("count") + named.at("rest"), "");
    const auto amount =
        ask(R"({"text":"2x tomorrow 9-17","on":"boreas","min_memory":"1G","partial":true})");
    EXPECT_EQ(amount.at("kind"), "amount") << amount.body;
    EXPECT_EQ(amount.at("count") + amount.at("host_name"), "2boreas");
    EXPECT_EQ(amount.at("min_memory_mib"), "1024");
    EXPECT_EQ(amount.at("on_one_host"), "2");
    EXPECT_EQ(amount.at("rest"), "tomorrow 9-17");
    const auto wish =
        ask(R"({"text":"I need two gpus for my training tomorrow 9-17","partial":true})");
    EXPECT_EQ(wish.at("count") + wish.at("title"), "2training") << wish.body;
    EXPECT_EQ(wish.at("rest"), "tomorrow 9-17");
    const auto none = ask(R"({"text":"the fleet","partial":true})");
    EXPECT_EQ(none.at("kind") + '/' + none.at("rest"), "none/the fleet");
    EXPECT_EQ(ask(R"({"text":"atlas:9"})").problem(), "unknown-gpu/text");
    const auto near = ask(R"({"text":"2xV100 8h","partial":true})");
    EXPECT_EQ(near.problem(), "unknown-gpu/text");
    ASSERT_EQ(near.size("alternatives"), 1U) << near.body;
    EXPECT_EQ(
        ask(R"({"text":")" + near.at("alternatives[0].text") + R"(","partial":true})").at("count"),
        "2");
    EXPECT_EQ(ask(R"({"text":"2x","on":"nowhere"})").problem(), "unknown-host/on");
    EXPECT_EQ(ask(R"({"text":"2x 8h"})").problem(), "out-of-range/text");
    EXPECT_EQ(ask(R"({"text":"2x","speed":1})").status, 400);
}

TEST(UsageRoute, usage_shows_samples_in_columns) {
    ApiWorld world;
    const std::vector samples{sample_of(world.gpus[0], world.now(),
                                        {{"utilization_percent", 50},
                                         {"memory_used_mib", 1024},
                                         {"temperature_c", 60},
                                         {"power_w", 875}})};
    world.model->usage().take(samples);
    const auto path = "/api/v1/usage?gpu=" + to_text(world.gpus[0]) + "&from=" + world.time(0) +
                      "&until=" + to_text(world.now() + std::chrono::seconds{2}) + "&step=1";
    const auto reply = world.as(world.ben).get(path);
    EXPECT_EQ(reply.at("gpus[0].utilization_percent[0]"), "50") << reply.body;
    EXPECT_EQ(world.as(world.ben).get("/api/v1/usage?from=" + world.time(0)).problem(),
              "out-of-range/gpu");
}

TEST(UsageRoute, usage_limit_counts_points_times_metrics_with_values) {
    ApiWorld world;
    for (const auto& gpu : {world.gpus[0], world.gpus[1]}) {
        world.model->usage().take(
            std::array{sample_of(gpu, world.at(0), {{"power_w", 875}, {"temperature_c", 50}})});
    }
    const auto ben = world.as(world.ben);
    const auto ask = [&](const std::string& metrics, int seconds, const char* step = "step=1") {
        return ben.get("/api/v1/usage?" + std::string(step) + "&gpu=" + to_text(world.gpus[0]) +
                       ',' + to_text(world.gpus[1]) + "&from=" + world.time(0) +
                       "&until=" + to_text(world.at(0) + std::chrono::seconds{seconds}) + metrics);
    };
    EXPECT_EQ(ask("&metric=power_w", 50'000).status, 200);
    EXPECT_EQ(ask("&metric=power_w", 50'001).problem(), "out-of-range/step");
    EXPECT_EQ(ask("&metric=power_w,temperature_c", 25'000).status, 200);
    EXPECT_EQ(ask("&metric=power_w,temperature_c", 25'001).problem(), "out-of-range/step");
    EXPECT_EQ(ask("", 25'000).status, 200) << "two of all that there are";
    EXPECT_EQ(ask("", 25'001).problem(), "out-of-range/step");
    EXPECT_EQ(ask("&metric=beauty", 10).problem(), "out-of-range/metric");
    EXPECT_EQ(ask("", 25'001, "points=10000").at("step_s"), "60") << "left open, it fits";
    EXPECT_EQ(ask("&statistic=count", 60, "points=1").at("gpus[0].power_w[0]"), "1");
    EXPECT_EQ(ask("&statistic=median", 60).problem(), "malformed/statistic");
    EXPECT_EQ(ask("&points=5", 60).problem(), "malformed/points") << "beside a step";
    EXPECT_EQ(ask("", 60, "points=0").problem(), "out-of-range/points");
}

TEST(UsageRoute, usage_shows_hosts_and_only_the_requested_metrics) {
    ApiWorld world;
    world.model->usage().take(std::array{
        sample_of(world.atlas, world.now(), {{"cpu_percent", 7}, {"load", 123}}),
        sample_of(world.gpus[0], world.now(), {{"power_w", 875}, {"temperature_c", 50}})});
    const auto reply = world.as(world.ben).get(
        "/api/v1/usage?step=1&host=" + to_text(world.atlas) + "&gpu=" + to_text(world.gpus[0]) +
        "&from=" + world.time(0) + "&until=" + to_text(world.now() + std::chrono::seconds{1}) +
        "&metric=load,power_w");
    EXPECT_NE(reply.body.find("\"load\":[1.23]"), std::string::npos) << reply.body;
    EXPECT_NE(reply.body.find("\"power_w\":[87.5]"), std::string::npos);
    EXPECT_EQ(reply.body.find("cpu_percent"), std::string::npos);
    EXPECT_EQ(reply.body.find("temperature_c"), std::string::npos);
    const auto host = world.as(world.ben).get("/api/v1/hosts/" + to_text(world.atlas));
    EXPECT_EQ(host.at("live.cpu_percent"), "7") << host.body;
}

// The page is built with a copy without the parts for Prometheus, because every first visit loads
// it. DIBS_WRITE_CATALOGUE=1 writes the copy again.
TEST(Catalogue, catalogue_equals_the_pages_copy) {
    ApiWorld world;
    const auto reply = world.as(world.ben).get("/api/v1/metrics");
    ASSERT_EQ(reply.status, 200) << reply.body;
    auto body = reply.body.substr(0, reply.body.find_last_of('}') + 1);
    body = std::regex_replace(body, std::regex(R"(,"series":"[^"]*","help":"[^"]*")"), "");
    for (std::size_t at = 0; (at = body.find("{\"name\"", at)) != std::string::npos; at += 3) {
        body.insert(at, "\n  ");
        at += 3;
    }
    const auto wanted =
        "/* Written by test_api (Catalogue) from domain/usage/metric.hpp: not by hand. */\n"
        "export const catalogue = " +
        body + " as const;\n";
    const std::string path = DIBS_SOURCE_DIR "/api/dashboard/src/data/usage/catalogue.ts";
    if (std::getenv("DIBS_WRITE_CATALOGUE") != nullptr) std::ofstream(path) << wanted;
    std::ifstream file(path);
    const std::string found{std::istreambuf_iterator<char>(file), {}};
    EXPECT_EQ(found, wanted) << "DIBS_WRITE_CATALOGUE=1 writes it anew";
}

TEST(Service, service_answers_liveness_readiness_and_contract) {
    ApiWorld world;
    EXPECT_EQ(world.nobody().get("/livez").status, 200);
    const auto ready = world.nobody().get("/readyz?verbose=1");
    EXPECT_EQ(ready.status, 200) << ready.body;
    EXPECT_NE(ready.body.find("tables: ok"), std::string::npos);
    const auto contract = world.nobody().get("/api/v1/openapi.yaml");
    EXPECT_EQ(contract.response.content_type, "application/yaml");
    EXPECT_NE(contract.body.find("openapi: 3.1"), std::string::npos);
    EXPECT_EQ(world.nobody()
                  .with("If-None-Match", contract.header("ETag"))
                  .get("/api/v1/openapi.yaml")
                  .status,
              304);
    EXPECT_EQ(world.as(world.ben).get("/api/v1/stream").status, 426);
}

TEST(Service, every_api_answer_carries_a_position) {
    ApiWorld world;
    const auto ben = world.as(world.ben);
    for (const auto* path :
         {"/api/v1/gpus", "/api/v1/gpus/x", "/api/v1/gpus?no=1", "/api/v1/session"}) {
        EXPECT_NE(ben.get(path).header("Dibs-Position"), "") << path;
    }
    EXPECT_NE(world.nobody().get("/api/v1/gpus").header("Dibs-Position"), "");
}

}  // namespace
}  // namespace dibs::test
