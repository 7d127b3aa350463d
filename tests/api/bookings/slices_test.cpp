// A GPU in slices over HTTP: its display and names. Either the GPU or its slices are booked. Also
// alternatives, and processes on an unknown slice.
#include "domain/codec/json_writer.hpp"
#include "tests/api/request/requests.hpp"
#include "tests/support/api_world.hpp"

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

class Slices : public testing::Test {
  protected:
    Slices() {
        fleet::ReportGpus report{world.boreas, {}};
        report.gpus.push_back({"GPU-boreas0", 0, "NVIDIA A100", 40960});
        report.gpus.push_back({card_uuid, 1, "NVIDIA A100", 40960});
        for (int i = 0; i < 2; ++i) {
            report.gpus.push_back(
                {"MIG-" + std::to_string(i), i, "NVIDIA A100 MIG 3g.20gb", 19968, card_uuid});
        }
        (void)world.command(fleet::Command{report});
        world.settle();
        whole = to_text(world.other[1]);
        for (int i = 0; i < 2; ++i) {
            const auto list = ben().get("/api/v1/gpus?host=boreas");
            slices.push_back(list.at("items[" + std::to_string(i + 2) + "].id"));
        }
    }
    Caller ben() { return world.as(world.ben); }
    Caller ann() { return world.as(world.ann); }
    ApiReply book(const Caller& caller, const std::string& gpu) {
        return caller.post(reservations_path, R"({"gpus":[")" + gpu + R"("],"from":")" +
                                                  world.time(2) + R"(","until":")" + world.time(3) +
                                                  "\"}");
    }

    ApiWorld world;
    const std::string card_uuid = "GPU-boreas1";
    std::string whole;
    std::vector<std::string> slices;
};

TEST_F(Slices, slices_follow_their_gpu_with_profile_and_no_live_values) {
    const auto list = ben().get("/api/v1/gpus?host=boreas");
    ASSERT_EQ(list.size("items"), 4U) << list.body;
    EXPECT_EQ(list.at("items[1].id"), whole);
    EXPECT_EQ(list.at("items[1].parent_id"), "");
    EXPECT_EQ(list.at("items[2].parent_id"), whole);
    EXPECT_EQ(list.at("items[2].parent_index"), "1");
    EXPECT_EQ(list.at("items[3].index"), "1");
    EXPECT_EQ(list.at("items[3].model"), "NVIDIA A100 MIG 3g.20gb");
    EXPECT_EQ(list.at("items[3].memory_total_mib"), "19968");
    EXPECT_EQ(list.at("items[3].live"), "");
    EXPECT_EQ(ben().get("/api/v1/gpus?host=boreas&model=3g.20gb").size("items"), 2U);
    const auto named = ben().post("/api/v1/gpus/parse", R"({"text":"boreas:1.0-1"})");
    EXPECT_EQ(named.at("gpus[1]"), slices[1]) << named.body;
    EXPECT_EQ(named.at("gpu_names[1]"), "boreas:1.1");
}

TEST_F(Slices, slice_and_its_gpu_are_not_booked_together) {
    const auto slice = book(ben(), slices[0]);
    ASSERT_EQ(slice.status, 201) << slice.body;
    EXPECT_EQ(slice.at("gpu_names[0]"), "boreas:1.0");
    const auto taken = book(ann(), whole);
    EXPECT_EQ(taken.status, 409);
    EXPECT_EQ(taken.problem(), "slot-taken/gpus");
    EXPECT_EQ(taken.at("conflicts[0].gpu_name"), "boreas:1.0") << taken.body;
    EXPECT_EQ(book(ann(), slices[1]).status, 201) << "the other slice is free";
    EXPECT_EQ(book(ann(), slices[0]).status, 409);
}

TEST_F(Slices, slices_are_taken_while_their_gpu_is) {
    ASSERT_EQ(book(ben(), whole).status, 201);
    for (const auto& slice : slices) {
        const auto taken = book(ann(), slice);
        EXPECT_EQ(taken.status, 409);
        EXPECT_EQ(taken.at("conflicts[0].gpu_name"), "boreas:1") << taken.body;
    }
    world.settle();
    const auto view = ben().get("/api/v1/gpus/" + slices[0]);
    EXPECT_EQ(view.at("next.owner_name"), "ben") << view.body;
}

TEST_F(Slices, slices_are_offered_by_profile_and_their_gpu_is_not) {
    const auto offer = [&](const std::string& model) {
        return ben().post("/api/v1/offers", R"({"count":1,"model":")" + model +
                                                R"(","host":"boreas","duration_s":3600})");
    };
    EXPECT_EQ(offer("3g.20gb").at("offers[0].gpu_names[0]"), "boreas:1.0") << offer("").body;
    EXPECT_EQ(offer("A100").at("offers[0].gpu_names[0]"), "boreas:0") << offer("A100").body;
}

TEST_F(Slices, process_on_an_unknown_slice_is_shown_and_violates_nothing) {
    const auto on = [&](std::vector<std::string> uuids, std::vector<std::string> unknown) {
        fleet::SeenProcess seen{
            std::move(uuids),  7, world.now(), "cleo", Personal<std::string>{"python"},
            std::move(unknown)};
        (void)world.command(fleet::Command{fleet::ReportProcesses{world.boreas, {seen}}});
        (void)world.command(Tick{});
        world.settle();
    };
    const auto path = "/api/v1/processes?host=boreas";
    world.book(world.ben, {parse_id<GpuId>(slices[1]).value()}, 0, 4);
    on({card_uuid}, {card_uuid});
    EXPECT_EQ(ben().get(path).at("items[0].slice_unknown"), "true");
    EXPECT_EQ(ben().get(path).at("items[0].gpu_name"), "boreas:1");
    EXPECT_EQ(ben().get("/api/v1/violations?state=open").size("items"), 0U);
    on({"GPU-boreas0", card_uuid}, {card_uuid});
    EXPECT_EQ(ben().get(path).at("items[0].slice_unknown"), "")
        << "on the whole card it is certain";
    EXPECT_EQ(ben().get(path).at("items[1].slice_unknown"), "true");
    on({"MIG-1"}, {});
    EXPECT_EQ(ben().get(path).at("items[0].slice_unknown"), "");
    EXPECT_EQ(ben().get(path).at("items[0].gpu_name"), "boreas:1.1");
    EXPECT_EQ(ben().get("/api/v1/violations?state=open").at("items[0].gpu_name"), "boreas:1.1");
}

}  // namespace
}  // namespace dibs::test
