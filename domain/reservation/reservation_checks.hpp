// Checks shared by the commands that book and the commands that change a booking. A check returns
// nothing, or the refusal. Pure. Internal to reservation.cpp, reservation_change.cpp and
// consequences.cpp, which checks the budgets.
#pragma once

#include "domain/kernel/context.hpp"
#include "domain/reservation/reservation_limits.hpp"
#include "domain/reservation/reservation_rules.hpp"
#include "domain/world/world.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace dibs::reservation {

// Runs the checks in order up to the first objection, and returns it.
template <class... Checks>
[[nodiscard]] Objection first_of(Checks&&... checks) {
    Objection objection;
    ((objection = checks(), objection.has_value()) || ...);
    return objection;
}

// Runs all checks and returns their objections as one, so a person can correct everything at once.
template <class... Checks>
[[nodiscard]] Objection all_of(Checks&&... checks) {
    Faults faults;
    const auto add = [&](Objection objection) {
        if (objection) faults.add(*std::move(objection));
    };
    (add(checks()), ...);
    return faults.refusal();
}

// The hosts of these GPUs, ascending, without duplicates.
[[nodiscard]] inline std::vector<HostId> hosts_of(const World& world,
                                                  const std::vector<GpuId>& gpus) {
    return fleet::hosts_of(world.fleet, gpus);
}

// Ascending, without duplicates.
[[nodiscard]] inline std::vector<GpuId> sorted(std::vector<GpuId> gpus) {
    std::sort(gpus.begin(), gpus.end());
    gpus.erase(std::unique(gpus.begin(), gpus.end()), gpus.end());
    return gpus;
}

// Checks the number of GPUs first, then each GPU.
[[nodiscard]] inline Objection check_gpus(const std::vector<GpuId>& gpus, const World& world,
                                          const Bounds& bounds) {
    if (auto objection = check_count(gpus.size(), bounds)) return objection;
    return check_gpus(gpus, world);
}

// True for a booking that has started and was not ended early. Stays true after its end.
[[nodiscard]] inline bool is_running(const Held& held, Instant now) {
    return held.ending == Ending::none && held.booking.when.from <= now;
}

// The owner's limits for the new part of the booking `after`. The new part begins at its start, or
// at the old end if `before` is running. `before` is null for a new booking.
[[nodiscard]] inline Bounds bounds_in(const World& world, const Booking& after, const Held* before,
                                      Instant now) {
    const bool runs = before != nullptr && is_running(*before, now);
    const auto start = runs ? before->booking.when.until : after.when.from;
    return bounds_for(world.rules, world.groups, after.owner, start - now);
}

[[nodiscard]] inline Objection check_quotas(const Booking& booking, const World& world,
                                            const Bounds& bounds) {
    return check_quotas(booking, world.reservations, world.groups, bounds);
}

// Keeps a start that has just passed, so the length stays as requested. Moves the start to now if
// the requested interval is not granted, or overlaps another booking.
inline void settle_start(Booking& booking, const World& world, const Context& context) {
    if (booking.when.from >= context.now) return;
    if (check_grants(booking, world, context) ||
        check_free(booking, world.fleet, world.reservations)) {
        booking.when.from = context.now;
    }
}

// Decides a change of a booking that has not ended: the events, or the refusal. Defined in
// reservation_change.cpp.
[[nodiscard]] Result<std::vector<Event>> decide_change(const World& world, const Held& held,
                                                       const Change& c, const Context& context);

}  // namespace dibs::reservation
