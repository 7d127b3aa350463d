// The names of the states of a GPU, and the GPUs of a booking that cannot be used.
#pragma once

#include "domain/gpu/gpu_state.hpp"
#include "domain/kernel/fields.hpp"
#include "domain/kernel/ids.hpp"
#include "domain/kernel/time.hpp"

#include <optional>
#include <string>

namespace dibs::views {

// A GPU of a booking that cannot be used now.
struct GpuTrouble {
    GpuId gpu;
    std::string gpu_name;
    GpuState state{};
    std::optional<std::string> reason{};  // the driver's message, or why its host is unreachable
    std::optional<Instant> since{};
};

}  // namespace dibs::views

namespace dibs {

template <>
struct Names<GpuState> {
    using E = GpuState;
    static constexpr std::array list = {named(E::available, "available"), named(E::lost, "lost"),
                                        named(E::host_unreachable, "host_unreachable"),
                                        named(E::driver_broken, "driver_broken"),
                                        named(E::unhealthy, "unhealthy")};
};
template <>
struct Fields<views::GpuTrouble> {
    using T = views::GpuTrouble;
    static constexpr auto list = field_list(
        field("gpu_id", &T::gpu), field("gpu_name", &T::gpu_name), field("state", &T::state),
        field("reason", &T::reason), field("since", &T::since));
};

}  // namespace dibs
