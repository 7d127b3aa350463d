// Reads an amount of GPUs from the first words of a request: "4xA100:80G", "2x", "4 gpus", "four
// A100", "gpu:a100:4". Pure.
#pragma once

#include "api/gpu_request/gpu_request.hpp"
#include "api/gpu_request/gpu_words.hpp"

#include <span>

namespace dibs::gpu_request {

struct AmountRead {
    placement::Request amount{};
    std::size_t words = 0;  // the number of words read
};
struct AmountPlace {
    // Other words may follow: a bare number counts only before a word about GPUs ("24 Nov" is a
    // day).
    bool partial = false;
    // Other words precede: a bare number before a host belongs to them ("at 9 gpu03").
    bool within = false;
    bool any_model = false;  // accepts unknown models
};
// None if the words do not begin with an amount.
[[nodiscard]] Result<std::optional<AmountRead>> read_amount(std::span<const Word> words,
                                                            const KnownGpus& known,
                                                            AmountPlace place);
// "A100" alone is one GPU, if no word has a count.
[[nodiscard]] Result<std::optional<AmountRead>> read_lone_model(std::span<const Word> words,
                                                                const KnownGpus& known,
                                                                AmountPlace place);

}  // namespace dibs::gpu_request
