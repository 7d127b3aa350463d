// What stands around the GPUs of a wish in a sentence: "please, I need four A100 for my training
// next monday 9-17". Politeness is left out, numbers may be words, what it is for becomes a title;
// whatever is about time is left alone, for the grammar of times, whose words are asked here. Pure.
#pragma once

#include "api/gpu_request/gpu_words.hpp"
#include "api/gpu_request/known_gpus.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dibs::gpu_request {

// So many words at the front only open a wish: "hello, could I please have".
[[nodiscard]] std::size_t opening_words(std::span<const Word> words, const KnownGpus& known);
// So many at the end do: "tomorrow 9-17 I need".
[[nodiscard]] std::size_t opening_words_behind(std::span<const Word> words);

// So many at the end say that a host follows: "on", "all of", "the whole". They are no part of its
// name.
[[nodiscard]] std::size_t words_before_host(std::span<const Word> words);

// "four", "an", "cztery": 4, 1, 4. Nothing for what is no small number in words.
[[nodiscard]] std::optional<int> count_in_words(std::string_view word);

// Takes "please" and "thanks" out of the words that are left, and what it is for ("for my llama
// training"), which is the answer; empty: it does not say.
[[nodiscard]] std::string take_purpose(std::vector<Word>& words);

}  // namespace dibs::gpu_request
