// Offers over HTTP: place and time, idle GPUs first.
#include "tests/support/api_world.hpp"
#include "tests/support/sample_site.hpp"

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

TEST(Offers, offers_for_now_prefer_idle_gpus_and_name_busy_ones) {
    ApiWorld world;
    fleet::ReportProcesses report{world.boreas, {{{"GPU-boreas0"}, 4711}}};
    report.running[0].unix_name = "cleo";
    report.running[0].started = world.now();
    report.running[0].command_line = Personal<std::string>{"python train.py"};
    (void)world.command(fleet::Command{report});
    world.settle();
    const auto ask = [&](PersonId who, const std::string& more) {
        return world.as(who).post("/api/v1/offers",
                                  R"({"host":"boreas","duration_s":3600)" + more + '}');
    };
    const auto one = ask(world.ben, R"(,"count":1)");
    EXPECT_EQ(one.at("offers[0].gpu_names[0]"), "boreas:1") << one.body;
    EXPECT_EQ(one.size("offers[0].busy_gpu_names"), 0U);
    const auto both = ask(world.ben, R"(,"count":2)");
    EXPECT_EQ(both.at("offers[0].busy_gpu_names[0]"), "boreas:0") << both.body;
    EXPECT_EQ(both.at("offers[0].reason"), "free, but in use just now");
    EXPECT_EQ(ask(world.cleo, R"(,"count":2)").size("offers[0].busy_gpu_names"), 0U)
        << "her own job";
}

TEST(Offers, offers_answer_amounts_and_times_with_placements) {
    ApiWorld world;
    world.book(world.ben, {world.gpus[0], world.gpus[1], world.gpus[2]}, 0, 4);
    const auto ben = world.as(world.ben);
    const auto two = ben.post("/api/v1/offers", R"({"count":2,"duration_s":3600})");
    EXPECT_EQ(two.status, 200) << two.body;
    EXPECT_EQ(two.at("offers[0].host_names[0]"), "boreas");
    EXPECT_EQ(two.at("offers[0].from"), world.time(0));
    EXPECT_EQ(two.at("offers[0].gpu_names[1]"), "boreas:1");
    const auto four = ben.post("/api/v1/offers", R"({"count":4,"duration_s":3600,"host":"atlas"})");
    EXPECT_EQ(four.at("offers[0].from"), world.time(4)) << four.body;
    const auto now =
        ben.post("/api/v1/offers", R"({"count":4,"duration_s":3600,"host":"atlas","earliest":")" +
                                       world.time(0) + R"(","latest":")" + world.time(0) + "\"}");
    EXPECT_EQ(now.size("offers"), 0U);
    EXPECT_EQ(now.status, 200);
    EXPECT_EQ(ben.post("/api/v1/offers", R"({"count":0,"duration_s":3600})").problem(),
              "out-of-range/count");
    EXPECT_EQ(ben.post("/api/v1/offers", R"({"count":1})").problem(), "malformed/duration_s");
    EXPECT_EQ(ben.post("/api/v1/offers", R"({"duration_s":60,"host":"nowhere"})").problem(),
              "unknown-host/host");
}

TEST(Offers, offers_obey_the_rules_of_bookings) {
    ApiWorld world;
    const rules::Set site{
        .shortest_min = 30, .longest_min = 120, .horizon_min = 24 * 60, .most_gpus = 2};
    (void)world.command(rules::Command{site}, world.ann);
    const auto ask = [&](const std::string& body) {
        return world.as(world.ben).post("/api/v1/offers", '{' + body + '}');
    };
    const auto too_long = ask(R"("count":1,"duration_s":7260)");
    EXPECT_EQ(too_long.problem(), "too-long/duration_s");
    EXPECT_EQ(too_long.at("rule"), "longest_min");
    EXPECT_EQ(too_long.at("detail"), "The longest booking is 2 hours. An admin can change that.");
    EXPECT_EQ(ask(R"("count":1,"duration_s":7200)").size("offers"), 2U) << "one a host";
    EXPECT_EQ(ask(R"("count":1,"duration_s":1740)").problem(), "too-short/duration_s");
    EXPECT_EQ(ask(R"("count":3,"duration_s":3600)").problem(), "out-of-range/count");
    const auto three = R"("duration_s":3600,"gpus":[")" + to_text(world.gpus[0]) + R"(",")" +
                       to_text(world.gpus[1]) + R"(",")" + to_text(world.gpus[2]) + R"("])";
    EXPECT_EQ(ask(three).problem(), "out-of-range/gpus");
    EXPECT_EQ(ask(R"("count":1,"duration_s":3600,"earliest":")" + world.time(25) + '"').problem(),
              "too-far-ahead/earliest");
}

TEST(Offers, offers_start_within_the_booking_horizon) {
    ApiWorld world;
    const auto four = world.gpus;
    world.book(world.ben, {four[0], four[1], four[2], four[3]}, 0, 48);
    const auto at_atlas = R"({"count":1,"duration_s":3600,"host":"atlas"})";
    const auto ben = world.as(world.ben);
    EXPECT_EQ(ben.post("/api/v1/offers", at_atlas).at("offers[0].from"), world.time(48));
    (void)world.command(rules::Command{rules::Set{.horizon_min = 24 * 60}}, world.ann);
    EXPECT_EQ(ben.post("/api/v1/offers", at_atlas).size("offers"), 0U);
}

}  // namespace
}  // namespace dibs::test
