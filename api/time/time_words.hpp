// A time phrase cut into words: lower case, commas gone, "14-16" and "9:00-17:00" taken apart, a
// zone set aside. First step of parse_time_phrase. Pure.
#pragma once

#include "domain/result.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dibs::time_phrase {

inline constexpr std::size_t longest_text = 200;

struct Words {
    std::vector<std::string> words;
    std::string zone;  // as written in the phrase: "Europe/Warsaw"; empty if none is
};

[[nodiscard]] Result<Words> split_words(std::string_view text);

// All digits, `least` to `most` of them; their value.
[[nodiscard]] std::optional<int> number(std::string_view text, std::size_t least = 1,
                                        std::size_t most = 6);

[[nodiscard]] inline tl::unexpected<Refusal> unreadable(std::string detail) {
    return refuse(Code::out_of_range, "text", std::move(detail));
}

}  // namespace dibs::time_phrase
