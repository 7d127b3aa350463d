// The existing GPUs, for reading a request: hosts by name, models, and suggestions for unknown
// names. Built from the tables per request. Pure.
#pragma once

#include "domain/kernel/result.hpp"
#include "domain/placement/request.hpp"

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace dibs::gpu_request {

class KnownGpus {
  public:
    // By host and index, as in the tables. Of two GPUs with one index, the one that is not lost
    // counts.
    explicit KnownGpus(const std::vector<placement::Gpu>& gpus);

    using GpusByIndex = std::map<GpuIndex, const placement::Gpu*>;  // a GPU, then its slices
    [[nodiscard]] const GpusByIndex* of_host(std::string_view name) const;  // null: no such host
    // Whether its slices can be booked; then an amount never takes it as a whole.
    [[nodiscard]] bool is_cut(const placement::Gpu& gpu) const { return cut_.contains(gpu.id); }
    [[nodiscard]] const std::vector<const placement::Gpu*>& all() const { return all_; }

    // The models of whole GPUs, without the vendor, each once.
    [[nodiscard]] std::set<std::string> models() const;
    // Whether it is part of a model's name, in any case.
    [[nodiscard]] bool is_model(std::string_view part) const;
    // Like is_model, but at the beginning of a word: "RTX" or "H1", not "on" of "Generation".
    [[nodiscard]] bool begins_model(std::string_view part) const;
    // Like is_model, but in whole words: "RTX 6000" of "RTX 6000 Ada".
    [[nodiscard]] bool is_words_of_model(std::string_view part) const;

    // "There is no V100 here: there are A100-SXM4-80GB and H100."
    [[nodiscard]] Refusal no_model(std::string_view part, std::string_view field) const;
    [[nodiscard]] Refusal no_host(std::string_view name, std::string_view field) const;
    [[nodiscard]] Refusal no_index(std::string_view host, GpuIndex index,
                                   std::string_view field) const;

  private:
    template <class Suits>  // called with a model's name and the end of the part in it
    [[nodiscard]] bool word_begins(std::string_view part, Suits suits) const;

    std::map<std::string, GpusByIndex, std::less<>> hosts_;
    std::vector<const placement::Gpu*> all_;
    std::set<GpuId> cut_;
    std::map<std::string, std::string> models_;  // lower case -> without the vendor
};

}  // namespace dibs::gpu_request
