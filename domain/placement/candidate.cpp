// Adds bookings, links and troubles to the GPUs of a fleet.
#include "domain/placement/candidate.hpp"

#include "domain/reservation/reservation_rules.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace dibs::placement {
namespace {

// Margin so that an offer is not refused while the person accepts it.
constexpr auto time_to_take = std::chrono::minutes{15};

std::string words_of(const Gpu& gpu) {
    std::string words;
    switch (gpu.state) {
        case GpuState::available:
            break;
        case GpuState::lost:
            words = gpu.host_name + ':' + to_text(gpu.index) + " is lost";
            break;
        case GpuState::host_unreachable:
            words = gpu.host_name + " is not reached";
            break;
        case GpuState::driver_broken:
            words = "the GPU driver of " + gpu.host_name + " does not work";
            break;
        case GpuState::unhealthy:
            words = gpu.host_name + ':' + to_text(gpu.index) + " is unhealthy";
            break;
    }
    return gpu.reason ? words + ": " + *gpu.reason : words;
}

// A booking that starts soon on a GPU without a working driver is refused
// (reservation::check_usable). With `any` no GPU was named, and then no GPU that is unusable now is
// offered for soon. An unhealthy GPU is never offered, because its repair time is unknown.
std::optional<Trouble> trouble_of(const Gpu& gpu, bool any, Instant now) {
    if (gpu.state == GpuState::unhealthy) return Trouble{Instant::max(), words_of(gpu)};
    const bool refused = gpu.state == GpuState::driver_broken || gpu.state == GpuState::lost;
    if (gpu.state == GpuState::available || (!any && !refused)) return std::nullopt;
    const auto from =
        std::chrono::ceil<std::chrono::hours>(now + reservation::repair_notice + time_to_take);
    return Trouble{from, words_of(gpu)};
}

// The bookings of a device and of those that overlap it; a booking of several counts once.
std::vector<Busy> busy_of(const Device& device, const Fleet& fleet) {
    std::vector<Busy> busy;
    for (const GpuId part : device.overlapping) {
        const auto found = fleet.bookings.find(part);
        if (found == fleet.bookings.end()) continue;
        busy.insert(busy.end(), found->second.begin(), found->second.end());
    }
    std::sort(busy.begin(), busy.end(), [](const Busy& a, const Busy& b) {
        return std::tie(a.when, a.by) < std::tie(b.when, b.by);
    });
    const auto same = [](const Busy& a, const Busy& b) { return a.by == b.by; };
    busy.erase(std::unique(busy.begin(), busy.end(), same), busy.end());
    return busy;
}

// Links as the hosts' drivers report them; slices have no links.
void add_links(std::vector<Candidate>& found, const Fleet& fleet) {
    std::map<HostId, std::map<std::int64_t, std::vector<Candidate*>>> by_index;
    for (auto& one : found) {
        if (!one.gpu.parent) by_index[one.gpu.host][one.gpu.index.card].push_back(&one);
    }
    for (const auto& [host, links] : fleet.links) {
        const auto& cards = by_index[host];
        for (const auto& link : links) {
            const auto from = cards.find(link.from), to = cards.find(link.to);
            const bool known = from != cards.end() && to != cards.end();
            // A lost GPU may have had the index of the present one.
            if (link.kind != fleet::LinkKind::nvlink || !known || from->second.size() != 1 ||
                to->second.size() != 1) {
                continue;
            }
            from->second[0]->linked_to.push_back(to->second[0]->gpu.id);
            to->second[0]->linked_to.push_back(from->second[0]->gpu.id);
        }
    }
    for (auto& one : found) std::sort(one.linked_to.begin(), one.linked_to.end());
}

}  // namespace

bool are_linked(const Candidate& one, GpuId other) {
    return std::binary_search(one.linked_to.begin(), one.linked_to.end(), other);
}

bool is_free(const Candidate& candidate, const Interval& when) {
    return std::none_of(candidate.busy.begin(), candidate.busy.end(),
                        [&](const Busy& busy) { return busy.when.overlaps(when); });
}

bool is_bookable(const Candidate& candidate, Instant from) {
    return !candidate.trouble || candidate.trouble->bookable_from <= from;
}

bool is_considered(const Gpu& gpu, const NamedGpus& named) {
    if (!named.empty()) return named.contains(gpu.id);
    return gpu.state != GpuState::lost || gpu.reason.has_value();
}

std::vector<Candidate> candidates(Fleet fleet, const NamedGpus& named, Instant now) {
    std::vector<Candidate> found;
    for (auto& device : fleet.devices) {
        auto busy = busy_of(device, fleet);
        auto trouble = trouble_of(device.gpu, named.empty(), now);
        const bool worked_on = fleet.worked_on.contains(device.gpu.id);
        found.push_back(
            {std::move(device.gpu), std::move(busy), std::move(trouble), worked_on, {}});
    }
    add_links(found, fleet);
    return found;
}

}  // namespace dibs::placement
