// Combines four searches: on the hosts of the refused booking, for its GPUs, at its time on other
// hosts, and anywhere.
#include "domain/placement/alternatives.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace dibs::placement {
namespace {

constexpr auto how_far = std::chrono::days{7};
constexpr std::size_t most_alternatives = 5;
constexpr std::size_t most_other_hosts = 2;

// The GPUs of the refused booking.
struct Home {
    std::string model{};  // empty if they have several
    std::vector<HostId> hosts{};
};

Home home_of(std::span<const Candidate> candidates, const std::vector<GpuId>& gpus) {
    std::set<std::string> models;
    std::set<HostId> hosts;
    for (const auto& candidate : candidates) {
        const auto& gpu = candidate.gpu;
        if (!std::binary_search(gpus.begin(), gpus.end(), gpu.id)) continue;
        models.insert(gpu.model);
        hosts.insert(gpu.host);
    }
    return {models.size() == 1 ? *models.begin() : std::string(), {hosts.begin(), hosts.end()}};
}

void add_new(std::vector<Offer>& offers, std::vector<Offer> more) {
    for (auto& offer : more) {
        const bool known = std::any_of(offers.begin(), offers.end(), [&](const auto& other) {
            return other.when == offer.when && other.gpus == offer.gpus;
        });
        if (!known) offers.push_back(std::move(offer));
    }
}

// Offers at the same start, each on one other host.
std::vector<Offer> at_once_elsewhere(std::span<const Candidate> candidates,
                                     const std::vector<HostId>& home, Search search) {
    search.latest = search.earliest;
    search.request.same_host = true;
    search.most = 1;
    std::vector<Offer> found;
    auto from = candidates.begin();
    while (from != candidates.end() && found.size() < most_other_hosts) {
        const HostId host = from->gpu.host;
        const auto until = std::find_if(from, candidates.end(),
                                        [&](const auto& one) { return one.gpu.host != host; });
        if (std::find(home.begin(), home.end(), host) == home.end()) {
            for (auto& offer : find({from, until}, search)) found.push_back(std::move(offer));
        }
        from = until;
    }
    return found;
}

std::string reason_of(const Offer& offer, const RefusedBooking& refused,
                      const std::vector<GpuId>& gpus) {
    if (offer.when.from <= refused.when.from) return "same time, other GPUs";
    return offer.gpus == gpus ? "same GPUs, later" : "later, other GPUs";
}

}  // namespace

Starts alternative_starts(const RefusedBooking& refused, Instant now, Duration horizon) {
    const auto first = earliest_start(refused.when.from, now);
    return {first, std::min<Instant>(first + how_far, std::max<Instant>(first, now + horizon))};
}

std::vector<Alternative> alternatives(std::span<const Candidate> candidates,
                                      const RefusedBooking& refused, const Starts& starts) {
    auto gpus = refused.gpus;
    std::sort(gpus.begin(), gpus.end());
    const auto home = home_of(candidates, gpus);
    const Search anywhere{
        .request = {.count = gpus.size(), .model = home.model, .same_host = home.hosts.size() <= 1},
        .length = refused.when.length(),
        .earliest = starts.first,
        .latest = starts.last,
        .most = most_alternatives};
    auto at_home = anywhere;
    at_home.request.hosts = home.hosts;
    at_home.most = 1;
    auto the_same = anywhere;
    the_same.request = {.count = gpus.size(), .among = gpus, .same_host = false};
    the_same.most = 1;

    auto offers = sound_first(candidates, [&](std::span<const Candidate> among) {
        auto found = find(among, at_home);
        add_new(found, find(among, the_same));
        add_new(found, at_once_elsewhere(among, home.hosts, anywhere));
        add_new(found, find(among, anywhere));
        return found;
    });
    if (offers.size() > most_alternatives) offers.resize(most_alternatives);
    std::stable_sort(offers.begin(), offers.end(),
                     [](const auto& a, const auto& b) { return a.when.from < b.when.from; });
    std::vector<Alternative> found;
    for (auto& offer : offers) {
        auto reason = reason_of(offer, refused, gpus);
        found.push_back({std::move(offer), std::move(reason)});
    }
    return found;
}

}  // namespace dibs::placement
