// Splits a time phrase into normalized words: one kind of blank and dash, lower case, no diacritics
// ("Piątek" is "piatek", "über" is "ueber"), "14-16" separated, a zone extracted. First step of
// parse_time_phrase. Pure.
#pragma once

#include "domain/kernel/result.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace dibs::time_phrase {

inline constexpr std::size_t longest_text = 200;

struct Words {
    std::vector<std::string> words;
    std::string zone{};  // as written in the phrase: "Europe/Warsaw"; empty: none
};

[[nodiscard]] Result<Words> split_words(std::string_view text);

}  // namespace dibs::time_phrase
