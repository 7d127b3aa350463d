// Chooses the best candidate for one GPU after another. The next GPU cannot get the same candidate.
#include "domain/placement/swap.hpp"

#include <algorithm>
#include <set>
#include <tuple>

namespace dibs::placement {
namespace {

// Excludes cards with slices, and devices that share hardware with GPUs of the booking.
std::set<GpuId> excluded_gpus(std::span<const Candidate> candidates, const SwapRequest& request) {
    std::set<GpuId> out(request.gpus.begin(), request.gpus.end());
    const std::set<GpuId> had = out;
    for (const auto& one : candidates) {
        const auto& card = one.gpu.parent;
        if (!card) continue;
        out.insert(*card);
        if (had.contains(*card)) out.insert(one.gpu.id);
    }
    return out;
}

std::size_t links_of(const Candidate& one, const std::set<GpuId>& kept) {
    const auto linked = [&](GpuId other) { return are_linked(one, other); };
    return static_cast<std::size_t>(std::count_if(kept.begin(), kept.end(), linked));
}

}  // namespace

std::vector<Swap> swaps(std::span<const Candidate> candidates, const SwapRequest& request) {
    auto out = excluded_gpus(candidates, request);
    std::set<GpuId> kept(request.gpus.begin(), request.gpus.end());
    for (const auto& old : request.replace) kept.erase(old.id);
    std::vector<Swap> found;
    for (const auto& old : request.replace) {
        const Request equal{.like = old};
        const auto rank = [&](const Candidate& one) {
            const auto links = links_of(one, kept);
            const auto& gpu = one.gpu;
            return std::tuple(gpu.host != old.host, kept.size() - links, one.worked_on,
                              gpu.host_name, gpu.index, gpu.id);
        };
        const Candidate* best = nullptr;
        for (const auto& one : candidates) {
            if (out.contains(one.gpu.id) || one.trouble || !matches(one.gpu, equal)) continue;
            if (!is_free(one, request.when)) continue;
            if (best == nullptr || rank(one) < rank(*best)) best = &one;
        }
        if (best == nullptr) continue;
        found.push_back({old.id, best->gpu.id});
        out.insert(best->gpu.id);
        kept.insert(best->gpu.id);
    }
    return found;
}

}  // namespace dibs::placement
