// The common checks of commands that book and commands that change, against the present world.
// Internal to reservation.cpp, reservation_change.cpp, and consequences.cpp, which checks the
// budgets.
#pragma once

#include "domain/kernel/context.hpp"
#include "domain/reservation/reservation_limits.hpp"
#include "domain/reservation/reservation_rules.hpp"
#include "domain/world/world.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace dibs::reservation {

// The first objection, if any.
template <class... Checks>
[[nodiscard]] Objection first_of(Checks&&... checks) {
    Objection found;
    ((found = checks(), found.has_value()) || ...);
    return found;
}

// All objections, so a person can correct everything at once.
template <class... Checks>
[[nodiscard]] Objection all_of(Checks&&... checks) {
    Faults faults;
    const auto ask = [&](Objection found) {
        if (found) faults.add(*std::move(found));
    };
    (ask(checks()), ...);
    return faults.refusal();
}

[[nodiscard]] inline std::vector<HostId> hosts_of(const World& world,
                                                  const std::vector<GpuId>& gpus) {
    return fleet::hosts_of(world.fleet, gpus);
}

[[nodiscard]] inline std::vector<GpuId> sorted(std::vector<GpuId> gpus) {
    std::sort(gpus.begin(), gpus.end());
    gpus.erase(std::unique(gpus.begin(), gpus.end()), gpus.end());
    return gpus;
}

[[nodiscard]] inline Objection check_gpus(const std::vector<GpuId>& gpus, const World& world,
                                          const Bounds& bounds) {
    if (auto no = check_count(gpus.size(), bounds)) return no;
    return check_gpus(gpus, world);
}

[[nodiscard]] inline bool is_running(const Held& held, Instant now) {
    return held.ending == Ending::none && held.booking.when.from <= now;
}

// The new part of a running booking begins at its old end. `before` is null for a new booking.
[[nodiscard]] inline Bounds bounds_in(const World& world, const Booking& after, const Held* before,
                                      Instant now) {
    const bool runs = before != nullptr && is_running(*before, now);
    const auto begins = runs ? before->booking.when.until : after.when.from;
    return bounds_for(world.rules, world.groups, after.owner, begins - now);
}

[[nodiscard]] inline Objection check_quotas(const Booking& booking, const World& world,
                                            const Bounds& bounds) {
    return check_quotas(booking, world.reservations, world.groups, bounds);
}

// A start that has just passed stays as requested, so the length does too. If the GPUs were held by
// another person or not granted in that moment, the start becomes now.
inline void settle_start(Booking& booking, const World& world, const Context& context) {
    if (booking.when.from >= context.now) return;
    if (check_grants(booking, world, context) ||
        check_free(booking, world.fleet, world.reservations)) {
        booking.when.from = context.now;
    }
}

// For an existing booking that has not ended (reservation_change.cpp).
[[nodiscard]] Result<std::vector<Event>> decide_change(const World& world, const Held& held,
                                                       const Change& c, const Context& context);

}  // namespace dibs::reservation
