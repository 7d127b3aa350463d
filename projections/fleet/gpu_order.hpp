// GPUs in display order: by host name, then index, a GPU before its slices. GPUs of removed hosts
// are left out. So are slices that are lost while their parent GPU is present, unless they are
// booked: a GPU that was partitioned differently leaves no rows.
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
    std::optional<std::int64_t> parent_index{};  // only of a slice
    GpuState host_state{};                       // state of all GPUs of its host that are not lost
    std::optional<std::string> host_reason{};
    std::optional<Instant> host_since{};

    std::optional<health::Unhealthy> unhealthy{};  // its own state or its parent GPU's

    [[nodiscard]] GpuState state() const { return unhealthy ? GpuState::unhealthy : of_sight(); }
    // Why it is not available. since() is the time from which on.
    [[nodiscard]] std::optional<std::string> reason() const {
        const auto out_of_sight = row.lost ? row.lost_words : host_reason;
        if (!unhealthy) return out_of_sight;
        auto words = health::words_of(unhealthy->faults);
        return out_of_sight ? words + "; " + *out_of_sight : words;
    }
    [[nodiscard]] std::optional<Instant> since() const {
        return unhealthy ? unhealthy->since : sight_since();
    }
    // Whether it is present and its host reports it.
    [[nodiscard]] bool seen() const { return of_sight() == GpuState::available; }
    // Since when its processes are not seen; none: it is seen now, or never was.
    [[nodiscard]] std::optional<Instant> unknown_since() const {
        return seen() ? std::nullopt : sight_since();
    }
    [[nodiscard]] GpuIndex index() const { return gpu_index(parent_index, row.index); }
    [[nodiscard]] std::string name() const { return host_name + ':' + to_text(index()); }
    [[nodiscard]] std::string key() const {  // sorts in display order
        const auto at = index();
        const auto slice = at.slice ? static_cast<std::uint64_t>(*at.slice) + 1 : 0;
        const auto card = static_cast<std::uint64_t>(at.card);
        return std::string(Key().text(host_name).number(card).number(slice).id(id).view());
    }

  private:
    [[nodiscard]] GpuState of_sight() const { return row.lost ? GpuState::lost : host_state; }
    [[nodiscard]] std::optional<Instant> sight_since() const {
        return row.lost ? row.lost_since : host_since;
    }
};

// Ignores the case of ASCII letters. Names of models are ASCII in practice.
[[nodiscard]] bool has_part(std::string_view text, std::string_view part);
[[nodiscard]] std::optional<GpuPlace> place_of(const Txn& txn, GpuId id);
[[nodiscard]] std::vector<GpuPlace> places(const Txn& txn, const views::GpuFilter& filter,
                                           Instant now);
// Only these GPUs, each once, with one lookup each: a site may have thousands of others.
[[nodiscard]] std::vector<GpuPlace> places_of(const Txn& txn, std::vector<GpuId> ids);
[[nodiscard]] views::CalendarGpu calendar_gpu(GpuPlace place);
// Those of these GPUs that cannot be used now.
[[nodiscard]] std::vector<views::GpuTrouble> troubles_of(const Txn& txn,
                                                         const std::vector<GpuId>& gpus);

}  // namespace dibs::projections
