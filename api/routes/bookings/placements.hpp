// Placements of bookings: reads the tables into the candidates of the domain's searches, and turns
// their offers into the contract's views. Used by /offers and by every conflict. Scans the bookings
// ahead, so run it in a worker thread.
#pragma once

#include "domain/kernel/fields.hpp"
#include "domain/placement/alternatives.hpp"
#include "projections/fleet/fleet_views.hpp"
#include "projections/questions/snapshot.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace dibs::routes {

struct OfferView {
    Instant from;
    Instant until;
    std::vector<GpuId> gpus;
    std::vector<std::string> gpu_names;
    std::vector<std::string> host_names;
    std::string reason;
    std::optional<std::vector<views::GpuTrouble>> warnings{};  // GPUs that are unusable now
    // GPUs on which others run processes now.
    std::optional<std::vector<std::string>> busy_gpu_names{};
};

struct Placing {
    views::GpuFilter filter{};
    std::vector<GpuId> among{};  // empty: all; named GPUs count even when they are unreachable
    Interval window{};           // reads the bookings in this window
    std::optional<ReservationId> without{};  // the booking that is being moved; ignored
    // Counts work of people other than this one; none: counts no work.
    std::optional<PersonId> for_whom{};
    bool linked = false;  // look up the links between GPUs
};

// An offer that starts this soon counts as one for now: processes on its GPUs are in the way.
inline constexpr auto soon = std::chrono::hours{1};

// The GPU as searches see it. View: views::Gpu or views::CalendarGpu.
template <class View>
[[nodiscard]] placement::Gpu searched_gpu(View view) {
    return {view.id,
            view.host_id,
            std::move(view.host_name),
            gpu_index(view.parent_index, view.index),
            std::move(view.model).value_or(""),
            view.memory_total_mib,
            view.parent,
            view.state,
            std::move(view.reason)};
}
// In the order of the tables: by host name, then by index.
[[nodiscard]] std::vector<placement::Gpu> searched_gpus(const Snapshot& tables,
                                                        const views::GpuFilter& filter);
[[nodiscard]] std::vector<placement::Candidate> candidates(const Snapshot& tables,
                                                           const Placing& placing);
[[nodiscard]] OfferView view_of(const Snapshot& tables, const placement::Offer& offer,
                                std::string reason);
[[nodiscard]] std::vector<OfferView> alternatives(const Snapshot& tables,
                                                  const placement::RefusedBooking& refused);

}  // namespace dibs::routes

namespace dibs {

template <>
struct Fields<routes::OfferView> {
    using T = routes::OfferView;
    static constexpr auto list =
        field_list(field("from", &T::from), field("until", &T::until), field("gpus", &T::gpus),
                   field("gpu_names", &T::gpu_names), field("host_names", &T::host_names),
                   field("reason", &T::reason), field("warnings", &T::warnings),
                   field("busy_gpu_names", &T::busy_gpu_names));
};

}  // namespace dibs
