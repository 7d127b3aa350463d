// The grammar compared with golden.txt: meanings written by hand, in five zones. Moments in the
// file carry their offsets, so they depend neither on the grammar nor on the tz database.
#include "api/time/time_phrase.hpp"
#include "tests/api/time/golden_file.hpp"

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <fstream>

#include <gtest/gtest.h>

namespace dibs {
namespace {

using test::split_cells;
using test::trim_blanks;

struct PhraseRow {
    std::string zone;
    Instant now;
    Tense tense{};
    std::string text, meaning, others;  // in the form of reading_of()
};

// Converts cells to the form of to_text(): "11-26 09:00" becomes "2026-11-26T08:00:00.000Z".
class Section {
  public:
    Section(std::string zone, const std::string& now, Tense tense)
        : zone_(std::move(zone)),
          now_(parse_instant(now).value()),
          tense_(tense),
          year_(now.substr(0, 4)),
          offset_(now.substr(19)) {}

    [[nodiscard]] PhraseRow row(const std::string& line) const {
        const auto cells = split_cells(line, " | ");
        return {zone_,
                now_,
                tense_,
                cells[0],
                reading(cells.at(1)),
                others(cells.size() > 2 ? cells[2] : "")};
    }

  private:
    // "[YEAR-]MONTH-DAY HH:MM[:SS][OFFSET]", or a time alone on `day`; sets `day` to its day.
    [[nodiscard]] std::string moment(std::string text, std::string& day) const {
        if (const auto blank = text.find(' '); blank != std::string::npos) {
            day = (blank == 5 ? year_ + '-' : "") + text.substr(0, blank);
            text.erase(0, blank + 1);
        }
        const auto sign = text.find_first_of("+-");
        const auto offset = sign == std::string::npos ? offset_ : text.substr(sign);
        auto time = text.substr(0, sign);
        const bool midnight = time == "24:00";
        if (midnight) time = "00:00";
        if (time.size() == std::string_view("HH:MM").size()) time += ":00";
        const auto at = parse_instant(day + 'T' + time + offset);
        if (!at) throw std::runtime_error("golden.txt: no moment: " + day + ' ' + text);
        return to_text(*at + std::chrono::hours{midnight ? 24 : 0});
    }

    [[nodiscard]] std::string reading(std::string text) const {
        std::string result;
        if (text.starts_with('~')) {
            result = "~";
            text = trim_blanks(text.substr(1));
        }
        if (text.find(':') == std::string::npos) return result + text;  // a code
        std::string day;
        const auto ends = split_cells(text, " .. ");
        result += moment(ends[0], day);
        return ends.size() > 1 ? result + " .. " + moment(ends[1], day) : result;
    }

    [[nodiscard]] std::string others(const std::string& text) const {
        std::vector<std::string> all;
        if (!text.empty()) {
            for (const auto& part : split_cells(text, ";")) all.push_back(reading(part));
        }
        std::sort(all.begin(), all.end());
        std::string result;
        for (const auto& one : all) result += one + "; ";
        return result;
    }

    std::string zone_;
    Instant now_;
    Tense tense_;
    std::string year_, offset_;
};

std::vector<PhraseRow> phrase_rows() {
    std::vector<PhraseRow> rows;
    std::ifstream file(DIBS_SOURCE_DIR "/tests/api/time/golden.txt");
    std::optional<Section> section;
    for (std::string line; std::getline(file, line);) {
        if (line.empty() || line.front() == '#') continue;
        if (line.front() == '@' && line[1] == ' ') {
            const auto words = split_cells(line, " ");
            const bool back = words.size() > 3 && words[3] == "past";
            section.emplace(words.at(1), words.at(2), back ? Tense::past : Tense::coming);
        } else {
            rows.push_back(section.value().row(line));
        }
    }
    return rows;
}

std::string text_of(Instant from, const std::optional<Instant>& until) {
    return to_text(from) + (until ? " .. " + to_text(*until) : "");
}

PhraseRow reading_of(const PhraseRow& context) {
    PhraseRow row = context;
    const auto phrase = parse_time_phrase(row.text, row.zone, row.now, row.tense);
    if (phrase) {
        row.meaning = (phrase->taken.empty() ? "" : "~") + text_of(phrase->from, phrase->until);
    } else {
        row.meaning = phrase.error().ambiguous ? "ambiguous-time"
                                               : std::string(to_text(phrase.error().refusal.code));
    }
    std::vector<std::string> all;
    for (const auto& other : phrase ? phrase->alternatives : phrase.error().alternatives) {
        all.push_back(text_of(other.from, other.until));
    }
    std::sort(all.begin(), all.end());
    row.others.clear();
    for (const auto& one : all) row.others += one + "; ";
    return row;
}

void expect_golden_readings() {
    const auto rows = phrase_rows();
    ASSERT_GE(rows.size(), 550U);
    for (const auto& row : rows) {
        const auto read = reading_of(row);
        EXPECT_EQ(read.meaning, row.meaning) << "'" << row.text << "' in " << row.zone;
        EXPECT_EQ(read.others, row.others) << "'" << row.text << "' in " << row.zone;
    }
}

TEST(TimeGolden, every_phrase_has_the_meaning_in_the_table) {
    expect_golden_readings();
}

TEST(TimeGolden, zone_of_the_machine_has_no_effect) {
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

Instant to_second(Instant t) {
    return std::chrono::floor<std::chrono::seconds>(t);
}

// Checks that the reading and all alternatives have texts with exactly their meaning.
void expect_text_means(const std::string& text, const PhraseRow& row, Instant from,
                       const std::optional<Instant>& until) {
    const auto again = parse_time_phrase(text, row.zone, row.now, row.tense);
    ASSERT_TRUE(again) << row.text << " -> " << text << ": " << again.error().refusal.detail;
    EXPECT_TRUE(again->taken.empty()) << row.text << " -> " << text << ": " << again->taken;
    EXPECT_EQ(to_second(again->from), to_second(from)) << row.text << " -> " << text;
    ASSERT_EQ(again->until.has_value(), until.has_value()) << row.text << " -> " << text;
    if (until) {
        EXPECT_EQ(to_second(*again->until), to_second(*until)) << row.text << " -> " << text;
    }
}

TEST(TimeGolden, every_echo_and_alternative_reads_back_to_its_moments) {
    for (const auto& row : phrase_rows()) {
        const auto read = parse_time_phrase(row.text, row.zone, row.now, row.tense);
        if (read && read->zone == row.zone) {
            expect_text_means(read->echo, row, read->from, read->until);
        }
        for (const auto& other : read ? read->alternatives : read.error().alternatives) {
            expect_text_means(other.text, row, other.from, other.until);
            EXPECT_FALSE(other.sentence.empty());
        }
    }
}

TEST(TimeGolden, every_ambiguous_phrase_has_alternatives) {
    for (const auto& row : phrase_rows()) {
        const auto read = parse_time_phrase(row.text, row.zone, row.now, row.tense);
        if (!read && read.error().ambiguous) {
            EXPECT_FALSE(read.error().alternatives.empty()) << row.text;
        }
    }
}

}  // namespace
}  // namespace dibs
