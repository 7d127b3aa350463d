// The grammar against its golden table: 300 phrases in five zones at a frozen moment. The table's
// oracle is make_golden.py, which knows the meanings but not the grammar.
#include "api/time/time_phrase.hpp"

#include <cstdlib>
#include <ctime>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

namespace dibs {
namespace {

struct Row {
    std::string zone, now, text, from, until, note;
};

std::vector<Row> golden_rows() {
    std::vector<Row> rows;
    std::ifstream file(DIBS_SOURCE_DIR "/tests/api/time/golden.tsv");
    for (std::string line; std::getline(file, line);) {
        if (line.empty() || line.front() == '#') continue;
        std::istringstream cells(line);
        Row row;
        for (auto* cell : {&row.zone, &row.now, &row.text, &row.from, &row.until, &row.note}) {
            std::getline(cells, *cell, '\t');
        }
        rows.push_back(row);
    }
    return rows;
}

std::string note_kind(const std::string& note) {
    if (note.find("does not exist") != std::string::npos) return "gap";
    if (note.find("comes twice") != std::string::npos) return "twice";
    if (note.find("clocks change") != std::string::npos) return "change";
    return note.empty() ? "-" : note;
}

Row reading_of(const Row& context) {
    Row row = context;
    const auto phrase = parse_time_phrase(row.text, row.zone, parse_instant(row.now).value());
    row.from = phrase ? to_text(phrase->from) : std::string(to_text(phrase.error().code));
    row.until = phrase && phrase->until ? to_text(*phrase->until) : "-";
    row.note = phrase ? note_kind(phrase->note) : "-";
    return row;
}

void expect_golden_readings() {
    const auto rows = golden_rows();
    ASSERT_EQ(rows.size(), 300U);
    for (const auto& row : rows) {
        const auto read = reading_of(row);
        EXPECT_EQ(read.from, row.from) << row.text << " in " << row.zone;
        EXPECT_EQ(read.until, row.until) << row.text << " in " << row.zone;
        EXPECT_EQ(read.note, row.note) << row.text << " in " << row.zone;
    }
}

TEST(TimeGolden, every_phrase_means_what_the_table_says) {
    expect_golden_readings();
}

TEST(TimeGolden, the_zone_of_the_machine_changes_nothing) {
    const char* before = std::getenv("TZ");
    const std::string saved = before != nullptr ? before : "";
    ::setenv("TZ", "Pacific/Chatham", 1);
    ::tzset();
    expect_golden_readings();
    if (before != nullptr) {
        ::setenv("TZ", saved.c_str(), 1);
    } else {
        ::unsetenv("TZ");
    }
    ::tzset();
}

TEST(TimeGolden, every_echo_is_read_back_to_the_same_moments) {
    for (const auto& row : golden_rows()) {
        const auto now = parse_instant(row.now).value();
        const auto first = parse_time_phrase(row.text, row.zone, now);
        if (!first) continue;
        const auto again = parse_time_phrase(first->echo, first->zone, now);
        ASSERT_TRUE(again) << first->echo << ": " << again.error().detail;
        const auto to_second = [](Instant t) {
            return std::chrono::floor<std::chrono::seconds>(t);
        };
        EXPECT_EQ(to_second(again->from), to_second(first->from)) << first->echo;
        EXPECT_EQ(again->until.has_value(), first->until.has_value()) << first->echo;
        if (again->until && first->until) {
            EXPECT_EQ(to_second(*again->until), to_second(*first->until)) << first->echo;
        }
    }
}

}  // namespace
}  // namespace dibs
