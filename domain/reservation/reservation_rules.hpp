// The single rules of a booking. Each returns a refusal or nothing. Used by reservation.cpp, which
// decides which rule applies to which command. reservation_limits.hpp has the limits of amount and
// length.
#pragma once

#include "domain/fleet/fleet.hpp"
#include "domain/kernel/text.hpp"
#include "domain/reservation/reservation.hpp"

#include <optional>
#include <vector>

namespace dibs::reservation {

// A start up to this far in the past counts as now: clocks differ, and people type slowly.
inline constexpr Duration late_start = std::chrono::minutes{1};
// The assumed time until a lost GPU is back and a failed driver is repaired.
inline constexpr Duration repair_notice = std::chrono::hours{24};
inline constexpr LineLength title_length{0, 200};

using Objection = std::optional<Refusal>;

// The GPUs of the first list that are not in the second. Both are ascending.
[[nodiscard]] std::vector<GpuId> without(const std::vector<GpuId>& gpus,
                                         const std::vector<GpuId>& those);

// Normalizes the text.
[[nodiscard]] Objection check_title(std::string& title);
[[nodiscard]] Objection check_project(std::optional<std::string>& project);
[[nodiscard]] Objection check_gpus(const std::vector<GpuId>& gpus, const World& world);
// Checks that the booking requests no more protection than the site allows.
[[nodiscard]] Objection check_protection(std::optional<enforcement::Protection> wanted,
                                         const World& world);
// Checks that no GPU is unhealthy, and none is known to be unusable if the booking starts soon.
[[nodiscard]] Objection check_usable(const std::vector<GpuId>& gpus, Instant from,
                                     const World& world, Instant now);
// Checks the owner's grants, even if an admin books for the owner. `about` names the GPU and the
// grant that ends.
[[nodiscard]] Objection check_grants(const Booking& booking, const World& world,
                                     const Context& context);
// Checks that no other booking holds any of the GPUs, or a part of one, in that time. `about` names
// those bookings.
[[nodiscard]] Objection check_free(const Booking& booking, const fleet::State& fleet,
                                   const State& reservations);
// A started booking may change only its end, its title, and replace an unusable GPU from now on.
// The past stays unchanged.
[[nodiscard]] Objection check_running_change(const Booking& before, const Booking& after,
                                             const World& world, Instant now);
[[nodiscard]] Objection check_may_change(const Held& held, const World& world,
                                         const Context& context);
[[nodiscard]] Objection check_may_approve(const Held& held, const World& world,
                                          const Context& context);

}  // namespace dibs::reservation
