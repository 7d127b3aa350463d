// Answers to bookings of GPUs without a working driver.
#include "domain/codec/json_writer.hpp"
#include "tests/api/request/requests.hpp"
#include "tests/support/api_world.hpp"

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

fleet::Command driver_of(HostId host, fleet::DriverState state, std::string words = {}) {
    return fleet::ReportDriver{host, {state, std::move(words)}};
}

TEST(BrokenDriver, broken_driver_refuses_a_booking_soon_and_warns_a_later_one) {
    ApiWorld world;
    (void)world.command(fleet::Command{fleet::ReportReached{world.atlas}});
    (void)world.command(fleet::Command{fleet::ReportReached{world.boreas}});
    const auto before =
        world.as(world.ben).post(reservations_path, booking_body(world, {world.gpus[0]}, 2, 3));
    EXPECT_EQ(before.size("warnings"), 0U);
    (void)world.command(driver_of(world.atlas, fleet::DriverState::broken, "version mismatch"));
    const auto soon =
        world.as(world.ben).post(reservations_path, booking_body(world, {world.gpus[0]}, 4, 5));
    EXPECT_EQ(soon.status, 409);
    EXPECT_EQ(soon.at("code"), "driver-broken");
    EXPECT_EQ(soon.at("field"), "gpus");
    EXPECT_NE(soon.at("detail").find("version mismatch"), std::string::npos) << soon.body;
    EXPECT_GE(soon.size("alternatives"), 1U);
    const auto later =
        world.as(world.ben).post(reservations_path, booking_body(world, {world.gpus[0]}, 26, 27));
    EXPECT_EQ(later.status, 201) << later.body;
    EXPECT_EQ(later.at("warnings[0].gpu_name"), "atlas:0");
    EXPECT_EQ(later.at("warnings[0].state"), "driver_broken");
    EXPECT_EQ(later.at("warnings[0].reason"), "version mismatch");
    world.settle();
    const auto path = reservations_path + "/" + before.at("id");
    EXPECT_EQ(world.as(world.ben).get(path).at("warnings[0].reason"), "version mismatch");
    (void)world.command(driver_of(world.atlas, fleet::DriverState::working));
    world.settle();
    EXPECT_EQ(world.as(world.ben).get(path).size("warnings"), 0U);
}

TEST(BrokenDriver, gpu_with_broken_driver_is_offered_later_if_no_other_is_left) {
    ApiWorld world;
    (void)world.command(fleet::Command{fleet::ReportReached{world.atlas}});
    (void)world.command(driver_of(world.atlas, fleet::DriverState::broken, "version mismatch"));
    world.settle();
    const auto asked = [&](const std::string& more) {
        return world.as(world.ben).post(
            "/api/v1/offers", R"({"count":2,"duration_s":3600,"host":"atlas")" + more + '}');
    };
    const auto now = asked(R"(,"latest":")" + world.time(2) + '"');
    EXPECT_EQ(now.size("offers"), 0U) << now.body;
    EXPECT_NE(now.at("why").find("0 can be used: the GPU driver of atlas does not work: version "
                                 "mismatch"),
              std::string::npos)
        << now.body;
    const auto later = asked("");
    EXPECT_EQ(later.at("offers[0].warnings[0].reason"), "version mismatch") << later.body;
    const auto booked = world.as(world.ben).post(
        reservations_path, R"({"gpus":[")" + later.at("offers[0].gpus[0]") + R"("],"from":")" +
                               later.at("offers[0].from") + R"(","until":")" +
                               later.at("offers[0].until") + "\"}");
    EXPECT_EQ(booked.status, 201) << booked.body;
    EXPECT_EQ(asked(R"(,"model":"no such")").at("why"), "There is no such GPU.");
}

TEST(BrokenDriver, dry_run_answers_like_a_booking_and_books_nothing) {
    ApiWorld world;
    (void)world.command(fleet::Command{fleet::ReportReached{world.atlas}});
    const auto ben = world.as(world.ben);
    const auto asked = [&](int from, int until) {
        return ben.post(reservations_path + "?dry_run=true",
                        booking_body(world, {world.gpus[0]}, from, until));
    };
    const auto before = ben.get("/api/v1/events").body;
    const auto fine = asked(2, 3);
    EXPECT_EQ(fine.status, 200) << fine.body;
    EXPECT_EQ(fine.at("gpu_names[0]"), "atlas:0");
    EXPECT_EQ(fine.header("Location"), "");
    EXPECT_EQ(asked(3, 2).problem(), "interval-reversed/until");
    EXPECT_EQ(ben.get("/api/v1/events").body, before);
    EXPECT_EQ(ben.get(reservations_path + "/" + fine.at("id")).status, 404);
    EXPECT_EQ(
        ben.post(reservations_path + "?dry_run=maybe", booking_body(world, {world.gpus[0]}, 2, 3))
            .problem(),
        "malformed/dry_run");
    (void)world.command(driver_of(world.atlas, fleet::DriverState::broken, "version mismatch"));
    EXPECT_EQ(asked(4, 5).problem(), "driver-broken/gpus");
    EXPECT_GE(asked(4, 5).size("alternatives"), 1U);
    EXPECT_EQ(asked(26, 27).at("warnings[0].reason"), "version mismatch");
}

}  // namespace
}  // namespace dibs::test
