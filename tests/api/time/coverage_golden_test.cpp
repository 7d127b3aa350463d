// Coverage of grants, compared with golden/coverage.txt. golden/coverage.py writes that file; it
// shares no code with the server and uses the clocks of the tz database. Also the next opening of
// windows, and the next time a grant covers.
#include "api/time/tz_zones.hpp"
#include "domain/access/grant.hpp"
#include "domain/kernel/weekly.hpp"
#include "tests/api/time/golden_file.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

namespace dibs {
namespace {

using grant::Chosen;
using grant::Grant;
using test::split_cells;

struct CoverageRow {
    std::string name;
    Interval when{};
    Instant covered{};
    std::vector<std::string> whose{};  // any of them; "-": none
    std::vector<Grant> grants{};
};

template <class T>
T value_of(const std::optional<T>& read, const std::string& text) {
    if (!read) throw std::runtime_error("coverage.txt: what is " + text + "?");
    return *read;
}
Instant moment(const std::string& text) {
    return value_of(parse_instant(text), text);
}
TimeOfDay time_of_day(const std::string& text) {
    return value_of(parse_time_of_day(text), text);
}

std::size_t day_of(const std::string& text) {
    constexpr std::array<std::string_view, 7> days{"mon", "tue", "wed", "thu", "fri", "sat", "sun"};
    for (std::size_t day = 0; day < days.size(); ++day) {
        if (days.at(day) == text) return day;
    }
    throw std::runtime_error("coverage.txt: no day: " + text);
}
// "mon-wed,sun"
std::vector<Weekday> days_of(const std::string& text) {
    std::vector<Weekday> days;
    for (const auto& part : split_cells(text, ",")) {
        const auto ends = split_cells(part, "-");
        for (auto day = day_of(ends.front()); day <= day_of(ends.back()); ++day) {
            days.push_back(static_cast<Weekday>(day));
        }
    }
    return days;
}

Grant grant_of(const std::string& text) {
    const auto words = split_cells(text, " ");
    const auto name_and_zone = split_cells(words.at(0), "=");
    Grant result;
    result.name = name_and_zone.at(0);
    if (name_and_zone.at(1) != "always") result.zone = name_and_zone.at(1);
    for (std::size_t i = 1; i < words.size(); i += 2) {
        const auto& key = words.at(i);
        const auto& value = words.at(i + 1);
        if (key == "from") {
            result.from = moment(value);
        } else if (key == "until") {
            result.until = moment(value);
        } else {
            const auto ends = split_cells(value, "-");
            result.windows.push_back(
                {days_of(key), time_of_day(ends.at(0)), time_of_day(ends.at(1))});
        }
    }
    return result;
}
std::vector<Grant> grants_of(const std::string& text) {
    std::vector<Grant> grants;
    if (text == "-") return grants;
    for (const auto& one : split_cells(text, " ; ")) grants.push_back(grant_of(one));
    return grants;
}

CoverageRow row_of(const std::string& line) {
    const auto cells = split_cells(line, " | ");
    const auto asked = split_cells(cells.at(1), " .. ");
    const auto& answer = cells.at(2);
    const auto blank = answer.find(' ');
    return {cells.at(0),
            {moment(asked.at(0)), moment(asked.at(1))},
            moment(answer.substr(0, blank)),
            split_cells(answer.substr(blank + 1), ","),
            grants_of(cells.at(3))};
}

std::vector<CoverageRow> coverage_rows() {
    std::vector<CoverageRow> rows;
    std::ifstream file(DIBS_SOURCE_DIR "/tests/api/time/golden/coverage.txt");
    for (std::string line; std::getline(file, line);) {
        if (!line.empty() && line.front() != '#') rows.push_back(row_of(line));
    }
    return rows;
}

const Zones& tz() {
    static TzZones zones;
    return zones;
}
Chosen chosen_of(const std::vector<Grant>& grants) {
    Chosen chosen;
    for (const auto& one : grants) chosen.push_back(&one);
    return chosen;
}
bool covered_at(const Chosen& chosen, Instant at) {
    return grant::cover(chosen, {at, at + Duration{1}}, &tz()).last != nullptr;
}

void expect_covered(const CoverageRow& row, const Chosen& chosen) {
    const auto coverage = grant::cover(chosen, row.when, &tz());
    EXPECT_EQ(to_text(coverage.until), to_text(row.covered)) << row.name;
    const std::string whose = coverage.last == nullptr ? "-" : coverage.last->name;
    EXPECT_TRUE(std::find(row.whose.begin(), row.whose.end(), whose) != row.whose.end())
        << row.name << ": not the end of " << whose;
}

TEST(CoverageGolden, grants_cover_the_times_in_the_table) {
    const auto rows = coverage_rows();
    ASSERT_GE(rows.size(), 200U);
    for (const auto& row : rows) expect_covered(row, chosen_of(row.grants));
}

TEST(CoverageGolden, order_of_grants_has_no_effect) {
    for (const auto& row : coverage_rows()) {
        auto chosen = chosen_of(row.grants);
        std::reverse(chosen.begin(), chosen.end());
        expect_covered(row, chosen);
    }
}

TEST(CoverageGolden, last_moment_is_covered_and_the_next_is_not) {
    for (const auto& row : coverage_rows()) {
        const auto chosen = chosen_of(row.grants);
        if (row.covered > row.when.from) {
            EXPECT_TRUE(covered_at(chosen, row.covered - Duration{1})) << row.name;
        }
        if (row.covered < row.when.until) {
            EXPECT_FALSE(covered_at(chosen, row.covered)) << row.name;
        }
    }
}

// Checks a hundred moments before it.
TEST(CoverageGolden, coverage_returns_at_the_reported_moment_and_not_before) {
    for (const auto& row : coverage_rows()) {
        if (row.covered == row.when.until) continue;
        const auto chosen = chosen_of(row.grants);
        const auto again = grant::covers_again(chosen, row.covered, row.when.until, &tz());
        if (again) {
            EXPECT_GT(to_text(*again), to_text(row.covered)) << row.name;
            EXPECT_LE(to_text(*again), to_text(row.when.until)) << row.name;
            EXPECT_TRUE(covered_at(chosen, *again)) << row.name;
        }
        const auto open_time = again.value_or(row.when.until) - row.covered;
        for (int i = 0; i < 100; ++i) {
            const auto at = row.covered + open_time * i / 100;
            EXPECT_FALSE(covered_at(chosen, at)) << row.name << ": " << to_text(at);
        }
    }
}

// The next opening of the first window of a grant.
std::string opens_next(const std::string& text, const std::string& after) {
    const auto read = grant_of(text);
    const auto* clock = tz().find(read.zone.value());
    if (clock == nullptr) return "no such zone";
    const auto at = opens_after(read.windows.at(0), *clock, moment(after));
    return at ? to_text(*at) : "never";
}

TEST(WeeklyOpening, next_opening_is_found_across_the_end_of_the_week) {
    const std::string nights = "nights=Europe/Warsaw mon-fri 22:00-06:00";
    EXPECT_EQ(opens_next(nights, "2025-06-05T21:00:00Z"), "2025-06-06T20:00:00.000Z");
    EXPECT_EQ(opens_next(nights, "2025-06-06T21:00:00Z"), "2025-06-09T20:00:00.000Z");
    EXPECT_EQ(opens_next(nights, "2025-06-08T12:00:00Z"), "2025-06-09T20:00:00.000Z");
    EXPECT_EQ(opens_next("sundays=Europe/Warsaw sun 22:00-06:00", "2025-06-02T01:00:00Z"),
              "2025-06-08T20:00:00.000Z");
}

TEST(WeeklyOpening, next_opening_is_after_the_given_moment) {
    const std::string wednesdays = "wednesdays=Europe/Warsaw wed 09:00-17:00";
    EXPECT_EQ(opens_next(wednesdays, "2025-06-04T06:59:59.999Z"), "2025-06-04T07:00:00.000Z");
    EXPECT_EQ(opens_next(wednesdays, "2025-06-04T07:00:00Z"), "2025-06-11T07:00:00.000Z");
}

TEST(WeeklyOpening, opening_in_a_clock_gap_is_at_the_jump_if_time_is_left) {
    EXPECT_EQ(opens_next("left=Europe/Warsaw sun 02:30-05:00", "2025-03-29T12:00:00Z"),
              "2025-03-30T01:00:00.000Z");
    EXPECT_EQ(opens_next("empty=Europe/Warsaw sun 02:10-02:50", "2025-03-29T12:00:00Z"),
              "2025-04-06T00:10:00.000Z");
    EXPECT_EQ(opens_next("skipped=Pacific/Apia fri 08:00-16:00", "2011-12-29T10:00:00Z"),
              "2012-01-05T18:00:00.000Z");
}

TEST(WeeklyOpening, opening_occurs_once_when_the_clock_goes_back) {
    const std::string twice = "twice=Europe/Warsaw sun 02:15-02:45";
    EXPECT_EQ(opens_next(twice, "2025-10-25T12:00:00Z"), "2025-10-26T00:15:00.000Z");
    EXPECT_EQ(opens_next(twice, "2025-10-26T00:15:00Z"), "2025-11-02T01:15:00.000Z");
}

std::string covers_again(const std::string& text, const std::string& after,
                         const std::string& before) {
    const auto grants = grants_of(text);
    const auto at = grant::covers_again(chosen_of(grants), moment(after), moment(before), &tz());
    return at ? to_text(*at) : "not till then";
}

TEST(CoversAgain, grant_covers_again_at_its_next_window_within_the_limit) {
    const std::string nights = "nights=Europe/Warsaw mon-fri 22:00-06:00";
    EXPECT_EQ(covers_again(nights, "2025-06-03T04:00:00Z", "2025-06-03T21:00:00Z"),
              "2025-06-03T20:00:00.000Z");
    EXPECT_EQ(covers_again(nights, "2025-06-03T04:00:00Z", "2025-06-03T19:00:00Z"),
              "not till then");
    EXPECT_EQ(covers_again(nights, "2025-06-07T04:00:00Z", "2025-06-10T00:00:00Z"),
              "2025-06-09T20:00:00.000Z");
}

TEST(CoversAgain, grant_covers_again_at_its_start_and_never_after_its_end) {
    const std::string after = "2025-06-03T04:00:00Z", before = "2025-06-06T04:00:00Z";
    const std::string nights = "nights=Europe/Warsaw mon-fri 22:00-06:00";
    EXPECT_EQ(covers_again("any=always from 2025-06-03T05:00:00Z", after, before),
              "2025-06-03T05:00:00.000Z");
    EXPECT_EQ(covers_again(nights + " from 2025-06-03T23:30:00Z", after, before),
              "2025-06-03T23:30:00.000Z");
    EXPECT_EQ(covers_again(nights + " from 2025-06-04T10:00:00Z", after, before),
              "2025-06-04T20:00:00.000Z");
    EXPECT_EQ(covers_again(nights + " until 2025-06-03T20:00:00Z", after, before), "not till then");
}

TEST(CoversAgain, earliest_grant_covers_again_and_unknown_zones_never_do) {
    const std::string after = "2025-06-03T04:00:00Z", before = "2025-06-06T04:00:00Z";
    const std::string nights = "nights=Europe/Warsaw mon-fri 22:00-06:00";
    const std::string nowhere = "nowhere=Mars/Olympus mon-sun 00:00-24:00";
    EXPECT_EQ(covers_again(nights + " ; days=UTC mon-fri 07:00-16:00", after, before),
              "2025-06-03T07:00:00.000Z");
    EXPECT_EQ(covers_again(nowhere + " ; " + nights, after, before), "2025-06-03T20:00:00.000Z");
    EXPECT_EQ(covers_again(nowhere, after, before), "not till then");
}

}  // namespace
}  // namespace dibs
