// XID errors that make a GPU unhealthy: the numbers, their duration, and the choice of a site.
#include "tests/domain/fleet/health_reports.hpp"
#include "tests/support/sample_site.hpp"

namespace dibs::test {
namespace {

using namespace std::chrono_literals;
using fleet::GpuHealthy;
using fleet::GpuUnhealthy;
using fleet::ReportHealth;
using health::Fault;
using health::Reading;
using health::Symptom;

// The log was read from its beginning: a missing number did not occur.
const Reading whole_log{Symptom::xid_errors, 0, {}};
Reading xid(std::int64_t number, Instant at = ten) {
    return {Symptom::xid_errors, number, at};
}
Reading recovery(std::int64_t needed, Instant since) {
    return {Symptom::recovery_needed, needed, since};
}
Fault fault(std::int64_t number, Instant at = ten) {
    return {Symptom::xid_errors, 1, number, at};
}
const auto off_the_bus = unhealthy({fault(79)});

TEST(XidErrors, xid_of_a_broken_card_makes_it_unhealthy_once) {
    const auto world = sample_site();
    EXPECT_EQ(world.when(health_report({whole_log, xid(79)})), events(off_the_bus));
    const auto after = given(sample_site(), off_the_bus);
    EXPECT_EQ(after.when(health_report({whole_log, xid(79)})), nothing());
    EXPECT_EQ(after.when(health_report({whole_log, xid(79, ten - 1min)})), nothing()) << "no news";
    EXPECT_EQ(fleet::ill_health_of(after.world().fleet, gpu_a),
              "atlas:0 is unhealthy: XID 79: fallen off the bus");
    const auto booked_then = booking(1, ann, {gpu_a}, "11:00", "12:00");
    EXPECT_EQ(after.when(book(booked_then), ann),
              Outcome{text_of(Refusal{Code::gpu_unhealthy, "gpus", "", {gpu_a}})});
}

TEST(XidErrors, xid_of_a_program_or_outside_the_rules_is_no_fault) {
    EXPECT_EQ(sample_site().when(health_report({whole_log})), nothing());
    for (const std::int64_t number : {13, 31, 43, 45, 68, 69, 63, 94, 137}) {
        EXPECT_EQ(sample_site().when(health_report({whole_log, xid(number)})), nothing()) << number;
    }
}

TEST(XidErrors, each_xid_number_is_its_own_fault) {
    const auto world = given(sample_site(), off_the_bus);
    EXPECT_EQ(world.when(health_report({whole_log, xid(48), xid(79)})),
              events(unhealthy({fault(48), fault(79)})));
    EXPECT_EQ(health::words_of({{Symptom::ecc_errors, 1}, fault(48), fault(137)}),
              "1 uncorrected memory error; XID 48: uncorrectable memory error; XID 137");
}

TEST(XidErrors, xid_counts_for_a_day_after_the_last_one) {
    auto world = given(sample_site(), off_the_bus);
    world.at(ten + 24h - 1s);
    EXPECT_EQ(world.when(health_report({whole_log, xid(79)})), nothing());
    world.at(ten + 24h);
    EXPECT_EQ(world.when(health_report({whole_log, xid(79)})),
              events(GpuHealthy{gpu_a, atlas, off_the_bus.unhealthy}));
    EXPECT_EQ(world.when(health_report({whole_log, xid(79, ten + 1h)})), nothing())
        << "it came again";
}

TEST(XidErrors, xid_ends_with_a_reboot_without_it_in_the_log) {
    auto world = given(sample_site(), off_the_bus);
    world.at(ten + 5min);
    EXPECT_EQ(world.when(health_report({whole_log})),
              events(GpuHealthy{gpu_a, atlas, off_the_bus.unhealthy}));
}

TEST(XidErrors, xid_stays_while_the_log_is_unreadable_but_expires) {
    auto world = given(sample_site(), off_the_bus);
    world.at(ten + 5min);
    EXPECT_EQ(world.when(health_report({{Symptom::ecc_errors, 0, ten}})), nothing());
    EXPECT_EQ(world.when(health_report({xid(13)})), nothing())
        << "a log that has lost its beginning";
    world.at(ten + 24h);
    EXPECT_EQ(world.when(health_report({{Symptom::ecc_errors, 0, ten}})),
              events(GpuHealthy{gpu_a, atlas, off_the_bus.unhealthy}));
}

TEST(XidErrors, xid_ends_after_the_driver_reports_no_need_for_recovery) {
    auto world = given(sample_site(), off_the_bus);
    const auto healthy = events(GpuHealthy{gpu_a, atlas, off_the_bus.unhealthy});
    world.at(ten + 9min);
    EXPECT_EQ(world.when(health_report({whole_log, xid(79), recovery(0, ten - 1h)})), nothing())
        << "what it said before the error says nothing of it";
    world.at(ten + 10min);
    EXPECT_EQ(world.when(health_report({whole_log, xid(79), recovery(0, ten - 1h)})), healthy);
    EXPECT_EQ(world.when(health_report({whole_log, xid(79), recovery(0, ten + 1min)})), nothing())
        << "it asked for a reset until a moment ago";
    world.at(ten + 11min);
    EXPECT_EQ(world.when(health_report({whole_log, xid(79), recovery(0, ten + 1min)})), healthy);
    EXPECT_EQ(world.when(health_report({whole_log, xid(79), recovery(1, ten)})),
              events(unhealthy({{Symptom::recovery_needed, 1}, fault(79)})));
}

TEST(XidErrors, cleared_error_stays_cleared_after_restart) {
    auto world = given(sample_site(), off_the_bus, GpuHealthy{gpu_a, atlas, off_the_bus.unhealthy});
    world.at(ten + 10min);
    EXPECT_EQ(world.when(health_report({whole_log, xid(79), recovery(0, ten + 10min)})), nothing())
        << "the driver has nothing to do, and it is old";
    EXPECT_EQ(world.when(health_report({whole_log, xid(79, ten + 9min), recovery(0, ten + 10min)})),
              events(unhealthy({fault(79, ten + 9min)}, ten + 10min)))
        << "it came again";
    EXPECT_EQ(world.when(health_report({whole_log, xid(79)})),
              events(unhealthy({fault(79)}, ten + 10min)))
        << "a driver that does not say clears nothing";
}

TEST(XidErrors, rules_of_the_site_choose_the_xid_numbers) {
    rules::Rules rules;
    rules.unhealthy_xids = health::Xids{62, 137};
    const auto world = given(sample_site(), rules::RulesChanged{rules::Scope::site, rules});
    EXPECT_EQ(world.when(health_report({whole_log, xid(79)})), nothing());
    EXPECT_EQ(world.when(health_report({whole_log, xid(137)})), events(unhealthy({fault(137)})));
    rules.unhealthy_if = health::Symptoms{Symptom::ecc_errors};
    const auto off = given(sample_site(), rules::RulesChanged{rules::Scope::site, rules});
    EXPECT_EQ(off.when(health_report({whole_log, xid(137)})), nothing());
    const auto dropped = given(sample_site(), unhealthy({fault(79)}),
                               rules::RulesChanged{rules::Scope::site, rules});
    EXPECT_EQ(dropped.when(health_report({whole_log, xid(79)})),
              events(GpuHealthy{gpu_a, atlas, off_the_bus.unhealthy}));
}

TEST(XidErrors, rejects_xid_numbers_that_a_user_can_cause) {
    EXPECT_EQ(*health::checked_xids({79, 48, 79}), (health::Xids{48, 79}));
    EXPECT_EQ(*health::checked_xids({}), health::Xids{});
    EXPECT_EQ(*health::checked_xids(health::usual_xids()), health::usual_xids());
    for (const std::int64_t number : {0, -1, 10000, 13, 31, 43, 45, 68, 69}) {
        const auto no = health::checked_xids({48, number});
        ASSERT_FALSE(no) << number;
        EXPECT_EQ(no.error().field, "unhealthy_xids");
        EXPECT_EQ(no.error().code, Code::out_of_range);
    }
    EXPECT_FALSE(health::checked_xids(health::Xids(33, 48)));
}

}  // namespace
}  // namespace dibs::test
