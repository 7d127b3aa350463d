// GPUs in the order people see them: by host name, then index. Those of removed hosts are not seen.
#pragma once

#include "projections/fleet/fleet.hpp"
#include "projections/fleet/fleet_views.hpp"

#include <optional>
#include <string>
#include <vector>

namespace dibs::projections {

struct GpuPlace {
    GpuId id;
    GpuRow row;
    std::string host_name;
    bool host_reached = false;
    std::vector<GpuId> others{};  // that share its silicon: its parent, its slices

    [[nodiscard]] views::GpuState state() const {
        if (row.lost) return views::GpuState::lost;
        return host_reached ? views::GpuState::available : views::GpuState::host_unreachable;
    }
    [[nodiscard]] std::string key() const {  // sorts as the order
        return std::string(
            Key().text(host_name).number(static_cast<std::uint64_t>(row.index)).id(id).view());
    }
};

[[nodiscard]] std::optional<GpuPlace> place_of(const Txn& txn, GpuId id);
[[nodiscard]] std::vector<GpuPlace> places(const Txn& txn, const views::GpuFilter& filter);
// Of these GPUs only, each once: a look-up each, where there may be thousands of others.
[[nodiscard]] std::vector<GpuPlace> places_of(const Txn& txn, std::vector<GpuId> ids);
[[nodiscard]] views::CalendarGpu calendar_gpu(GpuPlace place);

}  // namespace dibs::projections
