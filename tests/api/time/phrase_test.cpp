// Time phrases: echoes, and refusals with their sentences.
#include "api/time/time_phrase.hpp"

#include <random>

#include <gtest/gtest.h>

namespace dibs {
namespace {

using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;

const Instant now = *parse_instant("2026-11-21T01:45:03.250Z");
constexpr const char* warsaw = "Europe/Warsaw";

std::string refusal(std::string_view text, std::string_view zone = warsaw) {
    const auto phrase = parse_time_phrase(text, zone, now);
    return phrase ? "read as " + phrase->echo : phrase.error().refusal.detail;
}

std::string echo(std::string_view text) {
    const auto phrase = parse_time_phrase(text, warsaw, now);
    return phrase ? phrase->echo : phrase.error().refusal.detail;
}

TEST(TimePhrase, phrase_is_echoed_in_absolute_words) {
    EXPECT_EQ(echo("tue 9-17"), "Tue 24 Nov 09:00-17:00 CET");
    EXPECT_EQ(echo("tue 22-6 overnight"), "Tue 24 Nov 22:00 - Wed 25 Nov 06:00 CET");
    EXPECT_EQ(echo("tue 9:00"), "Tue 24 Nov 09:00 CET");
    EXPECT_EQ(echo("tue 16:00 for 8h"), "Tue 24 Nov 16:00-24:00 CET");
    EXPECT_EQ(echo("2025-11-24 9:00"), "Mon 24 Nov 2025 09:00 CET");
    EXPECT_EQ(echo("31 Oct 2027 1:30-3:30"), "Sun 31 Oct 2027 01:30 CEST - Sun 31 Oct 03:30 CET");
}

TEST(TimePhrase, ambiguous_phrase_outside_readable_years_is_refused) {
    EXPECT_EQ(refusal("@220-1"), "The year must be one of 2000 to 2037.");
}

TEST(TimePhrase, end_and_duration_together_are_refused_by_name) {
    EXPECT_EQ(refusal("tomorrow 9-17 for 3h"),
              "That says both when it ends and how long it lasts.");
}

TEST(TimePhrase, end_on_the_starts_weekday_is_that_day_or_a_week_later) {
    EXPECT_EQ(echo("tue 9:00 - tue 17:00"), "Tue 24 Nov 09:00-17:00 CET");
    EXPECT_EQ(echo("tue 17:00 - tue 9:00"), "Tue 24 Nov 17:00 - Tue 1 Dec 09:00 CET");
    EXPECT_EQ(echo("fri 17:00 until mon 9:00"), "Fri 27 Nov 17:00 - Mon 30 Nov 09:00 CET");
}

TEST(TimePhrase, passed_time_of_today_is_refused_with_alternatives) {
    const auto phrase = parse_time_phrase("1:00", warsaw, now);
    ASSERT_FALSE(phrase);
    EXPECT_EQ(phrase.error().refusal.code, Code::in_the_past);
    EXPECT_EQ(phrase.error().refusal.field, "text");
    EXPECT_EQ(phrase.error().refusal.detail, "01:00 today has passed.");
    ASSERT_EQ(phrase.error().alternatives.size(), 2U);
    EXPECT_EQ(phrase.error().alternatives[0].text, "Sat 21 Nov 13:00 CET");
    EXPECT_EQ(phrase.error().alternatives[1].text, "Sun 22 Nov 01:00 CET");
}

TEST(TimePhrase, start_within_the_last_minute_is_not_past) {
    EXPECT_EQ(echo("2:45"), "Sat 21 Nov 02:45 CET");
    EXPECT_NE(echo("2:44"), "Sat 21 Nov 02:44 CET");
}

TEST(TimePhrase, ambiguous_phrase_is_asked_back_with_all_readings) {
    const auto asked = parse_time_phrase("tue 9-5", warsaw, now);
    ASSERT_FALSE(asked);
    EXPECT_TRUE(asked.error().ambiguous);
    EXPECT_EQ(asked.error().refusal.field, "text");
    EXPECT_NE(asked.error().refusal.detail.find("Write 'overnight'"), std::string::npos);
    std::vector<std::string> texts;
    std::vector<std::string> sentences;
    for (const auto& other : asked.error().alternatives) {
        texts.push_back(other.text);
        sentences.push_back(other.sentence);
    }
    EXPECT_EQ(texts, (std::vector<std::string>{"Tue 24 Nov 09:00-17:00 CET",
                                               "Tue 24 Nov 09:00 - Wed 25 Nov 05:00 CET",
                                               "Tue 24 Nov 21:00 - Wed 25 Nov 05:00 CET"}));
    EXPECT_EQ(sentences, (std::vector<std::string>{"8h, on one day.", "20h, into the next day.",
                                                   "8h, into the next day."}));
}

TEST(TimePhrase, alternative_repeats_a_named_zone) {
    const auto asked = parse_time_phrase("tue 22-6 Asia/Tokyo", warsaw, now);
    ASSERT_FALSE(asked);
    ASSERT_EQ(asked.error().alternatives.size(), 1U);
    const auto& only = asked.error().alternatives[0];
    EXPECT_EQ(only.text, "Tue 24 Nov 22:00 - Wed 25 Nov 06:00 JST Asia/Tokyo");
    EXPECT_EQ(parse_time_phrase(only.text, warsaw, now)->from, only.from);
}

TEST(TimePhrase, taken_reading_is_reported) {
    const auto next = parse_time_phrase("next fri 9-17", warsaw, now);
    ASSERT_TRUE(next);
    EXPECT_NE(next->taken.find("'next' is read as"), std::string::npos);
    EXPECT_EQ(next->alternatives.size(), 1U);
    const auto day = parse_time_phrase("tue 9-9", warsaw, now);
    ASSERT_TRUE(day);
    EXPECT_EQ(day->taken, "Read as 12 hours.");
    EXPECT_EQ(parse_time_phrase("tue 9-17", warsaw, now)->taken, "");
}

TEST(TimePhrase, invalid_time_is_refused_with_an_example) {
    EXPECT_NE(refusal("4h").find("'for 4h'"), std::string::npos);
    EXPECT_NE(refusal("20 Nov").find("with its year"), std::string::npos);
    EXPECT_NE(refusal("tomorrow 24").find("Write 24:00"), std::string::npos);
}

TEST(TimePhrase, repeated_bookings_are_refused_explicitly) {
    EXPECT_NE(refusal("every weekday 9-17").find("not possible yet"), std::string::npos);
    EXPECT_NE(refusal("tomorrow 9-17 every day").find("not possible yet"), std::string::npos);
}

TEST(TimePhrase, unknown_zone_names_its_field) {
    EXPECT_EQ(parse_time_phrase("now", "Mars/Olympus", now).error().refusal.field, "zone");
    EXPECT_EQ(parse_time_phrase("now", "", now).error().refusal.field, "zone");
    EXPECT_EQ(parse_time_phrase("now", "../../etc/passwd", now).error().refusal.field, "zone");
    EXPECT_EQ(parse_time_phrase("9:00 Mars/Olympus", warsaw, now).error().refusal.field, "text");
}

TEST(TimePhrase, phrase_over_two_hundred_characters_is_refused) {
    EXPECT_TRUE(parse_time_phrase("now" + std::string(197, ' '), warsaw, now));
    EXPECT_FALSE(parse_time_phrase("now" + std::string(198, ' '), warsaw, now));
}

TEST(TimePhrase, abbreviation_of_another_zone_is_refused) {
    EXPECT_NE(refusal("tomorrow 9:00 EST").find("Cannot read 'est'"), std::string::npos);
    EXPECT_NE(refusal("tomorrow 9:00 CEST").find("go by CET"), std::string::npos);
}

// parse(format(x)) = x, to the second, in zones of every kind.
TEST(TimePhrase, every_formatted_moment_reads_back) {
    std::mt19937 random(20261121);
    std::uniform_int_distribution<int> offset_s(-730 * 86'400, 730 * 86'400);
    std::uniform_int_distribution<int> length_min(1, 8 * 24 * 60);
    const auto base = std::chrono::floor<seconds>(now);
    for (const char* zone : {"Europe/Warsaw", "America/New_York", "Asia/Kathmandu", "Asia/Tokyo",
                             "Australia/Lord_Howe", "America/Sao_Paulo", "UTC", "Europe/Dublin"}) {
        for (int i = 0; i < 1'000; ++i) {
            Instant from = base + seconds{offset_s(random)};
            if (i % 2 == 0) from = std::chrono::floor<minutes>(from);
            const Interval when{from, from + minutes{length_min(random)}};
            const auto moment = format_moment(from, zone, now).value();
            const auto read = parse_time_phrase(moment, zone, now);
            ASSERT_TRUE(read) << zone << ' ' << moment << ": " << read.error().refusal.detail;
            EXPECT_EQ(read->from, from) << zone << ' ' << moment;
            const auto interval = format_interval(when, zone, now).value();
            const auto range = parse_time_phrase(interval, zone, now);
            ASSERT_TRUE(range) << zone << ' ' << interval << ": " << range.error().refusal.detail;
            EXPECT_EQ(range->from, when.from) << zone << ' ' << interval;
            EXPECT_EQ(range->until.value(), when.until) << zone << ' ' << interval;
        }
    }
}

// Minute by minute around every clock change of a year, gaps and overlaps included.
TEST(TimePhrase, moments_around_clock_changes_read_back) {
    for (const auto& [zone, change] : std::initializer_list<std::pair<const char*, const char*>>{
             {"Europe/Warsaw", "2027-10-31T01:00:00Z"},
             {"Europe/Warsaw", "2027-03-28T01:00:00Z"},
             {"America/New_York", "2027-11-07T06:00:00Z"},
             {"Australia/Lord_Howe", "2027-04-03T15:00:00Z"},
             {"Europe/Dublin", "2027-10-31T01:00:00Z"}}) {
        for (int minute = -150; minute < 150; ++minute) {
            const auto from = *parse_instant(change) + minutes{minute};
            for (const auto length : {minutes{10}, minutes{45}, minutes{90}, minutes{1440}}) {
                const auto text = format_interval({from, from + length}, zone, now).value();
                const auto read = parse_time_phrase(text, zone, now);
                ASSERT_TRUE(read) << zone << ' ' << text << ": " << read.error().refusal.detail;
                EXPECT_EQ(read->from, from) << zone << ' ' << text;
                EXPECT_EQ(read->until.value(), from + length) << zone << ' ' << text;
            }
        }
    }
}

TEST(TimePhrase, random_words_are_read_or_refused) {
    const std::vector<std::string> words{
        "now",       "today",      "tonight", "tomorrow", "fri",  "next", "24",    "nov",
        "9",         "9:00",       "17",      "am",       "pm",   "-",    "to",    "until",
        "for",       "4h",         "in",      "p1d",      "cet",  "utc",  "noon",  "midnight",
        "every",     "24.11.",     "3/4",     "@1",       "rest", "of",   "the",   "day",
        "overnight", "2026-11-24", "-03",     "+0100",    "1.5h", ":",    "p",     "99999w",
        "jutro",     "do",         "Do",      "so",       "bis",  "Uhr",  "w",     "morning",
        "next",      "week",       "end of",  "weekend",  "/",    "PT4H", "10.12", "am",
        "20s",       "seconds"};
    std::mt19937 random(7);
    std::uniform_int_distribution<std::size_t> pick(0, words.size() - 1);
    std::uniform_int_distribution<int> count(1, 7);
    int read = 0;
    for (int i = 0; i < 50'000; ++i) {
        std::string text;
        for (int n = count(random); n > 0; --n) text += words[pick(random)] + (i % 3 ? " " : "");
        const auto phrase = parse_time_phrase(text, warsaw, now);
        if (!phrase) {
            EXPECT_FALSE(phrase.error().refusal.detail.empty()) << text;
            continue;
        }
        ++read;
        EXPECT_LT(phrase->from, phrase->until.value_or(Instant::max())) << text;
    }
    EXPECT_GT(read, 500);
}

TEST(TimePhrase, unprintable_bytes_are_refused) {
    EXPECT_FALSE(parse_time_phrase("now\x01", warsaw, now));
    EXPECT_FALSE(parse_time_phrase("\xff\xfe", warsaw, now));
    EXPECT_FALSE(parse_time_phrase(std::string_view("now\0", 4), warsaw, now));
}

TEST(TimeDuration, duration_is_read_in_short_words_and_iso_8601) {
    EXPECT_EQ(parse_duration("4h"), hours{4});
    EXPECT_EQ(parse_duration("1d 12h"), hours{36});
    EXPECT_EQ(parse_duration("1d12h"), hours{36});
    EXPECT_EQ(parse_duration("2 hours 30 minutes"), minutes{150});
    EXPECT_EQ(parse_duration("1.5h"), minutes{90});
    EXPECT_EQ(parse_duration("90min"), minutes{90});
    EXPECT_EQ(parse_duration("1w"), hours{168});
    EXPECT_EQ(parse_duration("PT8H30M"), minutes{510});
    EXPECT_EQ(parse_duration("p1dt2h"), hours{26});
}

TEST(TimeDuration, duration_may_have_seconds) {
    using std::chrono::seconds;
    for (const char* text : {"90s", "90 s", "90sec", "90 seconds", "1min 30s", "1m30s", "PT90S",
                             "PT1M30S", "90 sekund"}) {
        EXPECT_EQ(parse_duration(text), seconds{90}) << text;
    }
    EXPECT_EQ(parse_duration("1h 1s"), seconds{3601});
    for (const char* text : {"0s", "1.5s", "30s 1min", "1s 1s", "P90S", "PT1.5S", "s", "20x"}) {
        EXPECT_FALSE(parse_duration(text)) << text;
    }
}

TEST(TimeDuration, invalid_duration_is_refused) {
    for (const char* text : {"",          "4",
                             "h",         "4x",
                             "-4h",       "0h",
                             "4h 1d",     "4h 4h",
                             "1.5d",      "400d",
                             "PT",        "P",
                             "P1M",       "P1Y",
                             "PT1D",      "4h foo",
                             "overnight", "rest of the day",
                             "999999w",   "4h Europe/Warsaw",
                             "1.555h"}) {
        const auto length = parse_duration(text);
        ASSERT_FALSE(length) << text;
        EXPECT_EQ(length.error().field, "text") << text;
    }
}

TEST(TimeDuration, formatted_duration_reads_back) {
    for (int i = 1; i < 40'000; i += 7) {
        const Duration length = minutes{i};
        EXPECT_EQ(parse_duration(format_duration(length)), length) << format_duration(length);
    }
    for (int i = 1; i < 100'000; i += 37) {
        const Duration length = std::chrono::seconds{i};
        EXPECT_EQ(parse_duration(format_duration(length)), length) << format_duration(length);
    }
    EXPECT_EQ(format_duration(hours{28}), "1d 4h");
    EXPECT_EQ(format_duration(std::chrono::seconds{90}), "1min 30s");
}

}  // namespace
}  // namespace dibs
