// The single rules a booking must keep, each answering with a refusal or nothing. Used by
// reservation.cpp, which says which rule applies to which command. How much and how long anything
// may be is in reservation_limits.hpp.
#pragma once

#include "domain/fleet/fleet.hpp"
#include "domain/kernel/text.hpp"
#include "domain/reservation/reservation.hpp"

#include <optional>
#include <vector>

namespace dibs::reservation {

// A start up to this much in the past is "now": clocks differ, and people take time to type.
inline constexpr Duration late_start = std::chrono::minutes{1};
// A lost GPU is back by then and a driver that does not work mended, as far as anybody knows.
inline constexpr Duration repair_notice = std::chrono::hours{24};
inline constexpr LineLength title_length{0, 200};

using Objection = std::optional<Refusal>;

// Those of the first that are not in the second; both ascending.
[[nodiscard]] std::vector<GpuId> without(const std::vector<GpuId>& gpus,
                                         const std::vector<GpuId>& those);

// Puts it into its normal form.
[[nodiscard]] Objection check_title(std::string& title);
[[nodiscard]] Objection check_project(std::optional<std::string>& project);
[[nodiscard]] Objection check_gpus(const std::vector<GpuId>& gpus, const World& world);
// It asks for no more than the site lets anybody ask for.
[[nodiscard]] Objection check_protection(std::optional<enforcement::Protection> wanted,
                                         const World& world);
// None of them is unhealthy, nor known to be of no use, if it is used soon.
[[nodiscard]] Objection check_usable(const std::vector<GpuId>& gpus, Instant from,
                                     const World& world, Instant now);
// The owner's grants count, also when an admin books for somebody.
// `about` names the GPU and the grant whose end it is.
[[nodiscard]] Objection check_grants(const Booking& booking, const World& world,
                                     const Context& context);
// Nobody else holds any of the GPUs, or a part of one, in that time; `about` names who does.
[[nodiscard]] Objection check_free(const Booking& booking, const fleet::State& fleet,
                                   const State& reservations);
// A change of what has begun may only move the end, or the title, or give up a GPU that is of no
// use from now on: the past stays as it was.
[[nodiscard]] Objection check_running_change(const Booking& before, const Booking& after,
                                             const World& world, Instant now);
[[nodiscard]] Objection check_may_change(const Held& held, const World& world,
                                         const Context& context);
[[nodiscard]] Objection check_may_approve(const Held& held, const World& world,
                                          const Context& context);

}  // namespace dibs::reservation
