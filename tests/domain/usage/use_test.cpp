// The accounts of the seconds of a GPU: alone, together, hidden, with and without a booking.
#include "domain/usage/use.hpp"

#include "domain/usage/sample.hpp"
#include "tests/domain/reservation/two_bookings.hpp"
#include "tests/support/sample_site.hpp"

#include <numeric>
#include <random>

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

using namespace std::chrono_literals;
using Accounts = std::vector<Occupant>;

class Used : public testing::Test {
  protected:
    void add(int seconds, const Occupancy& who, std::optional<std::int32_t> utilization) {
        for (; seconds > 0; --seconds, at += 1s) tally.add(at, who, utilization, holds);
    }
    void add(int seconds, Accounts who, std::optional<std::int32_t> utilization) {
        add(seconds, Occupancy(std::move(who)), utilization);
    }
    std::vector<Hold> holds;
    Instant at = ten;
    UseTally tally;
    using All = std::vector<Use>;
};

TEST_F(Used, single_account_gets_all_use_as_holder_or_other) {
    holds = {{{ten, ten + 10s}, first_booking, "ann"},
             {{ten + 10s, ten + 1h}, second_booking, "ben"}};
    add(30, {{"ann"}}, 50);
    EXPECT_EQ(tally.uses(), (All{{UseBy::holder, "ann", first_booking, 10, 10, 500},
                                 {UseBy::other, "ann", second_booking, 20, 20, 1000}}));
}

TEST_F(Used, account_without_a_booking_counts_as_other) {
    add(5, {{"ann"}}, 100);
    EXPECT_EQ(tally.uses(), (All{{UseBy::other, "ann", {}, 5, 5, 500}}));
}

TEST_F(Used, second_belongs_to_the_booking_that_begins_in_it) {
    holds = {{{ten - 1h, ten}, first_booking, "ann"}, {{ten, ten + 1s}, second_booking, "ann"}};
    add(2, {{"ann"}}, 1);
    EXPECT_EQ(tally.uses(), (All{{UseBy::holder, "ann", second_booking, 1, 1, 1},
                                 {UseBy::other, "ann", {}, 1, 1, 1}}));
}

TEST_F(Used, two_accounts_get_their_reported_use_and_the_rest_is_shared) {
    holds = {{{ten, ten + 1h}, first_booking, "ann"}};
    add(10, {{"ann", 60}, {"ben", 30}}, 100);
    EXPECT_EQ(tally.uses(), (All{{UseBy::holder, "ann", first_booking, 10, 10, 600},
                                 {UseBy::other, "ben", first_booking, 10, 10, 300},
                                 {UseBy::shared, "", first_booking, 10, 10, 100}}));
}

TEST_F(Used, reported_use_never_exceeds_that_of_the_gpu) {
    add(1, {{"ann", 90}, {"ben", 90}, {"cleo", 20}}, 99);
    EXPECT_EQ(tally.uses(), (All{{UseBy::other, "ann", {}, 1, 1, 44},
                                 {UseBy::other, "ben", {}, 1, 1, 45},
                                 {UseBy::other, "cleo", {}, 1, 1, 10}}));
}

TEST_F(Used, use_is_shared_without_account_if_the_driver_reports_none) {
    add(10, {{"ann"}, {"ben"}}, 80);
    EXPECT_EQ(tally.uses(), (All{{UseBy::other, "ann", {}, 10, 0, 0},
                                 {UseBy::other, "ben", {}, 10, 0, 0},
                                 {UseBy::shared, "", {}, 10, 10, 800}}));
}

TEST_F(Used, use_of_the_unreported_account_is_not_guessed) {
    add(10, {{"ann", 70}, {"ben"}}, 100);
    EXPECT_EQ(tally.uses(), (All{{UseBy::other, "ann", {}, 10, 10, 700},
                                 {UseBy::other, "ben", {}, 10, 0, 0},
                                 {UseBy::shared, "", {}, 10, 10, 300}}));
}

TEST_F(Used, idle_gpu_gives_no_account_use) {
    add(3, {{"ann"}, {"ben"}}, 0);
    EXPECT_EQ(tally.uses(),
              (All{{UseBy::other, "ann", {}, 3, 3, 0}, {UseBy::other, "ben", {}, 3, 3, 0}}));
}

TEST_F(Used, hidden_account_is_unknown_even_with_others) {
    holds = {{{ten, ten + 1h}, first_booking, "ann"}};
    add(5, {{""}}, 40);
    add(5, {{"", 10}, {"ann", 40}}, 50);
    EXPECT_EQ(tally.uses(), (All{{UseBy::holder, "ann", first_booking, 5, 5, 200},
                                 {UseBy::unknown, "", first_booking, 10, 10, 250}}));
}

TEST_F(Used, unknown_processes_are_not_counted_as_none) {
    add(5, Occupancy(), 0);
    add(5, Occupancy(), 30);
    add(5, Occupancy(), std::nullopt);
    EXPECT_EQ(tally.uses(), (All{{UseBy::unknown, "", {}, 15, 10, 150}}));
}

TEST_F(Used, gpu_is_unused_only_without_process_and_use) {
    holds = {{{ten, ten + 1h}, first_booking, "ann"}};
    add(5, Accounts{}, 0);
    add(5, Accounts{}, std::nullopt);
    add(5, Accounts{}, 3);  // an account that the driver does not name
    EXPECT_EQ(tally.uses(), (All{{UseBy::nobody, "", first_booking, 10, 5, 0},
                                 {UseBy::unknown, "", first_booking, 5, 5, 15}}));
}

