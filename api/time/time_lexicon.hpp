// The words of two languages, one table each (words_english, words_polish), looked up together,
// since people mix them. Entries have the form of split_words and one or more words; the longest
// match wins. Pure; the index is built once. Any thread.
#pragma once

#include "api/time/time_token.hpp"

#include <span>
#include <string_view>

namespace dibs::time_phrase {

// Short names for the tables.
inline constexpr int morning = static_cast<int>(PartOfDay::morning);
inline constexpr int afternoon = static_cast<int>(PartOfDay::afternoon);
inline constexpr int evening = static_cast<int>(PartOfDay::evening);
inline constexpr int night = static_cast<int>(PartOfDay::night);
inline constexpr int unit_months = static_cast<int>(Unit::month);
inline constexpr int unit_weeks = static_cast<int>(Unit::week);
inline constexpr int unit_days = static_cast<int>(Unit::day);
inline constexpr int unit_hours = static_cast<int>(Unit::hour);
inline constexpr int unit_minutes = static_cast<int>(Unit::minute);
inline constexpr int unit_seconds = static_cast<int>(Unit::second);

struct Entry {
    std::string_view words;
    Kind kind;
    int value = 0;  // of a duration: minutes
};

[[nodiscard]] std::span<const Entry> english_words();
[[nodiscard]] std::span<const Entry> polish_words();

inline constexpr std::size_t most_words = 5;  // in one entry

// The entry for these words, separated by single blanks; none if no language has it.
[[nodiscard]] const Entry* find_entry(std::string_view words);

// The only day, month or part of a day that a misspelt word can mean ("tommorow"). It has at least
// six letters; one may be wrong, two from eight letters on. The first letter and the last two must
// match ("mondays" is no typo). None if two different words are equally near ("tursday").
[[nodiscard]] const Entry* find_misspelt(std::string_view word);

}  // namespace dibs::time_phrase
