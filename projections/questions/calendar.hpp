// Questions about reservations and free time, answered from one snapshot (snapshot.hpp). Any
// thread.
#pragma once

#include "projections/calendar/calendar.hpp"
#include "projections/calendar/reservation_views.hpp"
#include "projections/fleet/fleet_views.hpp"
#include "projections/questions/snapshot.hpp"
#include "projections/store/page.hpp"

namespace dibs {

// The reservation in its state at `at`, with current names.
[[nodiscard]] views::Reservation view_of(const Snapshot& tables, ReservationId id,
                                         const projections::ReservationRow& row, Instant at);
[[nodiscard]] std::optional<views::Reservation> find_reservation(const Snapshot& tables,
                                                                 ReservationId id);
// ordered by start
[[nodiscard]] Slice<views::Reservation> list_reservations(const Snapshot& tables,
                                                          const views::ReservationFilter& filter,
                                                          const PageFrom& page);
// The reservations that hold time, each once, ordered by start. `gpus` empty: all of them, ordered
// by host name and index.
[[nodiscard]] views::Calendar calendar_of(const Snapshot& tables, const std::vector<GpuId>& gpus,
                                          Interval window);
// A row for each GPU and each part of a booking, ordered by GPU and end; `state` is that of the
// booking. One seek and one scan for each GPU. Valid as long as the snapshot.
[[nodiscard]] std::vector<views::CalendarRow> calendar_rows(const Snapshot& tables,
                                                            const std::vector<GpuId>& gpus,
                                                            Interval window);
// Bookings of this GPU or of a GPU that overlaps it (its parent, its slices).
[[nodiscard]] std::vector<Hold> bookings_on(const Snapshot& tables, GpuId gpu,
                                            const Interval& window);

}  // namespace dibs
