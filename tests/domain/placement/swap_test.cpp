// Replacements for unusable GPUs: similar, free for the rest, and near. No offer and no swap has an
// unusable GPU, in any fleet.
#include "domain/placement/swap.hpp"

#include "domain/placement/offer.hpp"
#include "tests/support/sample_site.hpp"

#include <random>

namespace dibs::test {
namespace {

using namespace std::chrono_literals;

const GpuId gpu_e = nth<GpuId>(7), gpu_f = nth<GpuId>(8);

placement::Candidate swap_candidate(GpuId id, HostId host, std::int64_t index,
                                    std::vector<placement::Busy> busy = {}) {
    return {.gpu = {.id = id,
                    .host = host,
                    .host_name = host == atlas ? "atlas" : "boreas",
                    .index = index,
                    .model = "NVIDIA A100",
                    .memory_total_mib = 40960},
            .busy = std::move(busy)};
}
placement::Gpu given_up(GpuId id, HostId host = atlas) {
    return {.id = id, .host = host, .model = "NVIDIA A100", .memory_total_mib = 40960};
}
placement::SwapRequest request(std::vector<GpuId> gpus, std::vector<placement::Gpu> replace) {
    return {std::move(gpus), std::move(replace), {ten, clock("14:00")}};
}
std::vector<placement::Swap> swapped(const std::vector<placement::Candidate>& all,
                                     const placement::SwapRequest& wanted) {
    return swaps(all, wanted);
}

TEST(SwapSearch, same_host_comes_first) {
    const auto wanted = request({gpu_a}, {given_up(gpu_a)});
    std::vector all{swap_candidate(gpu_c, boreas, 0), swap_candidate(gpu_a, atlas, 0),
                    swap_candidate(gpu_b, atlas, 1)};
    EXPECT_EQ(swapped(all, wanted), (std::vector<placement::Swap>{{gpu_a, gpu_b}}));
    all[2].busy = {{{clock("13:00"), clock("15:00")}, nth<ReservationId>(1)}};
    EXPECT_EQ(swapped(all, wanted), (std::vector<placement::Swap>{{gpu_a, gpu_c}}));
}

TEST(SwapSearch, replacement_has_the_same_model_and_memory) {
    const auto wanted = request({gpu_a}, {given_up(gpu_a)});
    std::vector all{swap_candidate(gpu_b, atlas, 1), swap_candidate(gpu_c, boreas, 0),
                    swap_candidate(gpu_e, boreas, 1), swap_candidate(gpu_f, boreas, 2)};
    all[0].gpu.model = "NVIDIA H100";
    all[1].gpu.memory_total_mib = 81920;
    all[2].trouble = placement::Trouble{Instant::max(), "ill"};
    all[3].gpu.parent = gpu_d;
    EXPECT_TRUE(swapped(all, wanted).empty());
    auto unknown = wanted;
    unknown.replace[0].model.clear();
    EXPECT_TRUE(swapped({swap_candidate(gpu_b, atlas, 1)}, unknown).empty());
}

TEST(SwapSearch, replacement_prefers_links_to_kept_gpus) {
    const auto wanted = request({gpu_a, gpu_b}, {given_up(gpu_a)});
    std::vector all{swap_candidate(gpu_e, atlas, 2), swap_candidate(gpu_f, atlas, 3)};
    EXPECT_EQ(swapped(all, wanted), (std::vector<placement::Swap>{{gpu_a, gpu_e}}));
    all[1].linked_to = {gpu_b};
    EXPECT_EQ(swapped(all, wanted), (std::vector<placement::Swap>{{gpu_a, gpu_f}}));
}

TEST(SwapSearch, closed_gpu_is_no_replacement_but_counts_for_links_and_cards) {
    const auto wanted = request({gpu_a, gpu_b}, {given_up(gpu_a)});
    std::vector all{swap_candidate(gpu_b, atlas, 1), swap_candidate(gpu_e, atlas, 2),
                    swap_candidate(gpu_f, atlas, 3)};
    all[0].gpu.closed = true;
    all[2].linked_to = {gpu_b};
    EXPECT_EQ(swapped(all, wanted), (std::vector<placement::Swap>{{gpu_a, gpu_f}}));
    all[2].gpu.closed = true;
    EXPECT_EQ(swapped(all, wanted), (std::vector<placement::Swap>{{gpu_a, gpu_e}}));
    auto slice = swap_candidate(slice_1, atlas, 0);
    slice.gpu.parent = gpu_e;
    slice.gpu.closed = true;
    all.push_back(slice);
    EXPECT_TRUE(swapped(all, wanted).empty()) << "a card with slices is no equal of a card";
}

TEST(SwapSearch, two_lost_gpus_get_two_replacements_and_a_third_gets_none) {
    const auto wanted =
        request({gpu_a, gpu_b, gpu_c}, {given_up(gpu_a), given_up(gpu_b), given_up(gpu_c, boreas)});
    const std::vector all{swap_candidate(gpu_e, atlas, 2), swap_candidate(gpu_f, boreas, 3)};
    EXPECT_EQ(swapped(all, wanted), (std::vector<placement::Swap>{{gpu_a, gpu_e}, {gpu_b, gpu_f}}));
}

TEST(SwapSearch, sliced_cards_and_overlapping_devices_are_no_replacement) {
    auto slice = swap_candidate(slice_1, boreas, 0);
    slice.gpu.parent = gpu_d;
    EXPECT_TRUE(
        swapped({swap_candidate(gpu_d, boreas, 1), slice}, request({gpu_a}, {given_up(gpu_a)}))
            .empty());
    auto old = given_up(gpu_d, boreas);
    old.parent = gpu_c;
    EXPECT_TRUE(swapped({slice}, request({gpu_d}, {old})).empty());
}

TEST(SwapSearch, random_offers_and_swaps_have_no_unhealthy_gpu) {
    std::mt19937 random{20261126};
    const auto below = [&](unsigned n) {
        return std::uniform_int_distribution<unsigned>(0, n - 1)(random);
    };
    for (int round = 0; round < 2000; ++round) {
        std::vector<placement::Candidate> all;
        std::set<GpuId> ill;
        const auto count = 1 + below(12);
        for (unsigned i = 0; i < count; ++i) {
            auto one = swap_candidate(nth<GpuId>(100 + i), below(2) ? atlas : boreas, i);
            for (auto at = below(6); at < 10; at += 1 + below(6)) {
                const auto from = ten + std::chrono::hours{at};
                one.busy.push_back({{from, from + 1h}, nth<ReservationId>(200 + 20 * i + at)});
            }
            if (below(3) == 0) {
                one.trouble = placement::Trouble{Instant::max(), "ill"};
                ill.insert(one.gpu.id);
            }
            all.push_back(std::move(one));
        }
        const placement::Search wanted{
            .request = {.count = 1 + below(3), .same_host = below(2) == 0},
            .length = 1h,
            .earliest = ten,
            .latest = ten + 400 * 24h,
            .most = 20};
        for (const auto& offer : find(all, wanted)) {
            for (const GpuId gpu : offer.gpus) ASSERT_FALSE(ill.contains(gpu)) << round;
        }
        const auto old = all[below(count)].gpu;
        for (const auto& swap : swapped(all, request({old.id}, {given_up(old.id, old.host)}))) {
            ASSERT_FALSE(ill.contains(swap.to)) << round;
            ASSERT_NE(swap.to, old.id) << round;
        }
    }
}

}  // namespace
}  // namespace dibs::test
