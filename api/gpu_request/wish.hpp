// The words around the GPUs of a request in a sentence: "please, I need four A100 for my training
// next monday 9-17". Drops polite words, reads numbers in words, and takes the purpose as a title.
// Leaves words about time to the time grammar, whose lexicon decides. Pure.
#pragma once

#include "api/gpu_request/gpu_words.hpp"
#include "api/gpu_request/known_gpus.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dibs::gpu_request {

// The number of opening words at the front: "hello, could I please have".
[[nodiscard]] std::size_t opening_words(std::span<const Word> words, const KnownGpus& known);
// The number of opening words at the end: "tomorrow 9-17 I need".
[[nodiscard]] std::size_t opening_words_behind(std::span<const Word> words);

// The number of words at the end that announce a host: "on", "all of", "the whole". They are not
// part of its name.
[[nodiscard]] std::size_t words_before_host(std::span<const Word> words);

// "four", "an", "cztery": 4, 1, 4. None if it is not a small number in words.
[[nodiscard]] std::optional<int> count_in_words(std::string_view word);

// Removes "please" and "thanks", and the purpose ("for my llama training"), which it returns;
// empty: none.
[[nodiscard]] std::string take_purpose(std::vector<Word>& words);

}  // namespace dibs::gpu_request
