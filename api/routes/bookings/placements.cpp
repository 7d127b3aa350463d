// Builds candidates from the calendar, and alternatives from several searches.
#include "api/routes/bookings/placements.hpp"

#include "domain/reservation/reservation_rules.hpp"
#include "projections/questions/calendar.hpp"
#include "projections/questions/fleet.hpp"
#include "projections/questions/site.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace dibs::routes {
namespace {

constexpr auto how_far = std::chrono::days{7};
constexpr std::size_t most_alternatives = 5;
constexpr std::size_t most_other_hosts = 2;

// The bookings of these devices. One that has just ended does not block a start a moment ago.
std::map<GpuId, std::vector<placement::Busy>> bookings_of(const Snapshot& tables,
                                                          const std::set<GpuId>& devices,
                                                          const Placing& placing) {
    const Interval ahead{std::max(placing.window.from, tables.now()), placing.window.until};
    std::map<GpuId, std::vector<placement::Busy>> found;
    for (const auto& row : calendar_rows(tables, {devices.begin(), devices.end()}, ahead)) {
        if (row.id == placing.without) continue;
        found[row.gpu].push_back({{row.from, row.until}, row.id});
    }
    return found;
}

std::map<HostId, std::vector<fleet::GpuLink>> links_of(const Snapshot& tables,
                                                       const std::set<HostId>& hosts) {
    std::map<HostId, std::vector<fleet::GpuLink>> found;
    for (const HostId id : hosts) {
        auto host = find_host(tables, id);
        if (host && host->topology) found[id] = std::move(host->topology->links);
    }
    return found;
}

std::string reason_of(const placement::Offer& offer, const Wanted& wanted) {
    const bool same_gpus = offer.gpus == wanted.gpus;
    if (offer.when.from <= wanted.when.from) return "same time, other GPUs";
    return same_gpus ? "same GPUs, later" : "later, other GPUs";
}

// The model if all wanted GPUs have the same one; otherwise empty.
std::string common_model(const std::vector<placement::Candidate>& all, const Wanted& wanted) {
    std::set<std::string> models;
    for (const auto& candidate : all) {
        const auto& ids = wanted.gpus;
        if (std::find(ids.begin(), ids.end(), candidate.gpu.id) == ids.end()) continue;
        models.insert(candidate.gpu.model);
    }
    return models.size() == 1 ? *models.begin() : std::string();
}

std::vector<HostId> hosts_of(const std::vector<placement::Candidate>& all, const Wanted& wanted) {
    std::set<HostId> hosts;
    for (const auto& candidate : all) {
        const auto& ids = wanted.gpus;
        if (std::find(ids.begin(), ids.end(), candidate.gpu.id) == ids.end()) continue;
        hosts.insert(candidate.gpu.host);
    }
    return {hosts.begin(), hosts.end()};
}

void add_new(std::vector<placement::Offer>& offers, std::vector<placement::Offer> more) {
    for (auto& offer : more) {
        const bool known = std::any_of(offers.begin(), offers.end(), [&](const auto& other) {
            return other.when == offer.when && other.gpus == offer.gpus;
        });
        if (!known) offers.push_back(std::move(offer));
    }
}

// Offers at the same start, each on one other host. Candidates are sorted by host.
std::vector<placement::Offer> at_once_elsewhere(const std::vector<placement::Candidate>& all,
                                                const std::vector<HostId>& home,
                                                placement::Search search) {
    search.latest = search.earliest;
    search.request.same_host = true;
    search.request.hosts.clear();
    search.most = 1;
    std::vector<placement::Offer> found;
    for (auto from = all.begin(); from != all.end() && found.size() < most_other_hosts;) {
        const auto until = std::find_if(
            from, all.end(), [&](const auto& one) { return one.gpu.host != from->gpu.host; });
        if (std::find(home.begin(), home.end(), from->gpu.host) == home.end()) {
            for (auto& offer : placement::find({from, until}, search))
                found.push_back(std::move(offer));
        }
        from = until;
    }
    return found;
}

}  // namespace

Instant earliest_start(std::optional<Instant> asked, Instant now) {
    if (asked && *asked >= now - reservation::late_start) return *asked;
    return std::chrono::floor<std::chrono::seconds>(now);
}

