// Tries first fit at each moment when a GPU becomes free, per host or across hosts.
#include "domain/placement/offer.hpp"

#include "domain/placement/suitable.hpp"
#include "domain/reservation/reservation_rules.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <utility>

namespace dibs::placement {
namespace {

// The moments to try, in whole seconds, each with the booking that ends then. Two bookings that end
// within one second give only one offer.
std::map<Instant, std::optional<ReservationId>> starts(const Candidates& candidates,
                                                       const Search& search) {
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

// Takes `count` of them, idle ones before busy ones. Returns them in their original order.
Candidates taken_of(const Candidates& free, std::size_t count, bool work_counts) {
    Candidates taken;
    for (const bool worked_on : {false, true}) {
        for (const auto* candidate : free) {
            const bool now = (work_counts && candidate->worked_on) == worked_on;
            if (now && taken.size() < count) taken.push_back(candidate);
        }
    }
    std::sort(taken.begin(), taken.end(), is_before);
    return taken;
}

// Takes idle ones before busy ones.
Candidates linked_of(Candidates free, std::size_t count, bool work_counts) {
    std::stable_partition(free.begin(), free.end(), [&](const auto* candidate) {
        return !work_counts || !candidate->worked_on;
    });
    auto taken = find_linked(free, count);
    std::sort(taken.begin(), taken.end(), is_before);
    return taken;
}

std::optional<Offer> fit(const Candidates& group, const Search& search, Instant start) {
    const auto& request = search.request;
    const Interval when{start, start + search.length};
    const bool work_counts = start < search.work_counts_until;
    Candidates free;
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

}  // namespace dibs::placement
