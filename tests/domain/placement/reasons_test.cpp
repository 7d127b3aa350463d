// What is special about each offer, and where GPUs are that no offer has. offer_test.cpp has the
// reasons for a search without offers.
#include "domain/placement/reasons.hpp"

#include "tests/support/sample_site.hpp"

namespace dibs::test {
namespace {

using namespace std::chrono_literals;

placement::Offer reasoned_offer(Instant from, std::vector<GpuId> worked_on = {}) {
    placement::Offer offer{{from, from + 1h}, {gpu_a}, {atlas}};
    offer.worked_on = std::move(worked_on);
    return offer;
}
placement::Candidate on_host(unsigned n, const std::string& host_name) {
    return {.gpu = {.id = nth<GpuId>(100 + n),
                    .host = nth<HostId>(100 + n),
                    .host_name = host_name,
                    .model = "NVIDIA A100"}};
}

TEST(Reasons, offer_is_compared_with_the_best_one) {
    const std::vector offers{reasoned_offer(ten), reasoned_offer(ten), reasoned_offer(ten, {gpu_a}),
                             reasoned_offer(ten + 1h)};
    EXPECT_EQ(reasons_of(offers, ten),
              (std::vector<std::string>{"free", "same time, other GPUs",
                                        "free, but in use just now", "later"}));
    EXPECT_EQ(reasons_of(offers, ten - 1h).at(0), "earliest");
    EXPECT_TRUE(placement::reasons_of({}, ten).empty());
}

TEST(Reasons, other_hosts_with_such_gpus_are_named_unless_they_are_many) {
    std::vector all{on_host(1, "boreas"), on_host(2, "atlas"), on_host(2, "atlas")};
    const placement::Request here{.model = "A100", .among = {gpu_a}, .hosts = {nth<HostId>(1)}};
    EXPECT_EQ(where_else(all, here), "There is no such GPU there, but on atlas, boreas.");
    EXPECT_EQ(where_else(all, {.model = "H100"}), std::nullopt);
    for (const auto* name : {"c", "d"}) all.push_back(on_host(3, name));
    EXPECT_EQ(where_else(all, here), "There is no such GPU there, but on atlas, boreas, c, d.");
    all.push_back(on_host(3, "e"));
    EXPECT_EQ(where_else(all, here), "There is no such GPU there, but on other hosts.");
}

TEST(Reasons, unhealthy_gpus_of_the_request_are_left_out) {
    std::vector all{on_host(1, "atlas"), on_host(2, "atlas"), on_host(3, "atlas")};
    all[0].gpu.state = all[1].gpu.state = GpuState::unhealthy;
    all[1].gpu.model = "NVIDIA H100";
    all[2].gpu.state = GpuState::lost;
    EXPECT_EQ(unhealthy_gpus(all, {.model = "A100"}), std::vector{nth<GpuId>(101)});
}

}  // namespace
}  // namespace dibs::test
