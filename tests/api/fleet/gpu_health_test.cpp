// Answers about unhealthy GPUs, and their replacement in a booking.
#include "domain/codec/json_writer.hpp"
#include "tests/api/request/requests.hpp"
#include "tests/support/api_world.hpp"

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

// Two reachable hosts, and three errors on the first GPU of the first.
void fall_ill(ApiWorld& world) {
    (void)world.command(fleet::Command{fleet::ReportReached{world.atlas}});
    (void)world.command(fleet::Command{fleet::ReportReached{world.boreas}});
    const auto uuid = world.as(world.ben).get("/api/v1/gpus/" + to_text(world.gpus[0])).at("uuid");
    (void)world.command(fleet::Command{
        fleet::ReportHealth{world.atlas, {{uuid, {{health::Symptom::ecc_errors, 3, Instant{}}}}}}});
    world.settle();
}

TEST(UnhealthyGpu, unhealthy_gpu_shows_its_fault_and_since_when) {
    ApiWorld world;
    fall_ill(world);
    const auto ben = world.as(world.ben);
    const auto gpu = ben.get("/api/v1/gpus/" + to_text(world.gpus[0]));
    EXPECT_EQ(gpu.at("state"), "unhealthy");
    EXPECT_EQ(gpu.at("reason"), "3 uncorrected memory errors");
    EXPECT_EQ(gpu.at("unhealthy.faults[0].what"), "ecc_errors");
    EXPECT_EQ(gpu.at("unhealthy.since"), gpu.at("state_since"));
    EXPECT_EQ(ben.get("/api/v1/gpus?state=unhealthy").size("items"), 1U);
    (void)world.command(fleet::Command{fleet::ReportLost{world.atlas, "no route"}});
    world.settle();
    const auto unseen = ben.get("/api/v1/gpus/" + to_text(world.gpus[0]));
    EXPECT_EQ(unseen.at("state"), "unhealthy") << "as it was last seen";
    EXPECT_EQ(unseen.at("reason"), "3 uncorrected memory errors; no route");
    EXPECT_EQ(unseen.at("processes_known"), "false");
}

TEST(UnhealthyGpu, xid_error_is_shown_with_its_number_and_time) {
    ApiWorld world;
    (void)world.command(fleet::Command{fleet::ReportReached{world.atlas}});
    const auto ben = world.as(world.ben);
    const auto path = "/api/v1/gpus/" + to_text(world.gpus[0]);
    const health::Reading off_the_bus{health::Symptom::xid_errors, 79, world.now()};
    (void)world.command(fleet::Command{
        fleet::ReportHealth{world.atlas, {{ben.get(path).at("uuid"), {off_the_bus}}}}});
    world.settle();
    const auto gpu = ben.get(path);
    EXPECT_EQ(gpu.at("reason"), "XID 79: fallen off the bus");
    EXPECT_EQ(gpu.at("unhealthy.faults[0].what"), "xid_errors");
    EXPECT_EQ(gpu.at("unhealthy.faults[0].xid"), "79");
    EXPECT_EQ(gpu.at("unhealthy.faults[0].at"), to_text(world.now()));
}

TEST(UnhealthyGpu, unhealthy_gpu_is_never_booked_and_others_are_offered) {
    ApiWorld world;
    fall_ill(world);
    const auto ben = world.as(world.ben);
    for (const int hours : {2, 100}) {
        const auto no =
            ben.post(reservations_path, booking_body(world, {world.gpus[0]}, hours, hours + 1));
        EXPECT_EQ(no.status, 409) << no.body;
        EXPECT_EQ(no.at("code"), "gpu-unhealthy");
        EXPECT_EQ(no.at("field"), "gpus");
        EXPECT_GE(no.size("alternatives"), 1U);
    }
    const auto offers =
        ben.post("/api/v1/offers", R"({"count":1,"duration_s":3600,"host":"atlas","limit":20})");
    EXPECT_GE(offers.size("offers"), 1U);
    EXPECT_EQ(offers.body.find("\"gpus\":[\"" + to_text(world.gpus[0])), std::string::npos);
    EXPECT_EQ(offers.at("left_out[0].gpu_name"), "atlas:0");
    EXPECT_EQ(offers.at("left_out_count"), "1");
    const auto named =
        ben.post("/api/v1/offers",
                 R"({"gpus":)" + to_json(std::vector{world.gpus[0]}) + R"(,"duration_s":3600})");
    EXPECT_EQ(named.size("offers"), 0U);
    EXPECT_NE(named.at("why").find("atlas:0 is unhealthy: 3 uncorrected"), std::string::npos)
        << named.body;
}

