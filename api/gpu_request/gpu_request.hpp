// The grammar of GPU requests, the only one of Dibs: "4xA100", "4 x A100:80G", "2x on gpu03",
// "gpu03:0,2-3", "gpu[01-04]:all". The dashboard and the command line use it through
// POST /gpus/parse. Pure: the existing GPUs are an argument. A refusal names the wrong part and
// suggests similar names. Any thread.
//
//   request := amount place? | names          (partial: with other words around it)
//   amount  := N 'x' 'gpus'? model? memory? | N ('gpus' | model | host) … | N
//              | 'gpu:' (model ':')? N        (as in Slurm's --gres)
//              | number in words ('gpus' | model) … (partial: | model, which is one)
//              with "linked" or "nvlink" after the number or at the end
//   model   := a part of a model's name       ("A100", "RTX 6000"), optionally ':' size
//   memory  := N ('G'|'GB'|'GiB'|'MB'|'MiB')  minimum per GPU; after ':' also "80", "40960M"
//   place   := 'on'? names
//   names   := host (':' (indices | 'all'))? … separated by commas or blanks
//   host    := name, with "[01-04,7]" for several
//   indices := N | N '-' N, separated by commas ("0..3" is "0-3")
#pragma once

#include "api/gpu_request/known_gpus.hpp"
#include "domain/kernel/result.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dibs::gpu_request {

struct Question {
    std::string_view text;
    std::string_view on{};          // a place outside the text; empty: none
    std::string_view min_memory{};  // replaces the size in the text; empty: none
    bool partial = false;           // other words may surround it; they become the rest
    bool any_model = false;         // accepts unknown models, of which no GPU exists
};

struct GpuRequest {
    // None: GPUs by name. Its places stay empty: the text names them, in `host` and `gpus`.
    std::optional<placement::Request> amount{};
    std::vector<const placement::Gpu*> gpus{};  // by name, or the choice for the amount
    // Neither: a partial request without words about GPUs; all its words are the rest.
    std::string host{};            // for an amount: only on this host
    std::int64_t there = 0;        // for an amount: the number of matching GPUs, free or not
    std::int64_t on_one_host = 0;  // the largest number of them on one host
    std::string echo{};            // "4xA100:80G on gpu03", which reads back to the same request
    std::string rest{};            // partial only: the words that are not about GPUs
    std::string title{};           // partial only: the purpose, as written
};

// Refusals have field "text", "on" or "min_memory". Codes: out_of_range for unreadable text,
// unknown_host and unknown_gpu for missing names.
[[nodiscard]] Result<GpuRequest> read_gpu_request(const Question& question, const KnownGpus& known);
// For an unknown model: the same request, as text, for at most three models with enough GPUs, the
// most numerous first.
[[nodiscard]] std::vector<std::string> near_wishes(const Question& question,
                                                   const KnownGpus& known);

}  // namespace dibs::gpu_request
