// Replacements for unusable GPUs of a booking, as the contract shows them. Books nothing: to
// accept, change the booking's GPUs at the version given here.
#pragma once

#include "api/routes/bookings/placements.hpp"
#include "domain/kernel/fields.hpp"
#include "domain/kernel/zone.hpp"
#include "projections/calendar/reservation_views.hpp"
#include "projections/questions/snapshot.hpp"

#include <optional>
#include <string>
#include <vector>

namespace dibs::routes {

struct SwapView {
    GpuId from;
    std::string from_name;
    GpuId to;
    std::string to_name;
    std::string model;
    bool same_host = false;
};
struct SwapProposal {
    reservation::Version version = 1;  // of the booking
    std::vector<GpuId> gpus;           // all GPUs after the swap; unchanged where there is no swap
    std::vector<std::string> gpu_names;        // in the order of `gpus`
    std::vector<SwapView> swaps;               // each replaced GPU and its replacement
    std::vector<std::string> none_like_names;  // names of GPUs without a free equivalent
    std::vector<views::GpuTrouble> unusable;   // unusable GPUs of the booking now
};

// `away`: the GPU to give up; none: all that are unusable.
[[nodiscard]] Result<SwapProposal> propose_swap(const Snapshot& tables,
                                                const views::Reservation& booking,
                                                std::optional<GpuId> away, const Zones& zones);

}  // namespace dibs::routes

namespace dibs {

template <>
struct Fields<routes::SwapView> {
    using T = routes::SwapView;
    static constexpr auto list =
        field_list(field("from_gpu_id", &T::from), field("from_gpu_name", &T::from_name),
                   field("to_gpu_id", &T::to), field("to_gpu_name", &T::to_name),
                   field("model", &T::model), field("same_host", &T::same_host));
};
template <>
struct Fields<routes::SwapProposal> {
    using T = routes::SwapProposal;
    static constexpr auto list =
        field_list(field("version", &T::version), field("gpus", &T::gpus),
                   field("gpu_names", &T::gpu_names), field("swaps", &T::swaps),
                   field("none_like_names", &T::none_like_names), field("unusable", &T::unusable));
};

}  // namespace dibs
