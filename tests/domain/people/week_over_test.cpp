// The end of a week is recorded once for each person with the weekly report, and for no other.
#include "tests/support/sample_site.hpp"

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

Given with_report() {
    auto world = sample_site();
    world.done(people::ChangePreferences{.person = ann, .weekly_report = true}, ann);
    return world;
}

TEST(WeekOver, each_week_is_reported_once) {
    auto world = with_report();
    const people::ReportWeekOver over{ann, "2026-W48"};
    EXPECT_EQ(world.when(over), events(people::WeeklyReportDue{ann, "2026-W48"}));
    world.done(over);
    EXPECT_EQ(world.when(over), nothing());
    EXPECT_EQ(world.when(people::ReportWeekOver{ann, "2026-W47"}), nothing());
    EXPECT_EQ(world.when(people::ReportWeekOver{ann, "2027-W01"}),
              events(people::WeeklyReportDue{ann, "2027-W01"}));
}

TEST(WeekOver, unwanted_report_or_disabled_person_yields_no_event) {
    auto world = with_report();
    EXPECT_EQ(world.when(people::ReportWeekOver{ben, "2026-W48"}), nothing());
    EXPECT_EQ(world.when(people::ReportWeekOver{nth<PersonId>(99), "2026-W48"}), nothing());
    world.done(people::ChangePreferences{.person = ann, .mails = false}, ann);
    EXPECT_EQ(world.when(people::ReportWeekOver{ann, "2026-W48"}), nothing()) << "no mails";
    world.done(people::ChangePreferences{.person = ann, .mails = std::optional<bool>{}}, ann);
    world.done(people::DisablePerson{ann}, root);
    EXPECT_EQ(world.when(people::ReportWeekOver{ann, "2026-W48"}), nothing());
}

TEST(WeekOver, only_dibs_reports_an_existing_week) {
    auto world = with_report();
    EXPECT_EQ(world.when(people::ReportWeekOver{ann, "2026-W48"}, root),
              refused(Code::not_allowed));
    EXPECT_EQ(world.when(people::ReportWeekOver{ann, "2026-W54"}),
              refused(Code::malformed, "week"));
}

}  // namespace
}  // namespace dibs::test
