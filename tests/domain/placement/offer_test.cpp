// First fit across time: where and when that many GPUs are free, best first.
#include "domain/placement/offer.hpp"

#include "domain/placement/reasons.hpp"
#include "tests/support/sample_site.hpp"

namespace dibs::test {
namespace {

using namespace std::chrono_literals;

placement::Candidate offer_candidate(GpuId id, HostId host, std::int64_t index,
                                     std::vector<placement::Busy> busy = {}) {
    return {.gpu = {.id = id,
                    .host = host,
                    .host_name = host == atlas ? "atlas" : "boreas",
                    .index = index,
                    .model = "NVIDIA A100-SXM4-40GB",
                    .memory_total_mib = 40960},
            .busy = std::move(busy)};
}
placement::Busy busy(unsigned by, std::string_view from, std::string_view until) {
    return {{clock(from), clock(until)}, nth<ReservationId>(by)};
}
placement::Search wanted(std::size_t count, Duration length = 2h) {
    return {
        .request = {.count = count}, .length = length, .earliest = ten, .latest = clock("20:00")};
}
std::vector<placement::Candidate> all_free() {
    return {offer_candidate(gpu_a, atlas, 0), offer_candidate(gpu_b, atlas, 1),
            offer_candidate(gpu_c, boreas, 0), offer_candidate(gpu_d, boreas, 1)};
}

TEST(Offers, free_gpu_is_offered_now) {
    const std::vector only{offer_candidate(gpu_a, atlas, 0)};
    const auto offers = find(only, wanted(1));
    ASSERT_EQ(offers.size(), 1U);
    EXPECT_EQ(offers[0].when, (Interval{ten, ten + 2h}));
    EXPECT_EQ(offers[0].gpus, std::vector{gpu_a});
    EXPECT_EQ(offers[0].hosts, std::vector{atlas});
    EXPECT_EQ(offers[0].after, std::nullopt);
}

TEST(Offers, busy_gpu_is_offered_right_after_its_booking) {
    const std::vector only{offer_candidate(gpu_a, atlas, 0, {busy(1, "09:00", "12:00")})};
    const auto offers = find(only, wanted(1));
    ASSERT_EQ(offers.size(), 1U);
    EXPECT_EQ(offers[0].when.from, clock("12:00"));
    EXPECT_EQ(offers[0].after, nth<ReservationId>(1));
}

TEST(Offers, too_short_gap_is_skipped) {
    const std::vector only{
        offer_candidate(gpu_a, atlas, 0, {busy(1, "09:00", "12:00"), busy(2, "13:59", "15:00")})};
    EXPECT_EQ(find(only, wanted(1)).at(0).when.from, clock("15:00"));
    EXPECT_EQ(find(only, wanted(1, 119min)).at(0).when.from, clock("12:00"));
}

TEST(Offers, offered_gpus_are_free_the_whole_time) {
    auto gpus = all_free();
    gpus[0].busy = {busy(1, "10:00", "13:00")};
    gpus[1].busy = {busy(2, "11:00", "14:00")};
    gpus[2].busy = {busy(3, "10:00", "19:00")};
    EXPECT_EQ(find(gpus, wanted(2)).at(0).when.from, clock("14:00"));
}

TEST(Offers, immediate_offers_prefer_idle_gpus) {
    auto gpus = all_free();
    gpus[0].worked_on = true;
    auto search = wanted(1);
    search.work_counts_until = ten + 1h;
    auto offers = find(gpus, search);
    EXPECT_EQ(offers.at(0).gpus, std::vector{gpu_b}) << "the idle one of the same host";
    EXPECT_TRUE(offers.at(0).worked_on.empty());
    search.request.count = 2;
    offers = find(gpus, search);
    EXPECT_EQ(offers.at(0).gpus, (std::vector{gpu_c, gpu_d})) << "the idle host";
    EXPECT_EQ(offers.at(1).gpus, (std::vector{gpu_a, gpu_b}));
    EXPECT_EQ(offers.at(1).worked_on, std::vector{gpu_a}) << "and says so";
    search.earliest = ten + 1h;
    EXPECT_EQ(find(gpus, search).at(0).gpus, (std::vector{gpu_a, gpu_b})) << "later it has ended";
}

TEST(Offers, offers_stay_on_one_host_if_requested) {
    auto gpus = all_free();
    gpus[0].busy = {busy(1, "10:00", "12:00")};
    gpus[2].busy = {busy(2, "10:00", "13:00")};
    auto search = wanted(2);
    search.request.same_host = true;
    EXPECT_EQ(find(gpus, search).at(0).when.from, clock("12:00"));
    search.request.same_host = false;
    const auto across = find(gpus, search).at(0);
    EXPECT_EQ(across.when.from, ten);
    EXPECT_EQ(across.gpus, (std::vector{gpu_b, gpu_d}));
    EXPECT_EQ(across.hosts, (std::vector{atlas, boreas}));
}

TEST(Offers, host_with_fewer_remaining_gpus_comes_first) {
    auto gpus = all_free();
    gpus[2].busy = {busy(1, "10:00", "20:00")};
    auto search = wanted(1);
    search.request.same_host = true;
    const auto offers = find(gpus, search);
    EXPECT_EQ(offers.at(0).gpus, std::vector{gpu_d});
    EXPECT_EQ(offers.at(0).left_free, 0U);
    EXPECT_EQ(offers.at(1).gpus, std::vector{gpu_a});
    EXPECT_EQ(offers.at(1).left_free, 1U);
}

TEST(Offers, ends_within_one_second_give_one_start) {
    auto gpus = all_free();
    gpus.resize(2);
    gpus[0].busy = {{{ten, clock("12:00") - 55ms}, nth<ReservationId>(1)}};
    gpus[1].busy = {busy(2, "10:00", "12:00")};
    auto search = wanted(1);
    const auto offers = find(gpus, search);
    ASSERT_EQ(offers.size(), 1U);
    EXPECT_EQ(offers[0].when.from, clock("12:00"));
}

TEST(Offers, gpu_in_trouble_is_offered_once_bookable) {
    std::vector only{offer_candidate(gpu_a, atlas, 0)};
    only[0].trouble = placement::Trouble{clock("18:00"), "the driver of atlas does not work"};
    const auto offers = find(only, wanted(1));
    ASSERT_EQ(offers.size(), 1U);
    EXPECT_EQ(offers[0].when.from, clock("18:00"));
    auto search = wanted(1);
    search.latest = clock("17:59");
    EXPECT_TRUE(find(only, search).empty());
    EXPECT_EQ(why_none(only, search),
              "Of 1 such GPU, 0 can be used: the driver of atlas does not work.");
}

TEST(Offers, missing_offer_has_its_real_reason) {
    auto gpus = all_free();
    EXPECT_EQ(why_none(gpus, wanted(9)), "There are only 4 such GPUs.");
    EXPECT_EQ(why_none(gpus, wanted(3)), "No host has so many: at most 2 such GPUs on one.");
    auto search = wanted(1);
    search.request.model = "H100";
    EXPECT_EQ(why_none(gpus, search), "There is no such GPU.");
    for (auto& one : gpus) {
        one.gpu.model = "NVIDIA H100 80GB HBM3";
        one.gpu.memory_total_mib = 81'559;
    }
    search.request.min_memory_mib = 96 * 1024;
    EXPECT_EQ(why_none(gpus, search), "No such GPU has 96 GB of memory: the most is 80 GB.");
    search.request.min_memory_mib = 80 * 1024;
    EXPECT_EQ(find(gpus, search).at(0).gpus, std::vector{gpu_a});
    EXPECT_EQ(why_none(gpus, wanted(2)), "Others have booked too many of the 4 such GPUs.");
    for (auto& one : gpus)
        one.trouble = placement::Trouble{clock("23:00"), one.gpu.host_name + " is not reached"};
    EXPECT_EQ(why_none(gpus, wanted(2)),
              "Of 4 such GPUs, 0 can be used: atlas is not reached; boreas is not reached.");
}

TEST(Offers, no_offer_starts_after_the_latest_start) {
    const std::vector only{offer_candidate(gpu_a, atlas, 0, {busy(1, "09:00", "12:00")})};
    auto search = wanted(1);
    search.latest = clock("12:00");
    EXPECT_EQ(find(only, search).size(), 1U);
    search.latest = clock("12:00") - 1ms;
    EXPECT_TRUE(find(only, search).empty());
    search.latest = search.earliest - 1ms;
    EXPECT_TRUE(find(all_free(), search).empty());
}

TEST(Offers, number_of_offers_is_limited_by_the_request) {
    auto search = wanted(1);
    search.request.same_host = true;
    search.most = 1;
    EXPECT_EQ(find(all_free(), search).size(), 1U);
    search.most = 0;
    EXPECT_TRUE(find(all_free(), search).empty());
}

TEST(Offers, only_suitable_gpus_are_offered) {
    auto search = wanted(1);
    search.request.model = "a100";
    EXPECT_TRUE(matches(all_free()[0].gpu, search.request));
    search.request.model = "h100";
    EXPECT_FALSE(matches(all_free()[0].gpu, search.request));
    search = wanted(1);
    search.request.hosts = {boreas};
    EXPECT_FALSE(matches(all_free()[0].gpu, search.request));
    EXPECT_TRUE(matches(all_free()[2].gpu, search.request));
    search = wanted(1);
    search.request.among = {gpu_b};
    EXPECT_EQ(find(all_free(), search).at(0).gpus, std::vector{gpu_b});
    search = wanted(1);
    search.request.min_memory_mib = 40960;
    EXPECT_TRUE(matches(all_free()[0].gpu, search.request));
    search.request.min_memory_mib = 40961;
    EXPECT_FALSE(matches(all_free()[0].gpu, search.request));
}

TEST(Offers, unknown_memory_is_not_enough_memory) {
    auto unknown = all_free()[0].gpu;
    unknown.memory_total_mib.reset();
    EXPECT_TRUE(matches(unknown, wanted(1).request));
    auto search = wanted(1);
    search.request.min_memory_mib = 1;
    EXPECT_FALSE(matches(unknown, search.request));
}

TEST(Offers, unknown_memory_has_its_own_reason) {
    std::vector gpus{all_free()[0]};
    gpus[0].gpu.model = "NVIDIA GB10";
    gpus[0].gpu.memory_total_mib.reset();
    auto search = wanted(1);
    search.request.model = "GB10";
    search.request.min_memory_mib = 81'920;
    EXPECT_EQ(why_none(gpus, search), "The memory of 1 such GPU is not known: ask without a size.");
    search.request.model = "A100";
    EXPECT_EQ(why_none(gpus, search), "There is no such GPU.");
}

TEST(Offers, request_for_too_many_gpus_gets_no_offer) {
    EXPECT_TRUE(find(all_free(), wanted(5)).empty());
    EXPECT_TRUE(find({}, wanted(1)).empty());
    EXPECT_TRUE(find(all_free(), wanted(0)).empty());
}

TEST(Offers, a_gpu_and_its_slice_are_never_offered_together) {
    std::vector gpus{offer_candidate(gpu_d, boreas, 1), offer_candidate(slice_1, boreas, 2),
                     offer_candidate(slice_2, boreas, 3)};
    gpus[1].gpu.parent = gpus[2].gpu.parent = gpu_d;
    EXPECT_EQ(find(gpus, wanted(1)).at(0).gpus, std::vector{slice_1});
    EXPECT_EQ(find(gpus, wanted(2)).at(0).gpus, (std::vector{slice_1, slice_2}));
    EXPECT_TRUE(find(gpus, wanted(3)).empty());
    auto search = wanted(1);
    search.request.among = {gpu_d};
    EXPECT_EQ(find(gpus, search).at(0).gpus, std::vector{gpu_d});
}

TEST(Offers, request_for_a_model_gets_no_slice_and_no_sliced_card) {
    std::vector gpus{offer_candidate(gpu_c, boreas, 0), offer_candidate(gpu_d, boreas, 1),
                     offer_candidate(slice_1, boreas, 0), offer_candidate(slice_2, boreas, 1)};
    gpus[2].gpu.parent = gpus[3].gpu.parent = gpu_d;
    gpus[2].gpu.index = {1, 0};
    gpus[3].gpu.index = {1, 1};
    gpus[2].gpu.model = "NVIDIA A100-SXM4-40GB MIG 1g.5gb";
    gpus[3].gpu.model = "NVIDIA A100-SXM4-40GB MIG 3g.20gb";
    auto search = wanted(1);
    search.request.model = "a100";
    EXPECT_EQ(find(gpus, search).at(0).gpus, std::vector{gpu_c});
    search.request.count = 2;
    EXPECT_TRUE(find(gpus, search).empty());
    search.request.count = 1;
    search.request.model = "3g.20gb";
    EXPECT_EQ(find(gpus, search).at(0).gpus, std::vector{slice_2});
    search.request.model = "A100-SXM4-40GB MIG 1g";
    EXPECT_EQ(find(gpus, search).at(0).gpus, std::vector{slice_1});
}

TEST(Offers, each_offer_can_be_booked) {
    auto world = given(sample_site(), booked(booking(1, ben, {gpu_a}, "10:00", "12:00")),
                       booked(booking(2, ben, {gpu_c}, "11:00", "13:00")));
    auto gpus = all_free();
    gpus[0].busy = {busy(1, "10:00", "12:00")};
    gpus[2].busy = {busy(2, "11:00", "13:00")};
    const auto offers = find(gpus, wanted(2));
    ASSERT_FALSE(offers.empty());
    for (const auto& o : offers) {
        const auto asked = booking(3, ann, o.gpus, o.when.from, o.when.until);
        EXPECT_EQ(world.when(book(asked), ann), events(booked(asked)));
    }
}

void link(std::vector<placement::Candidate>& all, std::size_t a, std::size_t b) {
    all[a].linked_to.push_back(all[b].gpu.id);
    all[b].linked_to.push_back(all[a].gpu.id);
    for (auto* one : {&all[a], &all[b]}) std::sort(one->linked_to.begin(), one->linked_to.end());
}

TEST(LinkedOffers, offered_gpus_are_all_linked_and_unknown_counts_as_unlinked) {
    std::vector<placement::Candidate> all;
    for (unsigned i = 0; i < 4; ++i) all.push_back(offer_candidate(nth<GpuId>(20 + i), atlas, i));
    auto two = wanted(2);
    two.request.linked = true;
    EXPECT_TRUE(find(all, two).empty());
    EXPECT_EQ(why_none(all, two),
              "On no host are so many such GPUs linked by NVLink, as far as is known.");
    link(all, 0, 2);
    link(all, 2, 3);
    ASSERT_EQ(find(all, two).size(), 1U);
    EXPECT_EQ(find(all, two)[0].gpus, (std::vector{all[0].gpu.id, all[2].gpu.id}));
    auto three = two;
    three.request.count = 3;
    EXPECT_TRUE(find(all, three).empty()) << "the first and the last are not linked";
    link(all, 0, 3);
    EXPECT_EQ(find(all, three).at(0).gpus,
              (std::vector{all[0].gpu.id, all[2].gpu.id, all[3].gpu.id}));
}

TEST(LinkedOffers, next_moment_is_tried_when_a_linked_gpu_is_busy) {
    std::vector<placement::Candidate> all;
    for (unsigned i = 0; i < 3; ++i) all.push_back(offer_candidate(nth<GpuId>(20 + i), atlas, i));
    link(all, 0, 1);
    all[0].busy = {busy(1, "09:00", "12:00")};
    auto two = wanted(2);
    two.request.linked = true;
    EXPECT_EQ(find(all, two).at(0).when.from, clock("12:00"));
}

TEST(LinkedOffers, host_with_difficult_links_costs_bounded_tries) {
    std::vector<placement::Candidate> all;
    for (unsigned i = 0; i < 32; ++i) all.push_back(offer_candidate(nth<GpuId>(20 + i), atlas, i));
    for (std::size_t a = 0; a < all.size(); ++a) {
        for (std::size_t b = a + 1; b < all.size(); ++b) {
            if ((a + b) % 2 == 1) link(all, a, b);  // no three are all linked with each other
        }
    }
    auto many = wanted(12);
    many.request.linked = true;
    EXPECT_TRUE(find(all, many).empty());
    many.request.count = 2;
    EXPECT_FALSE(find(all, many).empty());
}

}  // namespace
}  // namespace dibs::test