TEST_F(Used, unmeasured_use_is_absent_not_zero) {
    add(5, {{"ann"}}, std::nullopt);
    add(5, {{"ann", 10}, {"ben", 20}}, std::nullopt);
    EXPECT_EQ(tally.uses(),
              (All{{UseBy::other, "ann", {}, 10, 0, 0}, {UseBy::other, "ben", {}, 5, 0, 0}}));
}

TEST_F(Used, each_owner_of_a_slice_is_a_holder) {
    holds = {{{ten, ten + 1h}, first_booking, "ann"}, {{ten, ten + 1h}, second_booking, "ben"}};
    add(1, {{"ann", 10}, {"ben", 20}, {"cleo", 30}}, 60);
    EXPECT_EQ(tally.uses(), (All{{UseBy::holder, "ann", first_booking, 1, 1, 10},
                                 {UseBy::holder, "ben", second_booking, 1, 1, 20},
                                 {UseBy::other, "cleo", first_booking, 1, 1, 30}}));
}

TEST_F(Used, random_use_of_all_accounts_sums_to_that_of_the_gpu) {
    std::mt19937 random(1);
    const auto maybe = [&](std::uint32_t range) -> std::optional<std::int32_t> {
        if (random() % 4 == 0) return std::nullopt;
        return static_cast<std::int32_t>(random() % range);
    };
    holds = {{{ten + 20s, ten + 1h}, first_booking, "a"}};
    std::int64_t whole = 0;
    for (int i = 0; i < 5000; ++i) {
        Accounts who;
        for (const auto* name : {"", "a", "b", "c"}) {
            if (random() % 2 == 0) who.push_back({name, maybe(300)});
        }
        const auto utilization = maybe(101);
        whole += utilization.value_or(0);
        add(1, random() % 8 == 0 ? Occupancy() : Occupancy(std::move(who)), utilization);
    }
    std::int64_t sum = 0;
    for (const auto& use : tally.uses()) {
        EXPECT_GE(use.percent_s, 0);
        EXPECT_LE(use.measured_s, use.seconds);
        sum += use.percent_s;
    }
    EXPECT_EQ(sum, whole);
}

using Times = std::vector<HeldTime>;

TEST_F(Used, remaining_time_is_idle_with_or_without_an_owner_process) {
    holds = {{{ten, ten + 1h}, first_booking, "ann"}};
    add(10, {{"ann"}}, 30);
    add(10, Accounts{}, 0);
    add(10, {{"ben"}}, 90);
    EXPECT_EQ(tally.held(), (Times{{first_booking, 30, 700, 1'100}}));
}

TEST_F(Used, owner_presence_is_unknown_while_processes_are_hidden) {
    holds = {{{ten, ten + 1h}, first_booking, "ann"}};
    add(10, {{""}}, 40);
    add(10, Occupancy(), 40);
    add(10, Accounts{}, 3);  // an account that the driver does not name
    add(1, {{"", 10}, {"ann", 40}}, 50);
    EXPECT_EQ(tally.held(), (Times{{first_booking, 31, 50, 0}}));
}

TEST_F(Used, second_without_utilisation_is_neither_measured_nor_idle) {
    holds = {{{ten, ten + 1h}, first_booking, "ann"}};
    add(10, {{"ann"}}, std::nullopt);
    add(10, Accounts{}, std::nullopt);
    EXPECT_EQ(tally.held(), Times{});
}

TEST_F(Used, free_time_is_counted_separately) {
    holds = {{{ten + 5s, ten + 1h}, first_booking, "ann"}};
    add(10, {{"ben"}}, 40);
    EXPECT_EQ(tally.held(), (Times{{{}, 5, 0, 0}, {first_booking, 5, 0, 300}}));
}

TEST_F(Used, booking_of_two_slices_counts_each_second_once) {
    holds = {{{ten, ten + 1h}, first_booking, "ann"}, {{ten, ten + 1h}, first_booking, "ann"}};
    add(10, {{"ann"}}, 40);
    EXPECT_EQ(tally.held(), (Times{{first_booking, 10, 600, 0}}));
}

TEST_F(Used, random_use_and_idle_time_sum_to_the_measured_time) {
    std::mt19937 random(2);
    const auto maybe = [&](std::uint32_t range) -> std::optional<std::int32_t> {
        if (random() % 4 == 0) return std::nullopt;
        return static_cast<std::int32_t>(random() % range);
    };
    holds = {{{ten + 20s, ten + 30min}, first_booking, "a"},
             {{ten + 10min, ten + 1h}, second_booking, "b"}};
    for (int i = 0; i < 5000; ++i) {
        Accounts who;
        for (const auto* name : {"", "a", "b", "c"}) {
            if (random() % 2 == 0) who.push_back({name, maybe(300)});
        }
        add(1, random() % 8 == 0 ? Occupancy() : Occupancy(std::move(who)), maybe(101));
    }
    ASSERT_EQ(tally.held().size(), 3U);
    for (const auto& time : tally.held()) {
        std::int64_t used = 0;
        for (const auto& use : tally.uses()) {
            if (use.reservation == time.reservation) used += use.percent_s;
        }
        const auto idle = time.measured_s * std::int64_t{100} - used;
        EXPECT_GE(idle, 0);
        EXPECT_GE(time.idle_with_percent_s, 0);
        EXPECT_GE(time.idle_without_percent_s, 0);
        EXPECT_LE(time.idle_with_percent_s + time.idle_without_percent_s, idle);
    }
}

}  // namespace
}  // namespace dibs::test
