// The index of a GPU on its host, as people write it: "3" for a card, "3.0" for a slice (MIG) of
// that card. In this order a card comes before its slices, and its slices before the next card.
// Pure.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace dibs {

struct GpuIndex {
    std::int64_t card = 0;
    std::optional<std::int64_t> slice{};

    GpuIndex(std::int64_t of_card, std::optional<std::int64_t> of_slice = {})
        : card(of_card), slice(of_slice) {}
    friend auto operator<=>(const GpuIndex&, const GpuIndex&) = default;
};

// `parent` is the index of the card, for a slice.
[[nodiscard]] inline GpuIndex gpu_index(std::optional<std::int64_t> parent, std::int64_t index) {
    return parent ? GpuIndex(*parent, index) : GpuIndex(index);
}

// "3", "3.0".
[[nodiscard]] std::string to_text(const GpuIndex& index);
// "0-3,5,6.0-1", in order and without duplicates.
[[nodiscard]] std::string to_text(std::vector<GpuIndex> indices);

}  // namespace dibs
