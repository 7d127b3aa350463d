// Candidates of a search, from the values of a fleet.
#include "domain/placement/candidate.hpp"

#include "tests/support/sample_site.hpp"

namespace dibs::test {
namespace {

using namespace std::chrono_literals;

placement::Device fleet_device(GpuId id, std::int64_t index, std::vector<GpuId> slices = {}) {
    placement::Device device{{.id = id, .host = atlas, .host_name = "atlas", .index = index}, {id}};
    device.overlapping.insert(device.overlapping.end(), slices.begin(), slices.end());
    return device;
}
placement::Busy fleet_busy(unsigned by, std::string_view from, std::string_view until) {
    return {{clock(from), clock(until)}, nth<ReservationId>(by)};
}
std::optional<placement::Trouble> trouble_in(GpuState state, std::optional<std::string> reason,
                                             const placement::NamedGpus& named = {}) {
    placement::Fleet fleet{{fleet_device(gpu_a, 3)}};
    fleet.devices[0].gpu.state = state;
    fleet.devices[0].gpu.reason = std::move(reason);
    return candidates(fleet, named, ten).at(0).trouble;
}

TEST(Candidates, bookings_of_overlapping_devices_count_once_in_order_of_time) {
    placement::Fleet fleet{{fleet_device(gpu_d, 1, {slice_1, slice_2}), fleet_device(gpu_c, 0)}};
    fleet.bookings[gpu_d] = {fleet_busy(2, "14:00", "15:00")};
    fleet.bookings[slice_1] = {fleet_busy(1, "10:00", "12:00")};
    fleet.bookings[slice_2] = {fleet_busy(1, "10:00", "12:00")};
    fleet.bookings[gpu_b] = {fleet_busy(3, "10:00", "12:00")};
    fleet.worked_on = {gpu_c};
    const auto found = candidates(fleet, {}, ten);
    ASSERT_EQ(found.size(), 2U);
    ASSERT_EQ(found[0].busy.size(), 2U);
    EXPECT_EQ(found[0].busy[0].by, nth<ReservationId>(1));
    EXPECT_EQ(found[0].busy[1].by, nth<ReservationId>(2));
    EXPECT_FALSE(is_free(found[0], {clock("11:00"), clock("13:00")}));
    EXPECT_TRUE(is_free(found[0], {clock("12:00"), clock("14:00")}));
    EXPECT_TRUE(found[1].busy.empty());
    EXPECT_FALSE(found[0].worked_on);
    EXPECT_TRUE(found[1].worked_on);
}

TEST(Candidates, unusable_gpu_has_words_and_the_time_when_it_is_bookable) {
    EXPECT_FALSE(trouble_in(GpuState::available, {}));
    const auto lost = trouble_in(GpuState::lost, "it fell off the bus");
    ASSERT_TRUE(lost);
    EXPECT_EQ(lost->words, "atlas:3 is lost: it fell off the bus");
    EXPECT_EQ(lost->bookable_from, ten + 25h) << "the repair, a margin, and the next full hour";
    EXPECT_EQ(trouble_in(GpuState::host_unreachable, {})->words, "atlas is not reached");
    EXPECT_EQ(trouble_in(GpuState::driver_broken, "no driver")->words,
              "the GPU driver of atlas does not work: no driver");
    const auto unhealthy = trouble_in(GpuState::unhealthy, {});
    EXPECT_EQ(unhealthy->words, "atlas:3 is unhealthy");
    EXPECT_EQ(unhealthy->bookable_from, Instant::max());
}

TEST(Candidates, named_gpu_may_be_unreachable_and_gone) {
    const placement::NamedGpus named{gpu_a};
    EXPECT_FALSE(trouble_in(GpuState::host_unreachable, {}, named)) << "its host may come back";
    EXPECT_TRUE(trouble_in(GpuState::driver_broken, {}, named));
    EXPECT_TRUE(trouble_in(GpuState::unhealthy, {}, named));
    auto gone = fleet_device(gpu_a, 3).gpu;
    gone.state = GpuState::lost;
    EXPECT_TRUE(is_considered(gone, named));
    EXPECT_FALSE(is_considered(gone, {}));
    EXPECT_FALSE(is_considered(gone, {gpu_b}));
    gone.reason = "it fell off the bus";
    EXPECT_TRUE(is_considered(gone, {}));
}

TEST(Candidates, links_join_cards_by_the_index_of_the_driver) {
    placement::Fleet fleet{{fleet_device(gpu_a, 0), fleet_device(gpu_b, 1), fleet_device(gpu_c, 2),
                            fleet_device(slice_1, 1)}};
    fleet.devices[3].gpu.index = {1, 0};
    fleet.devices[3].gpu.parent = gpu_b;
    fleet.links[atlas] = {{0, 1, fleet::LinkKind::nvlink, 4},
                          {0, 2, fleet::LinkKind::pix},
                          {1, 2, fleet::LinkKind::nvlink, 4},
                          {2, 7, fleet::LinkKind::nvlink, 4}};
    const auto found = candidates(fleet, {}, ten);
    EXPECT_EQ(found[0].linked_to, (std::vector{gpu_b}));
    EXPECT_EQ(found[1].linked_to, (std::vector{gpu_a, gpu_c}));
    EXPECT_EQ(found[2].linked_to, (std::vector{gpu_b}));
    EXPECT_TRUE(found[3].linked_to.empty());
    EXPECT_TRUE(are_linked(found[1], gpu_c));
    EXPECT_FALSE(are_linked(found[0], gpu_c));
}

TEST(Candidates, index_of_two_gpus_has_no_links) {
    placement::Fleet fleet{
        {fleet_device(gpu_a, 0), fleet_device(gpu_b, 1), fleet_device(gpu_c, 1)}};
    fleet.devices[2].gpu.state = GpuState::lost;
    fleet.links[atlas] = {{0, 1, fleet::LinkKind::nvlink, 4}};
    for (const auto& one : candidates(fleet, {}, ten)) EXPECT_TRUE(one.linked_to.empty());
}

}  // namespace
}  // namespace dibs::test
