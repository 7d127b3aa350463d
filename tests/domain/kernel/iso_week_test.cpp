// Weeks by number, and their time on a clock that is set forward and back.
#include "domain/kernel/iso_week.hpp"

#include "tests/support/plain_zones.hpp"

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

using namespace std::chrono_literals;

TEST(IsoWeek, week_is_read_and_written_as_in_iso_8601) {
    // The first days of years in and before their first week.
    const std::pair<const char*, std::chrono::year_month_day> known[]{
        {"2026-W47", std::chrono::year{2026} / 11 / 16},
        {"2026-W01", std::chrono::year{2025} / 12 / 29},
        {"2026-W53", std::chrono::year{2026} / 12 / 28},
        {"2027-W01", std::chrono::year{2027} / 1 / 4},
        {"2020-W53", std::chrono::year{2020} / 12 / 28},
        {"2024-W01", std::chrono::year{2024} / 1 / 1}};
    for (const auto& [text, monday] : known) {
        const auto week = parse_iso_week(text);
        ASSERT_TRUE(week) << text;
        EXPECT_EQ(week->monday, std::chrono::local_days{monday}) << text;
        EXPECT_EQ(to_text(*week), text);
    }
}

TEST(IsoWeek, each_week_follows_the_previous_one) {
    auto week = parse_iso_week("2000-W01").value();
    for (int i = 0; i < 2000; ++i) {
        const auto next = week + 1;
        EXPECT_EQ(next.monday - week.monday, std::chrono::days{7});
        EXPECT_EQ(parse_iso_week(to_text(next)), next);
        EXPECT_EQ(next + -1, week);
        week = next;
    }
}

TEST(IsoWeek, rejects_invalid_text) {
    for (const auto* text :
         {"", "2026", "2026-47", "2026-W00", "2025-W53", "2026-W54", "1999-W01", "2026-W4",
          "2026-W471", "2026W47", "202a-W01", "2026-W 1", "-026-W01"}) {
        EXPECT_EQ(parse_iso_week(text), std::nullopt) << text;
    }
}

TEST(IsoWeek, week_begins_at_midnight_of_monday_in_its_zone) {
    const PlainClock kathmandu(5h + 45min);
    const auto week = parse_iso_week("2026-W47").value();
    const auto when = time_of(week, kathmandu);
    EXPECT_EQ(to_text(when.from), "2026-11-15T18:15:00.000Z");
    EXPECT_EQ(when.length(), 7 * 24h);
    EXPECT_EQ(week_of(kathmandu, when.from), week);
    EXPECT_EQ(week_of(kathmandu, when.from - 1ms), week + -1);
    EXPECT_EQ(week_of(kathmandu, when.until), week + 1);
}

}  // namespace
}  // namespace dibs::test
