// Reads the fleet and its calendar for the searches of the domain, and writes their results.
#include "api/routes/bookings/placements.hpp"

#include "projections/questions/calendar.hpp"
#include "projections/questions/fleet.hpp"
#include "projections/questions/site.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace dibs::routes {
namespace {

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

}  // namespace

std::vector<placement::Gpu> searched_gpus(const Snapshot& tables, const views::GpuFilter& filter) {
    std::vector<placement::Gpu> found;
    for (auto& gpu : plain_gpus(tables, filter)) found.push_back(searched_gpu(std::move(gpu)));
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

std::vector<OfferView> alternatives(const Snapshot& tables,
                                    const placement::RefusedBooking& refused) {
    const std::chrono::minutes horizon{site_rules(tables).rules.horizon_min};
    const auto starts = alternative_starts(refused, tables.now(), horizon);
    const Interval window{starts.first, starts.last + refused.when.length()};
    const auto all = candidates(tables, {{}, {}, window, refused.changed});
    std::vector<OfferView> views;
    for (auto& found : placement::alternatives(all, refused, starts)) {
        views.push_back(view_of(tables, found.offer, std::move(found.reason)));
    }
    return views;
}

}  // namespace dibs::routes
