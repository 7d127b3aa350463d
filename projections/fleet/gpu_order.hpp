// GPUs in the order people see them: by host name, then index, a card before its slices. Those of
// removed hosts are not seen, nor slices that are gone while their card is there and that nobody
// has booked: a card that was cut anew, or is whole again, leaves no row behind.
#pragma once

#include "projections/fleet/fleet.hpp"
#include "projections/fleet/fleet_views.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dibs::projections {

struct GpuPlace {
    GpuId id;
    GpuRow row;
    std::string host_name;
    std::optional<std::int64_t> parent_index{};  // of a slice
    views::GpuState host_state{};                // of every GPU of its host that is not lost
    std::optional<std::string> host_reason{};
    std::optional<Instant> host_since{};

    [[nodiscard]] views::GpuState state() const {
        return row.lost ? views::GpuState::lost : host_state;
    }
    // Why it is not available, and since when.
    [[nodiscard]] std::optional<std::string> reason() const {
        return row.lost ? row.lost_words : host_reason;
    }
    [[nodiscard]] std::optional<Instant> since() const {
        return row.lost ? row.lost_since : host_since;
    }
    // Nobody has seen what runs there since; none: it is seen, or never was.
    [[nodiscard]] std::optional<Instant> unknown_since() const {
        return state() == views::GpuState::available ? std::nullopt : since();
    }
    [[nodiscard]] GpuIndex index() const { return gpu_index(parent_index, row.index); }
    [[nodiscard]] std::string name() const { return host_name + ':' + to_text(index()); }
    [[nodiscard]] std::string key() const {  // sorts as the order
        const auto at = index();
        const auto slice = at.slice ? static_cast<std::uint64_t>(*at.slice) + 1 : 0;
        const auto card = static_cast<std::uint64_t>(at.card);
        return std::string(Key().text(host_name).number(card).number(slice).id(id).view());
    }
};

// In any case, as people type models; the rest of the text is ASCII in practice.
[[nodiscard]] bool has_part(std::string_view text, std::string_view part);
[[nodiscard]] std::optional<GpuPlace> place_of(const Txn& txn, GpuId id);
[[nodiscard]] std::vector<GpuPlace> places(const Txn& txn, const views::GpuFilter& filter,
                                           Instant now);
// Of these GPUs only, each once: a look-up each, where there may be thousands of others.
[[nodiscard]] std::vector<GpuPlace> places_of(const Txn& txn, std::vector<GpuId> ids);
[[nodiscard]] views::CalendarGpu calendar_gpu(GpuPlace place);
// Those of these GPUs that cannot be used now.
[[nodiscard]] std::vector<views::GpuTrouble> troubles_of(const Txn& txn,
                                                         const std::vector<GpuId>& gpus);

}  // namespace dibs::projections
