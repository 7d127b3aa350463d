// The weekly report by mail: when it is due, its readers, and its content. The mail server is a
// fake here; tests/system has a real one.
#include "api/time/tz_zones.hpp"
#include "ops/react/weekly/due.hpp"
#include "ops/react/weekly/due_commands.hpp"
#include "ops/react/weekly/words.hpp"
#include "tests/ops/mail/mailed_letters.hpp"

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

using namespace std::chrono_literals;

const TzZones tz_zones;

std::string due(const std::string& zone, const std::string& now, const std::string& since,
                const std::optional<std::string>& told = {}) {
    const auto week = weekly::due_week(*tz_zones.find(zone), parse_instant(now).value(),
                                       parse_instant(since).value(), told);
    return week ? to_text(*week) : "none";
}

TEST(WeeklyDue, report_is_due_on_monday_at_seven_local_time) {
    const std::string long_ago = "2026-01-01T00:00:00Z";
    EXPECT_EQ(due("UTC", "2026-11-23T06:59:59Z", long_ago), "2026-W46");
    EXPECT_EQ(due("UTC", "2026-11-23T07:00:00Z", long_ago), "2026-W47");
    EXPECT_EQ(due("UTC", "2026-11-29T23:59:59Z", long_ago), "2026-W47");
    EXPECT_EQ(due("Europe/Warsaw", "2026-11-23T06:00:00Z", long_ago), "2026-W47");
    EXPECT_EQ(due("Pacific/Auckland", "2026-11-22T18:00:00Z", long_ago), "2026-W47");
    EXPECT_EQ(due("Pacific/Auckland", "2026-11-22T17:59:00Z", long_ago), "2026-W46");
}

TEST(WeeklyDue, report_is_due_once_and_not_before_subscription) {
    EXPECT_EQ(due("UTC", "2026-11-25T10:00:00Z", "2026-11-25T09:00:00Z"), "none");
    EXPECT_EQ(due("UTC", "2026-11-30T07:00:00Z", "2026-11-25T09:00:00Z"), "2026-W48");
    EXPECT_EQ(due("UTC", "2026-11-30T07:00:00Z", "2026-11-25T09:00:00Z", "2026-W48"), "none");
    EXPECT_EQ(due("UTC", "2026-11-30T07:00:00Z", "2026-11-25T09:00:00Z", "2026-W47"), "2026-W48");
    EXPECT_EQ(due("UTC", "2027-01-04T08:00:00Z", "2026-11-25T09:00:00Z", "2026-W52"), "2026-W53");
    EXPECT_EQ(due("UTC", "2027-01-05T08:00:00Z", "2026-11-25T09:00:00Z", "2026-W47"), "2026-W53")
        << "of several that were missed the last";
}

class WeeklyReport : public MailedLetters {
  protected:
    WeeklyReport() {
        const auto plan = booking(1, ann, {gpu_a}, "10:00", "14:00");
        tables.fact(booked(plan), ann);
        tables.fact(booked(booking(2, ben, {gpu_b}, "10:00", "12:00")), ben);
        tables.at("12:00").fact(released(plan, clock("12:00")), ann);
    }
    void wants(PersonId who, std::optional<std::string> zone = {}) {
        people::Preferences chosen;
        chosen.weekly_report = true;
        chosen.zone = std::move(zone);
        tables.fact(people::PreferencesChanged{who, chosen}, who);
    }
    // The Monday after that Tuesday.
    void monday() { tables.at("07:30", "2026-12-07"); }
    std::vector<std::string> all_due() {
        std::vector<std::string> all;
        for (const auto& one : weekly::all_due(tables.ask(), tz_zones)) {
            all.push_back((one.person == ann   ? "ann "
                           : one.person == ben ? "ben "
                                               : "") +
                          one.week);
        }
        std::sort(all.begin(), all.end());
        return all;
    }
    EffectEnd tell(PersonId who) {
        const people::WeeklyReportDue fact{who, "2026-W49"};
        tables.fact(fact);
        return take(letters_of("weekly-report"), fact);
    }
    bool says(const std::string& part) {
        return !letters.empty() && letters.back().text.find(part) != std::string::npos;
    }
};

