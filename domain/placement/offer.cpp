// Tries first fit at each moment when a GPU becomes free, per host or across hosts.
#include "domain/placement/offer.hpp"

#include "domain/gpu/gpu_memory.hpp"
#include "domain/reservation/reservation_rules.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace dibs::placement {
namespace {

std::vector<const Candidate*> suitable_of(std::span<const Candidate> candidates,
                                          const Request& request) {
    std::vector<const Candidate*> suitable;
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

// The moments to try, in whole seconds, each with the booking that ends then. Two bookings that end
// within one second give only one offer.
std::map<Instant, std::optional<ReservationId>> starts(
    const std::vector<const Candidate*>& candidates, const Search& search) {
    std::map<Instant, std::optional<ReservationId>> moments{{search.earliest, std::nullopt}};
    for (const auto* candidate : candidates) {
        if (candidate->trouble && candidate->trouble->bookable_from > search.earliest &&
            candidate->trouble->bookable_from <= search.latest) {
            moments.try_emplace(candidate->trouble->bookable_from, std::nullopt);
        }
        for (const auto& busy : candidate->busy) {
            const Instant end = std::chrono::ceil<std::chrono::seconds>(busy.when.until);
            if (end > search.earliest && end <= search.latest) moments.try_emplace(end, busy.by);
        }
    }
    return moments;
}

// By the hosts that may be combined.
using Groups = std::map<std::string, std::vector<const Candidate*>>;

bool in_order(const Candidate* a, const Candidate* b) {
    const auto place = [](const Gpu& gpu) { return std::tie(gpu.host_name, gpu.index, gpu.id); };
    return place(a->gpu) < place(b->gpu);
}

Groups grouped(const std::vector<const Candidate*>& candidates, const Request& request) {
    Groups groups;
    for (const auto* candidate : candidates) {
        const bool apart = request.same_host || request.linked;
        groups[apart ? candidate->gpu.host_name : ""].push_back(candidate);
    }
    for (auto& [name, members] : groups) {
        std::sort(members.begin(), members.end(), in_order);
    }
    return groups;
}

// Takes `count` of them, idle ones before busy ones. Returns them in their original order.
std::vector<const Candidate*> taken_of(const std::vector<const Candidate*>& free, std::size_t count,
                                       bool work_counts) {
    std::vector<const Candidate*> taken;
    for (const bool worked_on : {false, true}) {
        for (const auto* candidate : free) {
            const bool now = (work_counts && candidate->worked_on) == worked_on;
            if (now && taken.size() < count) taken.push_back(candidate);
        }
    }
    std::sort(taken.begin(), taken.end(), in_order);
    return taken;
}

// Finds `count` GPUs that are all linked with each other, by trying, first ones first. A host has
// few GPUs, and most are linked with all or with one. The number of tries is bounded, whatever a
// host reports.
class LinkedSearch {
  public:
    LinkedSearch(const std::vector<const Candidate*>& among, std::size_t count)
        : among_(among), count_(count) {}

    std::vector<const Candidate*> find() {
        return extend(0) ? taken_ : std::vector<const Candidate*>{};
    }

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
    const std::vector<const Candidate*>& among_;
    std::size_t count_;
    std::vector<const Candidate*> taken_{};
    int tries_ = 0;
};

// Takes idle ones before busy ones.
std::vector<const Candidate*> linked_of(std::vector<const Candidate*> free, std::size_t count,
                                        bool work_counts) {
    std::stable_partition(free.begin(), free.end(), [&](const auto* candidate) {
        return !work_counts || !candidate->worked_on;
    });
    auto taken = LinkedSearch(free, count).find();
    std::sort(taken.begin(), taken.end(), in_order);
    return taken;
}

std::optional<Offer> fit(const std::vector<const Candidate*>& group, const Search& search,
                         Instant start) {
    const auto& request = search.request;
    const Interval when{start, start + search.length};
    const bool work_counts = start < search.work_counts_until;
    std::vector<const Candidate*> free;
    std::copy_if(group.begin(), group.end(), std::back_inserter(free), [&](const auto* candidate) {
        return is_bookable(*candidate, when.from) && is_free(*candidate, when);
    });
    if (free.size() < request.count) return std::nullopt;
    Offer offer{when, {}, {}};
    offer.left_free = free.size() - request.count;
    const auto taken = request.linked ? linked_of(free, request.count, work_counts)
                                      : taken_of(free, request.count, work_counts);
    if (taken.empty()) return std::nullopt;
    std::set<HostId> hosts;
    for (const auto* candidate : taken) {
        offer.gpus.push_back(candidate->gpu.id);
        hosts.insert(candidate->gpu.host);
        if (work_counts && candidate->worked_on) offer.worked_on.push_back(candidate->gpu.id);
    }
    offer.hosts.assign(hosts.begin(), hosts.end());
    return offer;
}

// The largest number of them that one offer can have.
std::size_t most_together(const std::vector<const Candidate*>& candidates, const Request& request) {
    std::size_t most = 0;
    for (const auto& [name, group] : grouped(candidates, request)) {
        most = std::max(most, group.size());
    }
    return most;
}

// True if that many linked GPUs exist anywhere, free or not.
bool could_be_linked(const std::vector<const Candidate*>& candidates, const Request& request) {
    const auto groups = grouped(candidates, request);
    return std::any_of(groups.begin(), groups.end(), [&](const auto& group) {
        return !LinkedSearch(group.second, request.count).find().empty();
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
std::string troubles_of(const std::vector<const Candidate*>& candidates, Instant latest) {
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

Instant earliest_start(std::optional<Instant> requested, Instant now) {
    if (requested && *requested >= now - reservation::late_start) return *requested;
    return std::chrono::floor<std::chrono::seconds>(now);
}

std::vector<Offer> find(std::span<const Candidate> candidates, const Search& search) {
    const auto suitable = suitable_of(candidates, search.request);
    std::vector<Offer> offers;
    const bool is_empty = search.request.count == 0 || search.most == 0;
    if (is_empty || search.latest < search.earliest) return offers;
    const auto groups = grouped(suitable, search.request);
    for (const auto& [start, after] : starts(suitable, search)) {
        std::vector<Offer> here;
        for (const auto& [name, group] : groups) {
            if (auto offer = fit(group, search, start)) {
                offer->after = after;
                here.push_back(std::move(*offer));
            }
        }
        std::stable_sort(here.begin(), here.end(), [](const auto& a, const auto& b) {
            return std::pair(a.worked_on.size(), a.left_free) <
                   std::pair(b.worked_on.size(), b.left_free);
        });
        for (auto& offer : here) {
            offers.push_back(std::move(offer));
            if (offers.size() == search.most) return offers;
        }
    }
    return offers;
}

std::vector<Offer> sound_first(
    std::span<const Candidate> candidates,
    const std::function<std::vector<Offer>(std::span<const Candidate>)>& search) {
    std::vector<Candidate> sound;
    std::copy_if(candidates.begin(), candidates.end(), std::back_inserter(sound),
                 [](const Candidate& candidate) { return !candidate.trouble; });
    auto offers = search(sound);
    return offers.empty() && sound.size() < candidates.size() ? search(candidates) : offers;
}

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

}  // namespace dibs::placement