std::vector<placement::Gpu> searched_gpus(const Snapshot& tables, const views::GpuFilter& filter) {
    std::vector<placement::Gpu> found;
    for (auto& gpu : plain_gpus(tables, filter)) {
        const auto index = gpu.place();
        found.push_back({gpu.id, gpu.host_id, std::move(gpu.host_name), index,
                         std::move(gpu.model).value_or(""), gpu.memory_total_mib, gpu.parent,
                         gpu.state, std::move(gpu.reason)});
    }
    return found;
}

std::vector<placement::Candidate> candidates(const Snapshot& tables, const Placing& placing) {
    const placement::NamedGpus named(placing.among.begin(), placing.among.end());
    placement::Fleet fleet;
    std::set<GpuId> devices;
    std::set<HostId> hosts;
    for (auto& gpu : searched_gpus(tables, placing.filter)) {
        if (!is_considered(gpu, named)) continue;
        auto overlapping = overlapping_devices(tables, gpu.id);
        devices.insert(overlapping.begin(), overlapping.end());
        hosts.insert(gpu.host);
        fleet.devices.push_back({std::move(gpu), std::move(overlapping)});
    }
    fleet.bookings = bookings_of(tables, devices, placing);
    if (placing.for_whom) fleet.worked_on = worked_on_by_others(tables, *placing.for_whom);
    if (placing.linked) fleet.links = links_of(tables, hosts);
    return placement::candidates(std::move(fleet), named, tables.now());
}

std::vector<placement::Offer> sound_first(
    const std::vector<placement::Candidate>& all,
    const std::function<std::vector<placement::Offer>(const std::vector<placement::Candidate>&)>&
        search) {
    auto sound = all;
    std::erase_if(sound, [](const auto& candidate) { return candidate.trouble.has_value(); });
    auto offers = search(sound);
    return offers.empty() && sound.size() < all.size() ? search(all) : offers;
}

OfferView view_of(const Snapshot& tables, const placement::Offer& offer, std::string reason) {
    OfferView view{
        offer.when.from, offer.when.until, offer.gpus, {}, {}, std::move(reason), {}, {}};
    for (const GpuId gpu : offer.gpus) view.gpu_names.push_back(gpu_name(tables, gpu));
    for (const HostId host : offer.hosts) {
        if (const auto found = find_host(tables, host)) view.host_names.push_back(found->name);
    }
    if (auto troubles = troubles_of(tables, offer.gpus); !troubles.empty()) {
        view.warnings = std::move(troubles);
    }
    for (const GpuId gpu : offer.worked_on) {
        if (!view.busy_gpu_names) view.busy_gpu_names.emplace();
        view.busy_gpu_names->push_back(gpu_name(tables, gpu));
    }
    return view;
}

std::vector<OfferView> alternatives(const Snapshot& tables, const Wanted& refused) {
    Wanted wanted = refused;
    std::sort(wanted.gpus.begin(), wanted.gpus.end());
    const auto start = earliest_start(wanted.when.from, tables.now());
    const auto last = tables.now() + std::chrono::minutes{site_rules(tables).rules.horizon_min};
    const auto latest = std::min<Instant>(start + how_far, std::max(start, last));
    const Interval window{start, latest + wanted.when.length()};
    const auto all = candidates(tables, {{}, {}, window, wanted.mine});
    const auto home = hosts_of(all, wanted);
    const placement::Search anywhere{.request = {.count = wanted.gpus.size(),
                                                 .model = common_model(all, wanted),
                                                 .same_host = home.size() <= 1},
                                     .length = wanted.when.length(),
                                     .earliest = start,
                                     .latest = latest,
                                     .most = most_alternatives};
    auto at_home = anywhere;
    at_home.request.hosts = home;
    at_home.most = 1;
    auto the_same = anywhere;
    the_same.request = {.count = wanted.gpus.size(), .among = wanted.gpus, .same_host = false};
    the_same.most = 1;

    auto offers = sound_first(all, [&](const auto& among) {
        std::vector<placement::Offer> found = placement::find(among, at_home);
        add_new(found, placement::find(among, the_same));
        add_new(found, at_once_elsewhere(among, home, anywhere));
        add_new(found, placement::find(among, anywhere));
        return found;
    });
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
