// Energy, percentiles and time given back in usage reports, from real logs and tables.
#include "tests/projections/usage/usage_world.hpp"

namespace dibs::test {
namespace {

using namespace std::chrono_literals;
using views::Decimal;
using views::UsageBy;
using views::UsageReport;
using views::UsageRow;

class Measured : public UsageWorld {
  protected:
    // Measures with this power in watts, and this much memory. Without a power, samples have none.
    void measure_power(GpuId gpu, Instant from, Duration length, std::vector<Occupant> who,
                       std::int32_t utilization, std::optional<std::int32_t> watts,
                       std::int32_t mib = 1000) {
        constexpr auto power = column_of(Subject::gpu, "power_w");
        constexpr auto memory = column_of(Subject::gpu, "memory_used_mib");
        std::vector<Sample> all;
        for (auto at = from; at < from + length; at += 1s) {
            auto& sample = all.emplace_back(used(gpu, at, utilization, who));
            if (watts) sample.values.set(power, *watts * 10);
            sample.values.set(memory, mib);
        }
        ASSERT_TRUE(samples->append(all));
    }
    // A is booked by ann for an hour, of which 10 minutes have no power; the next hour it is free.
    void an_hour_of_each() {
        facts.fact(booked(booking(1, ann, {gpu_a}, "10:00", "11:00")), ann);
        measure_power(gpu_a, ten, 30min, {{"ann"}}, 97, 300, 40'000);
        measure_power(gpu_a, ten + 30min, 10min, {}, 0, 60);
        measure_power(gpu_a, ten + 40min, 10min, {{"ann"}}, 97, {});
        measure_power(gpu_a, ten + 50min, 10min, {{"ben"}}, 50, 120);
        measure_power(gpu_a, ten + 60min, 15min, {}, 0, 60);
        catch_up();
    }
    static const UsageRow& row(const UsageReport& report, std::optional<PersonId> person) {
        static const UsageRow none{};
        for (const auto& one : report.rows) {
            if (one.person == person) return one;
        }
        ADD_FAILURE() << to_json(report);
        return none;
    }
    const Instant now = ten + 2h;
};

TEST_F(Measured, energy_counts_for_the_user_or_the_holder_of_an_idle_gpu) {
    an_hour_of_each();
    const auto answer = report(ten, now);
    EXPECT_EQ(row(answer, ann).energy_kwh, Decimal{150 + 10}) << "30 min at 300 W, 10 at 60 W";
    EXPECT_EQ(row(answer, ann).energy_known_s, Decimal::of(40 * 60));
    EXPECT_EQ(row(answer, ann).energy_unknown_s, Decimal::of(10 * 60)) << "of what she had booked";
    EXPECT_EQ(row(answer, ben).energy_kwh, Decimal{20});
    EXPECT_EQ(row(answer, std::nullopt).energy_kwh, Decimal{15}) << "free: nobody's";
    EXPECT_EQ(answer.total.energy_kwh, Decimal{195});
}

TEST_F(Measured, known_and_unknown_energy_add_up_to_capacity) {
    an_hour_of_each();
    for (const auto by : {UsageBy::person, UsageBy::gpu, UsageBy::host, UsageBy::reservation}) {
        const auto answer = report(ten, now, by);
        const auto& total = answer.total;
        EXPECT_EQ(total.energy_known_s, Decimal::of(65 * 60)) << name_of_value(by);
        EXPECT_EQ(total.energy_known_s.milli + total.energy_unknown_s.milli,
                  total.capacity_s->milli)
            << name_of_value(by);
        std::int64_t sum = 0;
        for (const auto& one : answer.rows) sum += one.energy_kwh.value_or(Decimal{}).milli;
        EXPECT_EQ(sum, total.energy_kwh->milli) << "here each is whole watt-hours";
        for (const auto& one : answer.rows) {
            if (!one.gpu || one.gpu == gpu_a) continue;
            EXPECT_EQ(one.energy_kwh, std::nullopt) << "unknown";
        }
    }
}

TEST_F(Measured, percentiles_cover_reserved_seconds) {
    an_hour_of_each();
    const auto answer = report(ten, now, UsageBy::gpu);
    const auto& total = answer.total;
    EXPECT_EQ(total.spread_s, Decimal::of(3600));
    EXPECT_EQ(total.nearly_idle_s, Decimal::of(600));
    EXPECT_EQ(total.utilization_p50, Decimal{97'000}) << "40 of 60 minutes";
    EXPECT_EQ(total.utilization_p95, Decimal{97'000});
    ASSERT_TRUE(total.memory_p95);
    EXPECT_NEAR(static_cast<double>(total.memory_p95->milli), 40e6, 5e6);
    EXPECT_EQ(report(ten + 1h, now).total.utilization_p50, std::nullopt) << "nothing was reserved";
}

TEST_F(Measured, hour_is_equal_while_open_closed_and_rebuilt) {
    an_hour_of_each();
    const auto open = report(ten + 1h, now).total;
    EXPECT_EQ(open.energy_kwh, Decimal{15});
    const auto closed = to_json(report(ten, ten + 1h));
    const auto nothing = open_samples("none");
    const auto fresh = another(*nothing, *hours);
    fresh->catch_up();
    auto question = views::ReportQuestion{.window = {ten, ten + 1h}};
    const Snapshot tables{facts.model().facts().read(), ten + 1h, &fresh->usage()};
    EXPECT_EQ(to_json(usage_report(tables, question).value()), closed);
}

TEST_F(Measured, given_back_time_counts_in_the_hours_it_was_booked_for) {
    const auto plan = booking(1, ann, {gpu_a, gpu_b}, "10:00", "13:00");
    facts.fact(booked(plan), ann);
    facts.at("11:15").fact(released(plan, clock("11:15")), ann);
    const auto answer = report(ten, ten + 2h);
    EXPECT_EQ(row(answer, ann).given_back_s, Decimal::of(2 * 45 * 60)) << "until now";
    EXPECT_EQ(row(answer, ann).reserved_s, Decimal::of(2 * 75 * 60));
    EXPECT_EQ(report(ten, ten + 4h).total.given_back_s, Decimal::of(2 * 105 * 60));
    EXPECT_EQ(report(ten, ten + 1h).total.given_back_s, Decimal::of(0));
    const auto by_gpu = report(ten, ten + 4h, UsageBy::gpu);
    for (const auto& one : by_gpu.rows) {
        const bool had = one.gpu == gpu_a || one.gpu == gpu_b;
        EXPECT_EQ(one.given_back_s, Decimal::of(had ? 105 * 60 : 0));
    }
}

TEST_F(Measured, shortened_running_booking_gives_back_and_may_take_again) {
    const auto plan = booking(1, ann, {gpu_a}, "10:00", "14:00");
    auto shorter = plan;
    shorter.when.until = clock("12:00");
    auto longer = plan;
    longer.when.until = clock("13:00");
    facts.fact(booked(plan), ann);
    facts.at("11:00").fact(changed(plan, shorter), ann);
    EXPECT_EQ(report(ten, ten + 5h).total.given_back_s, Decimal::of(2 * 3600));
    facts.at("11:30").fact(changed(shorter, longer), ann);
    EXPECT_EQ(report(ten, ten + 5h).total.given_back_s, Decimal::of(3600));
    facts.at("11:40").fact(changed(longer, plan), ann);
    EXPECT_EQ(report(ten, ten + 5h).total.given_back_s, Decimal::of(0));
}

TEST_F(Measured, booking_changed_before_its_start_gives_nothing_back) {
    const auto plan = booking(1, ann, {gpu_a}, "10:00", "14:00");
    auto shorter = plan;
    shorter.when.until = clock("12:00");
    facts.at("09:00").fact(booked(plan), ann).fact(changed(plan, shorter), ann);
    facts.fact(booked(booking(2, ben, {gpu_b}, "10:00", "14:00")), ben);
    facts.fact(cancelled(booking(2, ben, {gpu_b}, "10:00", "14:00")), ben);
    EXPECT_EQ(report(ten, ten + 5h).total.given_back_s, Decimal::of(0));
}

TEST_F(Measured, time_freed_by_rule_or_admin_is_not_credited_to_the_owner) {
    const auto idle = booking(1, ann, {gpu_a}, "10:00", "12:00");
    const auto ended = booking(2, ben, {gpu_b}, "10:00", "12:00");
    facts.fact(booked(idle), ann).fact(booked(ended), ben);
    const reservation::IdleEnded freed{.id = idle.id,
                                       .owner = ann,
                                       .gpus = {gpu_a},
                                       .when = idle.when,
                                       .hosts = {atlas},
                                       .kind = {},
                                       .why = reservation::IdleEnd::released,
                                       .since = clock("10:00"),
                                       .at = clock("11:00")};
    facts.at("11:00").facts({event(freed), event(released(idle, clock("11:00")))});
    facts.fact(released(ended, clock("11:00")), root);
    const auto answer = report(ten, ten + 2h);
    EXPECT_EQ(row(answer, ann).freed_as_idle_s, Decimal::of(3600));
    EXPECT_EQ(answer.total.given_back_s, Decimal::of(0));
    EXPECT_EQ(answer.total.freed_as_idle_s, Decimal::of(3600));
}

}  // namespace
}  // namespace dibs::test
