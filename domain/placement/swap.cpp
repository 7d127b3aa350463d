// Chooses the best candidate for one GPU after another. The next GPU cannot get the same candidate.
#include "domain/placement/swap.hpp"

#include <algorithm>
#include <set>
#include <tuple>

namespace dibs::placement {
namespace {

bool is_like(const Candidate& candidate, const GivenUp& old) {
    return !old.model.empty() && candidate.model == old.model &&
           candidate.parent.has_value() == old.slice &&
           (!old.memory_total_mib || candidate.memory_total_mib == old.memory_total_mib);
}

// Excludes cards with slices, and devices that share hardware with GPUs of the booking.
std::set<GpuId> excluded_gpus(std::span<const Candidate> candidates, const SwapRequest& request) {
    std::set<GpuId> out(request.gpus.begin(), request.gpus.end());
    const std::set<GpuId> had = out;
    for (const auto& one : candidates) {
        if (!one.parent) continue;
        out.insert(*one.parent);
        if (had.contains(*one.parent)) out.insert(one.gpu);
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
    for (const auto& old : request.away) kept.erase(old.gpu);
    std::vector<Swap> found;
    for (const auto& old : request.away) {
        const auto rank = [&](const Candidate& one) {
            const auto links = links_of(one, kept);
            return std::tuple(one.host != old.host, kept.size() - links, one.worked_on,
                              one.host_name, one.index, one.gpu);
        };
        const Candidate* best = nullptr;
        for (const auto& one : candidates) {
            if (out.contains(one.gpu) || one.trouble || !is_like(one, old)) continue;
            if (!is_free(one, request.when)) continue;
            if (best == nullptr || rank(one) < rank(*best)) best = &one;
        }
        if (best == nullptr) continue;
        found.push_back({old.gpu, best->gpu});
        out.insert(best->gpu);
        kept.insert(best->gpu);
    }
    return found;
}

}  // namespace dibs::placement
