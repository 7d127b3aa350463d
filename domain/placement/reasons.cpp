// Compares what a request needs with what the fleet has, from the most general reason on.
#include "domain/placement/reasons.hpp"

#include "domain/gpu/gpu_memory.hpp"
#include "domain/placement/suitable.hpp"

#include <algorithm>
#include <set>

namespace dibs::placement {
namespace {

// The largest number of them that one offer can have.
std::size_t most_together(const Candidates& candidates, const Request& request) {
    std::size_t most = 0;
    for (const auto& [name, group] : grouped(candidates, request)) {
        most = std::max(most, group.size());
    }
    return most;
}

// True if that many linked GPUs exist anywhere, free or not.
bool could_be_linked(const Candidates& candidates, const Request& request) {
    const auto groups = grouped(candidates, request);
    return std::any_of(groups.begin(), groups.end(), [&](const auto& group) {
        return !find_linked(group.second, request.count).empty();
    });
}

std::string such(std::size_t count) {
    return std::to_string(count) + (count == 1 ? " such GPU" : " such GPUs");
}

std::string gigabytes(std::int64_t mib) {
    constexpr std::int64_t mib_in_gb = 1024;
    return mib % mib_in_gb == 0 ? std::to_string(mib / mib_in_gb) + " GB"
                                : std::to_string(mib) + " MiB";
}

// Why no GPU suits: no such model, too little memory, or all cards are cut into slices.
std::string nearest_to(std::span<const Candidate> candidates, const Request& request) {
    auto any_memory = request;
    any_memory.min_memory_mib = 0;
    bool known = false, cut = false;
    std::int64_t most = 0;
    for (const auto& candidate : candidates) {
        if (!matches(candidate.gpu, any_memory)) continue;
        known = true;
        cut = cut || matches(candidate.gpu, request);
        const auto& total = candidate.gpu.memory_total_mib;
        if (total) most = std::max(most, nominal_memory_mib(*total, candidate.gpu.model));
    }
    if (!known) return "There is no such GPU.";
    if (cut) return "Such GPUs are cut into slices: ask for a slice by its profile, as 1g.10gb.";
    return "No such GPU has " + gigabytes(request.min_memory_mib) + " of memory: the most is " +
           gigabytes(most) + '.';
}

// The number of GPUs that would suit if their driver reported a memory size. GPUs that share the
// host's memory report none.
std::size_t of_unknown_memory(std::span<const Candidate> candidates, Request request) {
    if (request.min_memory_mib == 0) return 0;
    request.min_memory_mib = 0;
    const auto suitable = suitable_of(candidates, request);
    return static_cast<std::size_t>(
        std::count_if(suitable.begin(), suitable.end(),
                      [](const auto* candidate) { return !candidate->gpu.memory_total_mib; }));
}

// The troubles of those that are not bookable by then, without duplicates.
std::string troubles_of(const Candidates& candidates, Instant latest) {
    constexpr std::size_t most = 3;
    std::set<std::string> words;
    for (const auto* candidate : candidates) {
        if (!is_bookable(*candidate, latest)) words.insert(candidate->trouble->words);
    }
    std::string text;
    std::size_t told = 0;
    for (const auto& one : words) {
        if (++told > most) return text + "; and more";
        text += (text.empty() ? "" : "; ") + one;
    }
    return text;
}

}  // namespace

std::string why_none(std::span<const Candidate> candidates, const Search& search) {
    const auto& request = search.request;
    const auto suitable = suitable_of(candidates, request);
    const auto all = suitable.size();
    const auto unknown = of_unknown_memory(candidates, request);
    if (all == 0 && unknown > 0) {
        return "The memory of " + such(unknown) + " is not known: ask without a size.";
    }
    if (all == 0) return nearest_to(candidates, request);
    if (all < request.count) {
        return "There " + std::string(all == 1 ? "is" : "are") + " only " + such(all) + '.';
    }
    const auto together = most_together(suitable, request);
    if (together < request.count) {
        return "No host has so many: at most " + such(together) + " on one.";
    }
    if (request.linked && !could_be_linked(suitable, request)) {
        return "On no host are so many such GPUs linked by NVLink, as far as is known.";
    }
    auto usable = suitable;
    std::erase_if(usable, [&](const auto* one) { return !is_bookable(*one, search.latest); });
    if (most_together(usable, request) < request.count) {
        return "Of " + such(all) + ", " + std::to_string(usable.size()) +
               " can be used: " + troubles_of(suitable, search.latest) + '.';
    }
    return "Others have booked too many of the " + such(all) + '.';
}

std::optional<std::string> where_else(std::span<const Candidate> candidates, Request request) {
    constexpr std::size_t most_named = 4;
    request.hosts.clear();
    request.among.clear();
    std::set<std::string> names;
    for (const auto& candidate : candidates) {
        if (matches(candidate.gpu, request)) names.insert(candidate.gpu.host_name);
    }
    if (names.empty()) return std::nullopt;
    if (names.size() > most_named) return "There is no such GPU there, but on other hosts.";
    std::string listed;
    for (const auto& name : names) listed += (listed.empty() ? "" : ", ") + name;
    return "There is no such GPU there, but on " + listed + '.';
}

std::vector<std::string> reasons_of(std::span<const Offer> offers, Instant earliest) {
    std::vector<std::string> reasons;
    for (const auto& offer : offers) {
        if (!offer.worked_on.empty()) {
            reasons.emplace_back("free, but in use just now");
        } else if (offer.when.from != offers.front().when.from) {
            reasons.emplace_back("later");
        } else if (!reasons.empty()) {
            reasons.emplace_back("same time, other GPUs");
        } else {
            reasons.emplace_back(offer.when.from == earliest ? "free" : "earliest");
        }
    }
    return reasons;
}

std::vector<GpuId> unhealthy_gpus(std::span<const Candidate> candidates, const Request& request) {
    std::vector<GpuId> unhealthy;
    for (const auto& candidate : candidates) {
        const auto& gpu = candidate.gpu;
        if (gpu.state == GpuState::unhealthy && matches(gpu, request)) unhealthy.push_back(gpu.id);
    }
    return unhealthy;
}

}  // namespace dibs::placement