TEST(UnhealthyGpu, unhealthy_gpu_of_running_booking_is_swapped_for_the_proposed_one) {
    ApiWorld world;
    (void)world.command(fleet::Command{fleet::ReportReached{world.atlas}});
    const auto ben = world.as(world.ben);
    const auto held = ben.post(reservations_path, booking_body(world, {world.gpus[0]}, 0, 3));
    ASSERT_EQ(held.status, 201) << held.body;
    const auto path = reservations_path + "/" + held.at("id");
    world.settle();
    EXPECT_EQ(ben.get(path + "/swap").size("swaps"), 0U) << "nothing is wrong";
    fall_ill(world);
    EXPECT_EQ(ben.get(path).at("warnings[0].state"), "unhealthy");
    const auto proposal = ben.get(path + "/swap");
    ASSERT_EQ(proposal.size("swaps"), 1U) << proposal.body;
    EXPECT_EQ(proposal.at("swaps[0].from_gpu_name"), "atlas:0");
    EXPECT_EQ(proposal.at("swaps[0].same_host"), "true");
    const auto changed = ben.with("If-Match", "\"v1\"")
                             .patch(path, "{\"gpus\":[\"" + proposal.at("gpus[0]") + "\"]}");
    ASSERT_EQ(changed.status, 200) << changed.body;
    EXPECT_EQ(changed.at("gpus[0]"), proposal.at("swaps[0].to_gpu_id"));
    EXPECT_EQ(changed.at("from"), held.at("from"));
    EXPECT_EQ(changed.at("moves[0].from_gpu_name"), "atlas:0");
    world.settle();
    EXPECT_EQ(ben.get(path).at("moves[0].to_gpu_id"), changed.at("gpus[0]"));
    const auto again = ben.with("If-Match", "\"v2\"")
                           .patch(path, "{\"gpus\":[\"" + to_text(world.gpus[0]) + "\"]}");
    EXPECT_EQ(again.status, 422) << "what works is kept: " << again.body;
    const auto useless = ben.get(path + "/swap?gpu=" + changed.at("gpus[0]"));
    EXPECT_EQ(useless.status, 409) << "and not offered for a swap: " << useless.body;
    EXPECT_EQ(useless.at("field"), "gpu");
}

TEST(SwapProposals, swap_is_proposed_only_for_gpus_of_an_open_booking) {
    ApiWorld world;
    const auto ben = world.as(world.ben);
    const auto held = ben.post(reservations_path, booking_body(world, {world.gpus[0]}, 2, 3));
    const auto path = reservations_path + "/" + held.at("id");
    world.settle();
    EXPECT_EQ(ben.get(path + "/swap?gpu=" + to_text(world.gpus[1])).at("code"), "unknown-gpu");
    EXPECT_EQ(ben.get(path + "/swap?gpu=" + to_text(world.gpus[0])).status, 200);
    EXPECT_EQ(ben.get(reservations_path + "/res_01JD3K8QZ4T5V6W7X8Y9Z0A130/swap").status, 404);
    (void)ben.with("If-Match", "*").del(path);
    world.settle();
    EXPECT_EQ(ben.get(path + "/swap").at("code"), "not-ready");
}

}  // namespace
}  // namespace dibs::test
