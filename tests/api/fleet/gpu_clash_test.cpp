// A GPU that two hosts report, over HTTP: shown at the GPU and at both hosts, counted in /metrics,
// and moved with its bookings by an admin only.
#include "tests/support/api_world.hpp"
#include "tests/support/sample_site.hpp"

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

// Boreas reports the GPU atlas:1 too.
class GpuClashOverHttp : public testing::Test {
  protected:
    GpuClashOverHttp() {
        (void)world.command(
            fleet::Command{fleet::ReportGpus{world.boreas,
                                             {{"GPU-boreas0", 0, "NVIDIA A100", 40960, {}},
                                              {"GPU-boreas1", 1, "NVIDIA A100", 40960, {}},
                                              {"GPU-atlas1", 5, "NVIDIA A100", 40960, {}}},
                                             {}}});
        world.settle();
    }
    ApiReply host(HostId id) { return world.as(world.ben).get("/api/v1/hosts/" + to_text(id)); }
    ApiReply gpu() { return world.as(world.ben).get("/api/v1/gpus/" + to_text(card)); }
    ApiReply move(PersonId who, const std::string& to) {
        return world.as(who).post("/api/v1/gpus/" + to_text(card) + "/move",
                                  R"({"host_id":")" + to + "\"}");
    }
    std::string metrics() {
        world.settle();
        world.advance(std::chrono::seconds{2});
        return world.nobody().get("/metrics").body;
    }

    ApiWorld world;
    const GpuId card = world.gpus[1];
};

TEST_F(GpuClashOverHttp, clash_is_shown_at_the_gpu_and_both_hosts) {
    for (const auto& reply : {host(world.atlas), host(world.boreas), gpu()}) {
        ASSERT_EQ(reply.size("clashes"), 1U) << reply.body;
        EXPECT_EQ(reply.at("clashes[0].gpu_id"), to_text(card));
        EXPECT_EQ(reply.at("clashes[0].gpu_name"), "atlas:1");
        EXPECT_EQ(reply.at("clashes[0].uuid"), "GPU-atlas1");
        EXPECT_EQ(reply.at("clashes[0].host_name"), "atlas");
        EXPECT_EQ(reply.at("clashes[0].claimant_name"), "boreas");
        EXPECT_EQ(reply.at("clashes[0].claimed_index"), "5");
        EXPECT_NE(reply.at("clashes[0].since"), "");
    }
    EXPECT_EQ(host(world.boreas).at("gpu_count"), "2");
    EXPECT_EQ(gpu().at("state"), "available");
    const auto other = world.as(world.ben).get("/api/v1/gpus/" + to_text(world.gpus[0]));
    EXPECT_EQ(other.size("clashes"), 0U);
    EXPECT_NE(other.body.find("\"clashes\":[]"), std::string::npos);
}

TEST_F(GpuClashOverHttp, clash_is_counted_at_both_hosts_until_it_ends) {
    const auto line = [](const char* host, int count) {
        return "dibs_host_gpu_clashes{host=\"" + std::string(host) + "\"} " +
               std::to_string(count) + '\n';
    };
    const auto during = metrics();
    EXPECT_NE(during.find(line("atlas", 1)), std::string::npos) << during;
    EXPECT_NE(during.find(line("boreas", 1)), std::string::npos);
    EXPECT_EQ(move(world.ann, to_text(world.boreas)).status, 200);
    const auto after = metrics();
    EXPECT_NE(after.find(line("atlas", 0)), std::string::npos);
    EXPECT_NE(after.find(line("boreas", 0)), std::string::npos);
}

TEST_F(GpuClashOverHttp, admin_moves_the_gpu_with_its_bookings) {
    const auto held = world.book(world.ben, {card}, 2, 4);
    EXPECT_EQ(move(world.ben, to_text(world.boreas)).status, 403);
    const auto moved = move(world.ann, to_text(world.boreas));
    ASSERT_EQ(moved.status, 200) << moved.body;
    EXPECT_EQ(moved.at("host_name"), "boreas");
    EXPECT_EQ(moved.at("index"), "5");
    EXPECT_EQ(moved.at("next.id"), to_text(held));
    EXPECT_EQ(moved.size("clashes"), 0U);
    EXPECT_EQ(move(world.ann, to_text(world.boreas)).status, 200) << "said twice";
    const auto booked = world.as(world.ben).get("/api/v1/reservations/" + to_text(held));
    EXPECT_EQ(booked.at("gpu_names[0]"), "boreas:5") << booked.body;
}

TEST_F(GpuClashOverHttp, gpu_cannot_move_to_a_host_that_does_not_report_it) {
    EXPECT_EQ(move(world.ann, to_text(nth<HostId>(99))).problem(), "unknown-host/host_id");
    EXPECT_EQ(move(world.ann, "x").status, 400);
    const auto path = "/api/v1/gpus/" + to_text(world.gpus[0]) + "/move";
    const auto body = R"({"host_id":")" + to_text(world.boreas) + "\"}";
    EXPECT_EQ(world.as(world.ann).post(path, body).problem(), "not-ready/host_id");
    const auto unknown = "/api/v1/gpus/" + to_text(nth<GpuId>(99)) + "/move";
    EXPECT_EQ(world.as(world.ann).post(unknown, body).status, 404);
}

}  // namespace
}  // namespace dibs::test
