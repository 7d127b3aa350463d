// The energy of a GPU by account, second by second. All parts add up to the measured energy, and a
// second without a power sample adds nothing.
#include "domain/usage/sample.hpp"
#include "domain/usage/use.hpp"
#include "tests/domain/reservation/two_bookings.hpp"
#include "tests/support/sample_site.hpp"

#include <random>

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

using namespace std::chrono_literals;
using Accounts = std::vector<Occupant>;

class Powered : public testing::Test {
  protected:
    void add(int seconds, Accounts who, std::optional<std::int32_t> utilization,
             const AlsoRead& also) {
        for (; seconds > 0; --seconds, at += 1s) {
            tally.add(at, Occupancy(who), utilization, holds, also);
        }
    }
    std::optional<Energy> of(UseBy by, const std::string& account,
                             std::optional<ReservationId> reservation) {
        for (const auto& use : tally.uses()) {
            if (use.by == by && use.account == account && use.reservation == reservation) {
                return use.energy;
            }
        }
        return std::nullopt;
    }
    std::vector<Hold> holds;
    Instant at = ten;
    UseTally tally;
};

TEST_F(Powered, single_account_gets_all_energy) {
    holds = {{{ten, ten + 10s}, first_booking, "ann"}};
    add(20, {{"ann"}}, 50, {3000, {}});
    EXPECT_EQ(of(UseBy::holder, "ann", first_booking), (Energy{1000, 30'000}));
    EXPECT_EQ(of(UseBy::other, "ann", {}), (Energy{1000, 30'000}));
}

TEST_F(Powered, idle_energy_belongs_to_the_booking_or_to_no_account) {
    holds = {{{ten, ten + 10s}, first_booking, "ann"}};
    add(15, {}, 0, {600, {}});
    EXPECT_EQ(of(UseBy::nobody, "", first_booking), (Energy{1000, 6000}));
    EXPECT_EQ(of(UseBy::nobody, "", {}), (Energy{500, 3000}));
}

TEST_F(Powered, accounts_share_energy_by_use_or_equally_without_use) {
    holds = {{{ten, ten + 1h}, first_booking, "ann"}};
    add(1, {{"ann", 60}, {"ben", 30}}, 100, {1001, {}});
    EXPECT_EQ(of(UseBy::holder, "ann", first_booking), (Energy{60, 600}));
    EXPECT_EQ(of(UseBy::other, "ben", first_booking), (Energy{30, 300}));
    EXPECT_EQ(of(UseBy::shared, "", first_booking), (Energy{10, 101}))
        << "what is left, to the last";
    add(1, {{"ann"}, {"ben"}}, 0, {500, {}});
    EXPECT_EQ(of(UseBy::holder, "ann", first_booking), (Energy{110, 850}));
    EXPECT_EQ(of(UseBy::other, "ben", first_booking), (Energy{80, 550}));
}

TEST_F(Powered, energy_of_unknown_use_has_no_account) {
    add(4, {{"ann"}, {"ben"}}, {}, {500, {}});
    EXPECT_EQ(of(UseBy::shared, "", {}), (Energy{400, 2000}));
    EXPECT_EQ(of(UseBy::other, "ann", {}), std::nullopt);
}

TEST_F(Powered, gap_in_samples_is_unknown_energy_not_zero) {
    add(10, {{"ann"}}, 50, {});
    EXPECT_EQ(of(UseBy::other, "ann", {}), std::nullopt);
    add(10, {{"ann"}}, 50, {0, {}});
    EXPECT_EQ(of(UseBy::other, "ann", {}), (Energy{1000, 0})) << "known, and nothing";
}

TEST_F(Powered, random_parts_of_energy_sum_to_the_whole) {
    std::mt19937 random(3);
    const auto pick = [&](std::int32_t most) {
        return std::uniform_int_distribution<std::int32_t>(0, most)(random);
    };
    holds = {{{ten + 100s, ten + 900s}, first_booking, "ann"},
             {{ten + 900s, ten + 1500s}, second_booking, "ben"}};
    std::int64_t joules = 0;
    std::int64_t known = 0;
    for (int i = 0; i < 2000; ++i) {
        Accounts who;
        for (const auto* name : {"ann", "ben", "cleo", ""}) {
            if (pick(2) != 0) continue;
            who.push_back({name, pick(1) == 0 ? std::nullopt : std::optional(pick(100))});
        }
        AlsoRead also;
        if (pick(4) != 0) also.power_dw = pick(7000);
        if (also.power_dw) joules += *also.power_dw;
        if (also.power_dw) known += 100;
        std::optional<std::int32_t> utilization;
        if (pick(5) != 0) utilization = pick(100);
        add(1, who, utilization, also);
    }
    Energy sum;
    for (const auto& use : tally.uses()) {
        if (!use.energy) continue;
        EXPECT_GE(use.energy->decijoules, 0);
        sum.known_cs += use.energy->known_cs;
        sum.decijoules += use.energy->decijoules;
    }
    EXPECT_EQ(sum, (Energy{known, joules}));
}

TEST_F(Powered, seconds_are_distributed_over_use_and_memory_by_booking) {
    holds = {{{ten, ten + 10s}, first_booking, "ann"}};
    add(10, {{"ann"}}, 97, {{}, 40'000});
    add(5, {}, 0, {{}, 3});
    const auto spreads = tally.spreads();
    ASSERT_EQ(spreads.size(), 2U);
    EXPECT_EQ(spreads[0], (Spread{{}, {{utilization_bin(0), 5}}, {{memory_bin(3), 5}}}));
    EXPECT_EQ(spreads[1],
              (Spread{first_booking, {{utilization_bin(97), 10}}, {{memory_bin(40'000), 10}}}));
}

TEST_F(Powered, memory_is_unknown_for_slices_of_several_bookings) {
    holds = {{{ten, ten + 1h}, first_booking, "ann"}, {{ten, ten + 1h}, second_booking, "ben"}};
    add(3, {{"ann"}}, 40, {{}, 40'000});
    for (const auto& spread : tally.spreads()) {
        EXPECT_TRUE(spread.memory.empty());
        EXPECT_EQ(seconds_of(spread.utilization), 3);
    }
}

}  // namespace
}  // namespace dibs::test
