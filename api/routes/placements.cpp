// Candidates from the calendar; alternatives from several searches.
#include "api/routes/placements.hpp"

#include "projections/questions/calendar.hpp"
#include "projections/questions/fleet.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace dibs::routes {
namespace {

constexpr auto how_far = std::chrono::days{7};
constexpr std::size_t most_alternatives = 5;
constexpr std::size_t most_other_hosts = 2;

using ByGpu = std::map<GpuId, std::vector<std::size_t>>;  // whose bookings keep which candidates

void add_busy(std::vector<offer::Candidate>& found, const ByGpu& kept, const Snapshot& tables,
              const Placing& placing) {
    std::vector<GpuId> looked_at;
    for (const auto& [gpu, indices] : kept) looked_at.push_back(gpu);
    for (const auto& row : calendar_rows(tables, looked_at, placing.window)) {
        if (row.id == placing.without) continue;
        for (const auto i : kept.at(row.gpu)) {
            found[i].busy.push_back({{row.from, row.until}, row.id});
        }
    }
    for (auto& candidate : found) {  // a booking of several of its GPUs counts once
        auto& busy = candidate.busy;
        std::sort(busy.begin(), busy.end(), [](const auto& a, const auto& b) {
            return std::tie(a.when, a.by) < std::tie(b.when, b.by);
        });
        const auto same = [](const auto& a, const auto& b) { return a.by == b.by; };
        busy.erase(std::unique(busy.begin(), busy.end(), same), busy.end());
    }
}

std::string reason_of(const offer::Offer& offer, const Wanted& wanted) {
    const bool same_gpus = offer.gpus == wanted.gpus;
    if (offer.when.from <= wanted.when.from) return "same time, other GPUs";
    return same_gpus ? "same GPUs, later" : "later, other GPUs";
}

// The model, if all of them are one.
std::string common_model(const std::vector<offer::Candidate>& all, const Wanted& wanted) {
    std::set<std::string> models;
    for (const auto& candidate : all) {
        const bool is_wanted =
            std::find(wanted.gpus.begin(), wanted.gpus.end(), candidate.gpu) != wanted.gpus.end();
        if (is_wanted) models.insert(candidate.model);
    }
    return models.size() == 1 ? *models.begin() : std::string();
}

std::vector<HostId> hosts_of(const std::vector<offer::Candidate>& all, const Wanted& wanted) {
    std::set<HostId> hosts;
    for (const auto& candidate : all) {
        if (std::find(wanted.gpus.begin(), wanted.gpus.end(), candidate.gpu) != wanted.gpus.end()) {
            hosts.insert(candidate.host);
        }
    }
    return {hosts.begin(), hosts.end()};
}

void add_new(std::vector<offer::Offer>& offers, std::vector<offer::Offer> more) {
    for (auto& offer : more) {
        const bool known = std::any_of(offers.begin(), offers.end(), [&](const auto& other) {
            return other.when == offer.when && other.gpus == offer.gpus;
        });
        if (!known) offers.push_back(std::move(offer));
    }
}

// Not a minute later, on one host each: candidates come host by host.
std::vector<offer::Offer> at_once_elsewhere(const std::vector<offer::Candidate>& all,
                                            const std::vector<HostId>& home,
                                            offer::Request request) {
    request.latest = request.earliest;
    request.same_host = true;
    request.hosts.clear();
    request.most = 1;
    std::vector<offer::Offer> found;
    for (auto from = all.begin(); from != all.end() && found.size() < most_other_hosts;) {
        const auto until =
            std::find_if(from, all.end(), [&](const auto& one) { return one.host != from->host; });
        if (std::find(home.begin(), home.end(), from->host) == home.end()) {
            for (auto& offer : offer::find({from, until}, request))
                found.push_back(std::move(offer));
        }
        from = until;
    }
    return found;
}

}  // namespace

std::vector<offer::Candidate> candidates(const Snapshot& tables, const Placing& placing) {
    std::vector<offer::Candidate> found;
    ByGpu kept;
    const std::set<GpuId> named(placing.among.begin(), placing.among.end());
    for (auto& gpu : plain_gpus(tables, placing.filter)) {
        if (!named.empty() && !named.contains(gpu.id)) continue;
        const bool useless =
            gpu.state == views::GpuState::driver_broken || gpu.state == views::GpuState::lost;
        if (named.empty() ? gpu.state != views::GpuState::available : useless) continue;
        const auto sharing = sharing_silicon(tables, gpu.id);
        for (const GpuId part : sharing) kept[part].push_back(found.size());
        found.push_back({gpu.id,
                         gpu.host_id,
                         std::move(gpu.host_name),
                         gpu.place(),
                         std::move(gpu.model).value_or(""),
                         gpu.memory_total_mib,
                         {},
                         gpu.parent});
    }
    add_busy(found, kept, tables, placing);
    return found;
}

OfferView view_of(const Snapshot& tables, const offer::Offer& offer, std::string reason) {
    OfferView view{offer.when.from, offer.when.until, offer.gpus, {}, {}, std::move(reason)};
    for (const GpuId gpu : offer.gpus) view.gpu_names.push_back(gpu_name(tables, gpu));
    for (const HostId host : offer.hosts) {
        if (const auto found = find_host(tables, host)) view.host_names.push_back(found->name);
    }
    return view;
}

std::vector<OfferView> alternatives(const Snapshot& tables, const Wanted& context) {
    Wanted wanted = context;
    std::sort(wanted.gpus.begin(), wanted.gpus.end());
    const auto start = std::max(wanted.when.from, tables.now());
    const Interval window{start, start + how_far + wanted.when.length()};
    const auto all = candidates(tables, {{}, {}, window, wanted.mine});
    const auto home = hosts_of(all, wanted);
    const offer::Request anywhere{.count = wanted.gpus.size(),
                                  .model = common_model(all, wanted),
                                  .same_host = home.size() <= 1,
                                  .length = wanted.when.length(),
                                  .earliest = start,
                                  .latest = start + how_far,
                                  .most = most_alternatives};
    auto at_home = anywhere;
    at_home.hosts = home;
    at_home.most = 1;
    auto the_same = anywhere;
    the_same.among = wanted.gpus;
    the_same.model.clear();
    the_same.same_host = false;
    the_same.most = 1;

    std::vector<offer::Offer> offers = offer::find(all, at_home);
    add_new(offers, offer::find(all, the_same));
    add_new(offers, at_once_elsewhere(all, home, anywhere));
    add_new(offers, offer::find(all, anywhere));
    if (offers.size() > most_alternatives) offers.resize(most_alternatives);
    std::stable_sort(offers.begin(), offers.end(),
                     [](const auto& a, const auto& b) { return a.when.from < b.when.from; });
    std::vector<OfferView> views;
    for (const auto& offer : offers) {
        views.push_back(view_of(tables, offer, reason_of(offer, wanted)));
    }
    return views;
}

}  // namespace dibs::routes
