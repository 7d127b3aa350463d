// The GPUs there are, as a request is read against them: hosts by name, models, and what comes near
// to a name that does not exist. Made for one question out of the tables. Pure.
#pragma once

#include "domain/kernel/result.hpp"
#include "projections/fleet/fleet_views.hpp"

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace dibs::gpu_request {

class KnownGpus {
  public:
    // By host and place, as the tables have them. Of two in one place the one not lost counts.
    explicit KnownGpus(const std::vector<views::CalendarGpu>& gpus);

    using OfHost = std::map<GpuIndex, const views::CalendarGpu*>;      // a card, then its slices
    [[nodiscard]] const OfHost* of_host(std::string_view name) const;  // null: there is none
    // Slices of it can be booked: who asks for just any does not get it as a whole.
    [[nodiscard]] bool is_cut(const views::CalendarGpu& gpu) const { return cut_.contains(gpu.id); }
    [[nodiscard]] const std::vector<const views::CalendarGpu*>& all() const { return all_; }

    // Whole GPUs' models, without their maker, each once.
    [[nodiscard]] std::set<std::string> models() const;
    // Is this part of a model's name, in any case?
    [[nodiscard]] bool is_model(std::string_view part) const;
    // The same, but from the beginning of a word on: "RTX" or "H1", not "on" of "Generation".
    [[nodiscard]] bool begins_model(std::string_view part) const;
    // The same, but whole words: "RTX 6000" of "RTX 6000 Ada".
    [[nodiscard]] bool is_words_of_model(std::string_view part) const;

    // "There is no V100 here: there are A100-SXM4-80GB and H100."
    [[nodiscard]] Refusal no_model(std::string_view part, std::string_view field) const;
    [[nodiscard]] Refusal no_host(std::string_view name, std::string_view field) const;
    [[nodiscard]] Refusal no_index(std::string_view host, GpuIndex index,
                                   std::string_view field) const;

  private:
    template <class Suits>  // of a model's name and where the part ends in it
    [[nodiscard]] bool word_begins(std::string_view part, Suits suits) const;

    std::map<std::string, OfHost, std::less<>> hosts_;
    std::vector<const views::CalendarGpu*> all_;
    std::set<GpuId> cut_;
    std::map<std::string, std::string> models_;  // in lower case -> without its maker
};

}  // namespace dibs::gpu_request