TEST_F(WeeklyReport, report_is_due_for_subscribers_until_reported) {
    wants(ann);
    wants(ben, "America/New_York");
    EXPECT_EQ(all_due(), std::vector<std::string>{}) << "they have just chosen it";
    monday();
    EXPECT_EQ(all_due(), std::vector<std::string>{"ann 2026-W49"}) << "in New York it is night";
    tables.fact(people::WeeklyReportDue{ann, "2026-W49"});
    tables.at("12:30", "2026-12-07");
    EXPECT_EQ(all_due(), std::vector<std::string>{"ben 2026-W49"});
    tables.fact(people::PersonDisabled{ben}, root);
    EXPECT_EQ(all_due(), std::vector<std::string>{});
}

TEST_F(WeeklyReport, report_is_complete_and_links_to_page) {
    wants(ann);
    monday();
    EXPECT_TRUE(tell(ann).good);
    ASSERT_EQ(letters.size(), 1U);
    EXPECT_EQ(letters[0].to.address, "ann@example.org");
    EXPECT_EQ(letters[0].subject, "Usage of 2026-W49: 4.0 GPU-hours booked, 0.0 used, 0.0 idle");
    EXPECT_EQ(letters[0].unsubscribe, "https://dibs.example.org/me");
    EXPECT_TRUE(says("2026-W49, 2026-11-30 00:00 UTC to 2026-12-07 00:00 UTC."));
    EXPECT_TRUE(says("not measured or by unknown users: 4.0")) << "nobody measured it";
    EXPECT_TRUE(says("energy: not measured"));
    EXPECT_TRUE(says("By person:\n")) << letters[0].text;
    EXPECT_TRUE(says("ben: 2.0 h booked"));
    EXPECT_TRUE(says("Released early:\n  ann: 2.0 h, released for idleness 0.0 h\n"))
        << letters[0].text;
    EXPECT_TRUE(says("https://dibs.example.org/usage/week/2026-W49"));
    EXPECT_FALSE(mail::fault_in(letters[0], {"dibs@example.org", "Dibs"}));
}

TEST_F(WeeklyReport, report_shows_only_data_visible_to_reader) {
    tables.fact(
        rules::RulesChanged{
            rules::Scope::site, rules::Rules{.usage_visible_to = rules::UsageVisibleTo::own}, {}},
        root);
    wants(ann);
    wants(root);
    monday();
    EXPECT_TRUE(tell(ann).good);
    EXPECT_TRUE(says("ann: 2.0 h booked"));
    EXPECT_FALSE(says("ben")) << letters.back().text;
    EXPECT_FALSE(says("By GPU"));
    EXPECT_TRUE(says("booked: 4.0")) << "the sum is of all";
    EXPECT_TRUE(tell(root).good);
    EXPECT_TRUE(says("ben: 2.0 h booked")) << "an admin";
}

TEST_F(WeeklyReport, disabled_or_unsubscribed_people_get_no_report) {
    wants(ann);
    wants(ben);
    monday();
    tables.fact(people::PersonDisabled{ann}, root);
    tables.fact(people::PreferencesChanged{ben, {}}, ben);
    EXPECT_TRUE(tell(ann).good);
    EXPECT_TRUE(tell(ben).good);
    EXPECT_TRUE(letters.empty());
}

TEST_F(WeeklyReport, repeated_report_has_the_same_id) {
    wants(ann);
    monday();
    EXPECT_TRUE(tell(ann).good);
    const auto first = letters.at(0).id;
    --position;
    mail::Mailer after_a_crash{ports(), mail::MailPace({100, 1000}, "")};
    RecordMaker pen;
    pen.now = tables.now();
    pen.created();
    auto record = pen.command({event(people::WeeklyReportDue{ann, "2026-W49"})}).front();
    const auto again = letters_of("weekly-report", parts(after_a_crash, ""));
    EXPECT_TRUE(again.perform({std::move(record), ++position, 2, 2}, stopping).good);
    ASSERT_EQ(letters.size(), 2U);
    EXPECT_EQ(letters[1].id, first);
}

TEST(WeeklyWords, user_text_stays_on_one_line) {
    views::UsageWeek week;
    week.week = "2026-W49";
    week.idle.push_back({});
    week.idle[0].title = Personal<std::string>{"a\nSubject: b"};
    week.idle[0].idle_s = views::Decimal::of(3600);
    const auto words = weekly::words_for(week, "");
    EXPECT_NE(words.text.find("  a Subject: b, "), std::string::npos) << words.text;
    EXPECT_EQ(words.text.find("http"), std::string::npos) << "no site, no link";
}

}  // namespace
}  // namespace dibs::test
