// What is answered to who books GPUs whose driver does not work.
#include "domain/codec/json_writer.hpp"
#include "tests/support/api_world.hpp"

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

const std::string all = "/api/v1/reservations";

std::string body(const ApiWorld& world, const std::vector<GpuId>& gpus, int from, int until) {
    return "{\"gpus\":" + to_json(gpus) + ",\"from\":\"" + world.time(from) + "\",\"until\":\"" +
           world.time(until) + "\"}";
}

fleet::Command driver_of(HostId host, fleet::DriverState state, std::string words = {}) {
    return fleet::ReportDriver{host, {state, std::move(words)}};
}

TEST(BrokenDriver, refuses_a_booking_soon_and_warns_a_later_one) {
    ApiWorld world;
    (void)world.command(fleet::Command{fleet::ReportReached{world.atlas}});
    (void)world.command(fleet::Command{fleet::ReportReached{world.boreas}});
    const auto before = world.as(world.ben).post(all, body(world, {world.gpus[0]}, 2, 3));
    EXPECT_EQ(before.size("warnings"), 0U);
    (void)world.command(driver_of(world.atlas, fleet::DriverState::broken, "version mismatch"));
    const auto soon = world.as(world.ben).post(all, body(world, {world.gpus[0]}, 4, 5));
    EXPECT_EQ(soon.status, 409);
    EXPECT_EQ(soon.at("code"), "driver-broken");
    EXPECT_EQ(soon.at("field"), "gpus");
    EXPECT_NE(soon.at("detail").find("version mismatch"), std::string::npos) << soon.body;
    EXPECT_GE(soon.size("alternatives"), 1U);
    const auto later = world.as(world.ben).post(all, body(world, {world.gpus[0]}, 26, 27));
    EXPECT_EQ(later.status, 201) << later.body;
    EXPECT_EQ(later.at("warnings[0].gpu_name"), "atlas:0");
    EXPECT_EQ(later.at("warnings[0].state"), "driver_broken");
    EXPECT_EQ(later.at("warnings[0].reason"), "version mismatch");
    world.settle();
    const auto path = all + "/" + before.at("id");
    EXPECT_EQ(world.as(world.ben).get(path).at("warnings[0].reason"), "version mismatch");
    (void)world.command(driver_of(world.atlas, fleet::DriverState::working));
    world.settle();
    EXPECT_EQ(world.as(world.ben).get(path).size("warnings"), 0U);
}

}  // namespace
}  // namespace dibs::test
