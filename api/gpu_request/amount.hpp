// How many GPUs of which kind: "4xA100:80G", "2x", "4 gpus", "four A100", "gpu:a100:4". Read from
// the first words of a request. Pure.
#pragma once

#include "api/gpu_request/gpu_request.hpp"
#include "api/gpu_request/gpu_words.hpp"

#include <span>

namespace dibs::gpu_request {

struct AmountRead {
    Amount amount{};
    std::size_t words = 0;  // how many were read
};
struct AmountPlace {
    bool partial = false;    // other words may follow: a bare number counts only in front of
                             // something about GPUs ("24 Nov" is a day)
    bool within = false;     // other words stand before: a bare number in front of a host is theirs
                             // ("at 9 gpu03")
    bool any_model = false;  // also one that is not here
};
// Nothing read if the words do not begin with an amount.
[[nodiscard]] Result<std::optional<AmountRead>> read_amount(std::span<const Word> words,
                                                            const KnownGpus& known,
                                                            AmountPlace place);
// "A100" by itself is one of them, where nothing else says how many.
[[nodiscard]] Result<std::optional<AmountRead>> read_lone_model(std::span<const Word> words,
                                                                const KnownGpus& known,
                                                                AmountPlace place);

}  // namespace dibs::gpu_request
