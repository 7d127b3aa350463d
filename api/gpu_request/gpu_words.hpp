// Splits a GPU request into words, and reads numbers: first step of read_gpu_request. The text is
// untrusted: every byte is checked. Pure.
#pragma once

#include "domain/kernel/result.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dibs::gpu_request {

inline constexpr std::size_t longest_text = 500;
inline constexpr int most_gpus = 1024;
inline constexpr int highest_index = 1023;

[[nodiscard]] inline Refusal unreadable(std::string_view field, std::string detail) {
    return {Code::out_of_range, std::string(field), std::move(detail), {}};
}

struct Word {
    std::string text;
    bool after_comma = false;
    bool glued = false;  // after a comma without a blank, as the 5 of "1,5"
};

// Blanks and commas separate words, but not in brackets or in "79,5G". A dash of any length and
// ".." become '-', a multiplication sign becomes 'x'. Refusals have field `field`. `any`: other
// words may be in any language ("w piątek"); `ascii`: printable ASCII only.
enum class Letters { ascii, any };
[[nodiscard]] Result<std::vector<Word>> split_words(std::string_view text, std::string_view field,
                                                    Letters letters = Letters::ascii);

// The value of at most six digits; none for any other text.
[[nodiscard]] std::optional<int> whole(std::string_view text);
// "gpu02:1" from "gpu02:1." at the end of a sentence.
[[nodiscard]] std::string_view without_stop(std::string_view word);
[[nodiscard]] std::string lower(std::string_view text);
[[nodiscard]] bool among(std::span<const std::string_view> all, std::string_view one);
[[nodiscard]] std::vector<std::string_view> split(std::string_view text, char by);

// "80G", "79.5GiB", "40960M"; a plain number is in GiB. Returns MiB.
[[nodiscard]] std::optional<std::int64_t> memory_mib(std::string_view text);
[[nodiscard]] std::string memory_text(std::int64_t mib);

struct Range {
    int first = 0;
    int last = 0;
    std::optional<int> card{};  // for slices: the index of their GPU
};
// "0", "2-3"; none for other text or a number above `most`.
[[nodiscard]] std::optional<Range> range_of(std::string_view text, int most);
// Like range_of, and slices of a GPU: "0.1", "0.1-3".
[[nodiscard]] std::optional<Range> indices_of(std::string_view text, int most);

}  // namespace dibs::gpu_request
