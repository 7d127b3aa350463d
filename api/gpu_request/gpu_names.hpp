// GPUs by name: "gpu03:0,2-3", "gpu03:4.0-1", "gpu[01-04]:all", "gpu03". Reads them from the words
// of a request and looks them up. Pure.
#pragma once

#include "api/gpu_request/gpu_words.hpp"
#include "api/gpu_request/known_gpus.hpp"

#include <span>
#include <string>
#include <vector>

namespace dibs::gpu_request {

struct HostSelection {
    std::string host;
    std::vector<Range> indices{};  // empty: all of the host
};

// Whether the word must be a name: a known host, or the form of one ("gpu9:0", "gpu[1-2]"); "9:30"
// is not.
[[nodiscard]] bool is_name(std::string_view word, const KnownGpus& known);

struct Names {
    std::vector<HostSelection> hosts{};
    std::size_t words = 0;  // the number of words read
};
// Reads names from the first word on. The first word is always read as a name, later ones only if
// they are names.
[[nodiscard]] Result<Names> read_names(std::span<const Word> words, const KnownGpus& known,
                                       std::string_view field);

// Each GPU once, in the requested order. A whole host means its GPUs that are not lost, with slices
// in place of a sliced GPU.
[[nodiscard]] Result<std::vector<const placement::Gpu*>> look_up(
    const std::vector<HostSelection>& hosts, const KnownGpus& known, std::string_view field);

// "gpu03:0-3,gpu04:0".
[[nodiscard]] std::string names_text(const std::vector<const placement::Gpu*>& gpus);

}  // namespace dibs::gpu_request
