// Leaves out sliced cards, and searches linked GPUs by trying.
#include "domain/placement/suitable.hpp"

#include <algorithm>
#include <set>
#include <tuple>

namespace dibs::placement {
namespace {

// Tries one GPU after another. A host has few GPUs, and most are linked with all or with one. The
// number of tries is bounded, whatever a host reports.
class LinkedSearch {
  public:
    LinkedSearch(const Candidates& among, std::size_t count) : among_(among), count_(count) {}

    Candidates find() { return extend(0) ? taken_ : Candidates{}; }

  private:
    bool extend(std::size_t from) {
        if (taken_.size() == count_) return true;
        for (std::size_t at = from; at + (count_ - taken_.size()) <= among_.size(); ++at) {
            if (++tries_ > most_tries) return false;
            const auto* next = among_[at];
            const auto linked = [&](const auto* one) { return are_linked(*one, next->gpu.id); };
            if (!std::all_of(taken_.begin(), taken_.end(), linked)) continue;
            taken_.push_back(next);
            if (extend(at + 1)) return true;
            taken_.pop_back();
        }
        return false;
    }

    static constexpr int most_tries = 20'000;
    const Candidates& among_;
    std::size_t count_;
    Candidates taken_{};
    int tries_ = 0;
};

}  // namespace

Candidates suitable_of(std::span<const Candidate> candidates, const Request& request) {
    Candidates suitable;
    std::set<GpuId> cut;
    for (const auto& candidate : candidates) {
        const bool suitable_too = matches(candidate.gpu, request);
        if (suitable_too) suitable.push_back(&candidate);
        if (candidate.gpu.parent && (suitable_too || request.among.empty())) {
            cut.insert(*candidate.gpu.parent);
        }
    }
    std::erase_if(suitable, [&](const auto* candidate) { return cut.contains(candidate->gpu.id); });
    return suitable;
}

bool is_before(const Candidate* one, const Candidate* other) {
    const auto place = [](const Gpu& gpu) { return std::tie(gpu.host_name, gpu.index, gpu.id); };
    return place(one->gpu) < place(other->gpu);
}

Groups grouped(const Candidates& candidates, const Request& request) {
    Groups groups;
    for (const auto* candidate : candidates) {
        const bool apart = request.same_host || request.linked;
        groups[apart ? candidate->gpu.host_name : ""].push_back(candidate);
    }
    for (auto& [name, members] : groups) {
        std::sort(members.begin(), members.end(), is_before);
    }
    return groups;
}

Candidates find_linked(const Candidates& candidates, std::size_t count) {
    return LinkedSearch(candidates, count).find();
}

}  // namespace dibs::placement
