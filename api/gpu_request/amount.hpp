// How many GPUs of which kind: "4xA100:80G", "2x", "4 gpus", "gpu:a100:4". Read from the first
// words of a request. Pure.
#pragma once

#include "api/gpu_request/gpu_request.hpp"
#include "api/gpu_request/gpu_words.hpp"

#include <span>

namespace dibs::gpu_request {

struct AmountRead {
    Amount amount{};
    std::size_t words = 0;  // how many were read
};
// Nothing read if the words do not begin with an amount. In a partial request a bare number counts
// only in front of something about GPUs ("24 Nov" is a day).
[[nodiscard]] Result<std::optional<AmountRead>> read_amount(std::span<const Word> words,
                                                            const KnownGpus& known, bool partial);

}  // namespace dibs::gpu_request
