// Joins runs: consecutive cards, or consecutive slices of one card, become first and last.
#include "domain/gpu/gpu_index.hpp"

#include <algorithm>

namespace dibs {
namespace {

bool is_next(const GpuIndex& before, const GpuIndex& after) {
    if (before.slice.has_value() != after.slice.has_value()) return false;
    return before.slice ? before.card == after.card && *after.slice == *before.slice + 1
                        : after.card == before.card + 1;
}

}  // namespace

std::string to_text(const GpuIndex& index) {
    const auto card = std::to_string(index.card);
    return index.slice ? card + '.' + std::to_string(*index.slice) : card;
}

std::string to_text(std::vector<GpuIndex> indices) {
    std::sort(indices.begin(), indices.end());
    indices.erase(std::unique(indices.begin(), indices.end()), indices.end());
    std::string text;
    for (auto at = indices.begin(); at != indices.end();) {
        const auto first = at;
        auto last = at++;
        while (at != indices.end() && is_next(*last, *at)) last = at++;
        text += (text.empty() ? "" : ",") + to_text(*first);
        if (last != first) text += '-' + std::to_string(last->slice.value_or(last->card));
    }
    return text;
}

}  // namespace dibs
