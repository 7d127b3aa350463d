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

    std::optional<health::Unhealthy> unhealthy{};  // it, or the card that it is cut from

    [[nodiscard]] views::GpuState state() const {
        return unhealthy ? views::GpuState::unhealthy : of_sight();
    }
    // Why it is not available, and since when.
    [[nodiscard]] std::optional<std::string> reason() const {
        const auto out_of_sight = row.lost ? row.lost_words : host_reason;
        if (!unhealthy) return out_of_sight;
        auto words = health::words_of(unhealthy->faults);
        return out_of_sight ? words + "; " + *out_of_sight : words;
    }
    [[nodiscard]] std::optional<Instant> since() const {
        return unhealthy ? unhealthy->since : sight_since();
    }
    // Whether it is there and its host speaks of it.
    [[nodiscard]] bool seen() const { return of_sight() == views::GpuState::available; }
    // Nobody has seen what runs there since; none: it is seen, or never was.
    [[nodiscard]] std::optional<Instant> unknown_since() const {
        return seen() ? std::nullopt : sight_since();
    }
    [[nodiscard]] GpuIndex index() const { return gpu_index(parent_index, row.index); }
    [[nodiscard]] std::string name() const { return host_name + ':' + to_text(index()); }
    [[nodiscard]] std::string key() const {  // sorts as the order
        const auto at = index();
        const auto slice = at.slice ? static_cast<std::uint64_t>(*at.slice) + 1 : 0;
        const auto card = static_cast<std::uint64_t>(at.card);
        return std::string(Key().text(host_name).number(card).number(slice).id(id).view());
    }

  private:
    [[nodiscard]] views::GpuState of_sight() const {
        return row.lost ? views::GpuState::lost : host_state;
    }
    [[nodiscard]] std::optional<Instant> sight_since() const {
        return row.lost ? row.lost_since : host_since;
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
