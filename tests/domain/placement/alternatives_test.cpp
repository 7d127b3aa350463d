// Alternatives to a refused booking.
#include "domain/placement/alternatives.hpp"

#include "tests/support/sample_site.hpp"

namespace dibs::test {
namespace {

using namespace std::chrono_literals;

placement::Candidate alternative_candidate(GpuId id, HostId host, std::int64_t index,
                                           std::vector<placement::Busy> busy = {}) {
    return {.gpu = {.id = id,
                    .host = host,
                    .host_name = host == atlas ? "atlas" : "boreas",
                    .index = index,
                    .model = "NVIDIA A100"},
            .busy = std::move(busy)};
}
std::vector<placement::Busy> busy_until(std::string_view until) {
    return {{{ten, clock(until)}, nth<ReservationId>(1)}};
}

// "10:00 atlas:0 same time, other GPUs", one line for each.
std::string texts_of(const std::vector<placement::Candidate>& all,
                     const placement::RefusedBooking& refused,
                     const placement::Starts& starts = {ten, clock("20:00")}) {
    std::string text;
    for (const auto& [offer, reason] : alternatives(all, refused, starts)) {
        text += to_text(offer.when.from).substr(11, 5);
        for (const GpuId id : offer.gpus) {
            for (const auto& one : all) {
                if (one.gpu.id == id) text += ' ' + name_of(one.gpu);
            }
        }
        text += ' ' + reason + '\n';
    }
    return text;
}

TEST(Alternatives, other_gpus_at_the_same_time_come_before_the_same_gpus_later) {
    const std::vector all{alternative_candidate(gpu_a, atlas, 0, busy_until("12:00")),
                          alternative_candidate(gpu_b, atlas, 1),
                          alternative_candidate(gpu_c, boreas, 0)};
    EXPECT_EQ(texts_of(all, {{gpu_a}, {ten, ten + 1h}}),
              "10:00 atlas:1 same time, other GPUs\n"
              "10:00 boreas:0 same time, other GPUs\n"
              "12:00 atlas:0 same GPUs, later\n"
              "12:00 boreas:0 later, other GPUs\n");
}

TEST(Alternatives, several_gpus_stay_on_as_many_hosts_and_of_one_model) {
    std::vector all{alternative_candidate(gpu_a, atlas, 0, busy_until("12:00")),
                    alternative_candidate(gpu_b, atlas, 1), alternative_candidate(gpu_c, boreas, 0),
                    alternative_candidate(gpu_d, boreas, 1)};
    const placement::RefusedBooking two{{gpu_b, gpu_a}, {ten, ten + 1h}};
    EXPECT_EQ(texts_of(all, two),
              "10:00 boreas:0 boreas:1 same time, other GPUs\n"
              "12:00 atlas:0 atlas:1 same GPUs, later\n"
              "12:00 boreas:0 boreas:1 later, other GPUs\n");
    all[3].gpu.model = "NVIDIA H100";
    EXPECT_EQ(texts_of(all, two), "12:00 atlas:0 atlas:1 same GPUs, later\n");
}

TEST(Alternatives, unusable_gpu_is_offered_only_if_no_other_is) {
    std::vector all{alternative_candidate(gpu_a, atlas, 0, busy_until("12:00")),
                    alternative_candidate(gpu_b, atlas, 1)};
    all[1].trouble = placement::Trouble{clock("11:00"), "the driver of atlas does not work"};
    const placement::RefusedBooking one{{gpu_a}, {ten, ten + 1h}};
    EXPECT_EQ(texts_of(all, one), "12:00 atlas:0 same GPUs, later\n");
    EXPECT_EQ(texts_of(all, one, {ten, clock("11:30")}), "11:00 atlas:1 later, other GPUs\n");
}

TEST(Alternatives, alternatives_start_within_a_week_and_the_horizon) {
    const placement::RefusedBooking refused{{gpu_a}, {ten + 1h, ten + 2h}};
    const auto week = alternative_starts(refused, ten, std::chrono::days{30});
    EXPECT_EQ(week.first, ten + 1h);
    EXPECT_EQ(week.last, ten + 1h + std::chrono::days{7});
    EXPECT_EQ(alternative_starts(refused, ten, 5h).last, ten + 5h);
    EXPECT_EQ(alternative_starts(refused, ten, 0h).last, ten + 1h) << "never before the first";
    const auto late = alternative_starts(refused, ten + 2h + 500ms, std::chrono::days{30});
    EXPECT_EQ(late.first, ten + 2h) << "that start is over: now, in whole seconds";
}

}  // namespace
}  // namespace dibs::test
