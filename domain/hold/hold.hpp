// Who holds which GPU, and when: the one answer for decisions about bookings, for violations, and
// for the events that name the holders of a GPU that became unusable. A device also counts as held
// by holds of devices that share hardware with it, where a function says "overlapping". Pure.
#pragma once

#include "domain/fleet/fleet.hpp"
#include "domain/kernel/ids.hpp"
#include "domain/kernel/time.hpp"
#include "domain/reservation/reservation.hpp"

#include <optional>
#include <string>
#include <vector>

namespace dibs::hold {

// By a booking. Pointers into the state it was asked of.
struct Hold {
    ReservationId booking;
    PersonId owner;
    Interval when;
    const std::optional<std::string>* project = nullptr;
};

// The state that answers.
struct Holds {
    const reservation::State& bookings;
    const fleet::State& fleet;
};

// The holds of this GPU and of overlapping devices at that time, each once, the GPU's own first.
[[nodiscard]] std::vector<Hold> overlapping_at(const Holds& holds, GpuId gpu, Instant at);
// The running and future holds of exactly these GPUs that begin before `before`, each once, by id.
[[nodiscard]] std::vector<Hold> ahead(const Holds& holds, const std::vector<GpuId>& gpus,
                                      Instant now, Instant before);
// The bookings that hold a GPU or an overlapping device in that time, by id.
[[nodiscard]] std::vector<ReservationId> overlapping_in(const Holds& holds,
                                                        const std::vector<GpuId>& gpus,
                                                        const Interval& when);
// The last end, within that time, of a hold of this person on the GPU or an overlapping device.
[[nodiscard]] std::optional<Instant> last_end(const Holds& holds, GpuId gpu, PersonId person,
                                              const Interval& within);
// When a hold of the GPU or of an overlapping device begins or ends next.
[[nodiscard]] std::optional<Instant> next_change(const Holds& holds, GpuId gpu, Instant now);
[[nodiscard]] bool holds_on_host(const Holds& holds, PersonId person, HostId host, Instant at);

}  // namespace dibs::hold
