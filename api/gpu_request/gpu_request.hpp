// GPUs as people ask for them: "4xA100", "4 x A100:80G", "2x on gpu03", "gpu03:0,2-3",
// "gpu[01-04]:all". The one grammar of Dibs; the dashboard and the command line ask it through
// POST /gpus/parse. Pure: the GPUs there are come as an argument. A refusal names the part that is
// wrong and what comes near it. Any thread.
//
//   request := amount place? | names                of a partial one with other words around it
//   amount  := N 'x' 'gpus'? model? memory? | N ('gpus' | model | host) … | N
//              | 'gpu:' (model ':')? N              (as Slurm's --gres writes it)
//              | number in words ('gpus' | model) … (partial: | model, which is one)
//              with "linked" or "nvlink" behind the number or at the end
//   model   := a part of a model's name             ("A100", "RTX 6000"), then ':' size if wished
//   memory  := N ('G'|'GB'|'GiB'|'MB'|'MiB')        what each has at least; behind ':' also "80",
//   "40960M" place   := 'on'? names names   := host (':' (indices | 'all'))? …      parted by
//   commas or blanks host    := name, with "[01-04,7]" for several indices := N | N '-' N, parted
//   by commas        ("0..3" is "0-3")
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
    std::string_view on{};          // a place, beside the text; empty: none
    std::string_view min_memory{};  // a size, instead of the text's; empty: none
    bool partial = false;           // a wish: other words may stand around, they are the rest
    bool any_model = false;         // also one that is not here: then none is there
};

struct Amount {
    std::int64_t count = 1;
    std::string model{};              // part of its name; empty: any
    std::int64_t min_memory_mib = 0;  // 0: any
    bool linked = false;              // each with each, by NVLink
};

struct GpuRequest {
    std::optional<Amount> amount{};                 // none: GPUs by name
    std::vector<const views::CalendarGpu*> gpus{};  // by name: these; else only among these
    // Neither: a partial one whose words are not about GPUs; all of them are the rest.
    std::string host{};            // of an amount: only there
    std::int64_t there = 0;        // of an amount: so many GPUs suit, free or not
    std::int64_t on_one_host = 0;  // the most of them on one host
    std::string echo{};            // "4xA100:80G on gpu03": read back, it is the same
    std::string rest{};            // of a partial one: the words that are not about GPUs
    std::string title{};           // of a partial one: what it is for, as it was said
};

// Refusals have field "text", "on" or "min_memory": out_of_range is what cannot be read,
// unknown_host and unknown_gpu what is not there.
[[nodiscard]] Result<GpuRequest> read_gpu_request(const Question& question, const KnownGpus& known);
// Of a wish for a model that is not here: the same wish, as text, for models of which there are as
// many; those with the most GPUs first, three at most.
[[nodiscard]] std::vector<std::string> near_wishes(const Question& question,
                                                   const KnownGpus& known);

}  // namespace dibs::gpu_request
