// Walks hosts by name and sorts the GPUs of each by index; filters by host, part of the model's
// name and state on the way.
#include "projections/fleet/gpu_order.hpp"

#include <algorithm>

namespace dibs::projections {
namespace {

bool reached(const HostRow& row) {
    return row.reach == fleet::Reach::reached && row.offered_key.empty();
}

// In any case, as people type models; the rest of the text is ASCII in practice.
bool has_part(std::string_view text, std::string_view part) {
    const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
    return std::search(text.begin(), text.end(), part.begin(), part.end(),
                       [&](char a, char b) { return lower(a) == lower(b); }) != text.end();
}

bool matches(const views::GpuFilter& filter, const GpuPlace& place) {
    const auto& states = filter.states;
    return has_part(place.row.model, filter.model) &&
           (states.empty() ||
            std::find(states.begin(), states.end(), place.state()) != states.end());
}

}  // namespace

std::optional<GpuPlace> place_of(const Txn& txn, GpuId id) {
    auto gpu = find_gpu(txn, id);
    if (!gpu) return std::nullopt;
    auto host = find_host(txn, gpu->host);
    if (!host) return std::nullopt;
    return GpuPlace{id, std::move(*gpu), std::move(host->name), reached(*host)};
}

std::vector<GpuPlace> places(const Txn& txn, const views::GpuFilter& filter) {
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
            if (!gpu) continue;
            GpuPlace place{id, std::move(*gpu), host->name, reached(*host)};
            if (matches(filter, place)) all.push_back(std::move(place));
        }
        std::sort(all.begin() + first, all.end(), [](const auto& a, const auto& b) {
            return std::tie(a.row.index, a.id) < std::tie(b.row.index, b.id);
        });
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
        found.push_back({id, std::move(*gpu), std::move(host->name), reached(*host)});
    }
    std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) {
        return std::tie(a.host_name, a.row.index, a.id) < std::tie(b.host_name, b.row.index, b.id);
    });
    return found;
}

views::CalendarGpu calendar_gpu(GpuPlace place) {
    const auto state = place.state();
    auto& row = place.row;
    return {place.id,
            row.host,
            std::move(place.host_name),
            row.index,
            std::move(row.model),
            row.memory_total_mib,
            state};
}

}  // namespace dibs::projections
