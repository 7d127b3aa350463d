// Walks hosts by name and sorts the GPUs of each by index. Filters by host, part of the model's
// name and state on the way.
#include "projections/fleet/gpu_order.hpp"

#include "domain/gpu/gpu_memory.hpp"
#include "projections/calendar/calendar.hpp"

#include <algorithm>

namespace dibs::projections {
namespace {

bool reached(const HostRow& row) {
    return row.reach == fleet::Reach::reached && row.offered_key.empty();
}

GpuPlace place(const Txn& txn, GpuId id, GpuRow gpu, const HostRow& host) {
    const auto card = gpu.parent ? find_gpu(txn, *gpu.parent) : std::nullopt;
    GpuPlace place;
    place.id = id;
    place.host_name = host.name;
    place.unhealthy = gpu.unhealthy;
    place.row = std::move(gpu);
    if (card) {
        place.parent_index = card->index;
        if (!place.unhealthy) place.unhealthy = card->unhealthy;
    }
    if (!reached(host)) {
        place.host_state = GpuState::host_unreachable;
        if (!host.reason.empty()) place.host_reason = host.reason;
        place.host_since = host.state_since;
    } else if (host.driver().fails()) {
        place.host_state = GpuState::driver_broken;
        place.host_reason = host.driver_words;
        place.host_since = host.driver_since;
    }
    return place;
}

bool matches(const views::GpuFilter& filter, const GpuPlace& place) {
    const auto& states = filter.states;
    return has_part(place.row.model.value_or(""), filter.model) &&
           (states.empty() ||
            std::find(states.begin(), states.end(), place.state()) != states.end());
}

// True for a slice whose parent GPU is present without it and that has no running or future
// booking.
bool is_unbooked_lost_slice(const Txn& txn, GpuId id, const GpuRow& row, Instant now) {
    if (!row.lost || !row.parent) return false;
    const auto card = find_gpu(txn, *row.parent);
    if (!card || card->lost) return false;
    bool booked = false;
    auto cursor = txn.cursor(Table::reservations_by_gpu);
    for_each_slot(cursor, id, {now, Instant::max()}, [&](const Slot&) {
        booked = true;
        return false;
    });
    return !booked;
}

}  // namespace

bool has_part(std::string_view text, std::string_view part) {
    const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
    return std::search(text.begin(), text.end(), part.begin(), part.end(),
                       [&](char a, char b) { return lower(a) == lower(b); }) != text.end();
}

std::optional<GpuPlace> place_of(const Txn& txn, GpuId id) {
    auto gpu = find_gpu(txn, id);
    if (!gpu) return std::nullopt;
    auto host = find_host(txn, gpu->host);
    if (!host) return std::nullopt;
    return place(txn, id, std::move(*gpu), *host);
}

std::vector<GpuPlace> places(const Txn& txn, const views::GpuFilter& filter, Instant now) {
    std::vector<GpuPlace> all;
    auto names = txn.cursor(Table::host_names);
    for (bool more = names.first(); more; more = names.next()) {
        const auto host_id = KeyReader(names.value()).id<HostId>();
        if (filter.host && host_id != *filter.host) continue;
        const auto host = find_host(txn, host_id);
        if (!host) continue;
        const auto first = static_cast<std::ptrdiff_t>(all.size());
        for (const auto& [id, parent] : gpus_of_host(txn, host_id)) {
            auto gpu = find_gpu(txn, id);
            if (!gpu || is_unbooked_lost_slice(txn, id, *gpu, now)) continue;
            auto here = place(txn, id, std::move(*gpu), *host);
            if (matches(filter, here)) all.push_back(std::move(here));
        }
        const auto by_index = [](const auto& a, const auto& b) {
            return std::tuple(a.index(), a.id) < std::tuple(b.index(), b.id);
        };
        if (!std::is_sorted(all.begin() + first, all.end(), by_index)) {
            std::sort(all.begin() + first, all.end(), by_index);
        }
    }
    return all;
}

std::vector<GpuPlace> places_of(const Txn& txn, std::vector<GpuId> ids) {
    std::sort(ids.begin(), ids.end());
    ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
    std::vector<GpuPlace> found;
    for (const GpuId id : ids) {
        auto gpu = find_gpu(txn, id);
        if (!gpu) continue;
        auto host = find_host(txn, gpu->host);
        if (!host || host->removed_at) continue;
        found.push_back(place(txn, id, std::move(*gpu), *host));
    }
    std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) {
        return std::tuple(std::string_view(a.host_name), a.index(), a.id) <
               std::tuple(std::string_view(b.host_name), b.index(), b.id);
    });
    return found;
}

std::vector<views::GpuTrouble> troubles_of(const Txn& txn, const std::vector<GpuId>& gpus) {
    std::vector<views::GpuTrouble> found;
    for (const GpuId id : gpus) {
        const auto at = place_of(txn, id);
        if (!at || at->state() == GpuState::available) continue;
        found.push_back({id, at->name(), at->state(), at->reason(), at->since()});
    }
    return found;
}

views::CalendarGpu calendar_gpu(GpuPlace place) {
    const auto state = place.state();
    auto reason = place.reason();
    const bool seen = place.seen();
    auto& row = place.row;
    std::optional<std::int64_t> nominal;
    if (row.memory_total_mib) {
        nominal = nominal_memory_mib(*row.memory_total_mib, row.model.value_or(""));
    }
    return {place.id,
            row.host,
            std::move(place.host_name),
            row.index,
            std::move(row.model),
            row.memory_total_mib,
            nominal,
            row.parent,
            place.parent_index,
            state,
            std::move(reason),
            seen};
}

}  // namespace dibs::projections
