// A GPU request cut into words, and the numbers in them: first step of read_gpu_request. Text from
// outside: every byte is looked at. Pure.
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
    bool glued = false;  // behind a comma without a blank, as the 5 of "1,5"
};

// Blanks and commas part words, but not within brackets nor in "79,5G"; a dash of any length and
// ".." are '-', a multiplication sign is 'x'. Refusals have this field. Where other words may
// follow, they are of any language ("w piątek"); else all is ASCII.
enum class Letters { ascii, any };
[[nodiscard]] Result<std::vector<Word>> split_words(std::string_view text, std::string_view field,
                                                    Letters letters = Letters::ascii);

// All digits, at most six of them.
[[nodiscard]] std::optional<int> whole(std::string_view text);
// "gpu02:1." at the end of a sentence.
[[nodiscard]] std::string_view without_stop(std::string_view word);
[[nodiscard]] std::string lower(std::string_view text);
[[nodiscard]] bool among(std::span<const std::string_view> all, std::string_view one);
[[nodiscard]] std::vector<std::string_view> split(std::string_view text, char by);

// "80G", "79.5GiB", "40960M"; a plain number is GiB. In MiB.
[[nodiscard]] std::optional<std::int64_t> memory_mib(std::string_view text);
[[nodiscard]] std::string memory_text(std::int64_t mib);

struct Range {
    int first = 0;
    int last = 0;
    std::optional<int> card{};  // of slices: the GPU that they are cut from
};
// "0", "2-3"; nothing if it is neither or goes beyond `most`.
[[nodiscard]] std::optional<Range> range_of(std::string_view text, int most);
// The same, and slices of a GPU: "0.1", "0.1-3".
[[nodiscard]] std::optional<Range> indices_of(std::string_view text, int most);

}  // namespace dibs::gpu_request
