// Queries of reservations and calendars in one snapshot (snapshot.hpp). Any thread. An unknown id
// yields nothing; there are no other errors. Intervals are half-open, times are UTC.
#pragma once

#include "projections/calendar/calendar.hpp"
#include "projections/calendar/reservation_views.hpp"
#include "projections/fleet/fleet_views.hpp"
#include "projections/questions/snapshot.hpp"
#include "projections/store/page.hpp"

namespace dibs {

// The view of a stored row: its state at `at`, with the current names of its owner and GPUs. Idle
// notes and warnings are set only in the states that have them.
[[nodiscard]] views::Reservation view_of(const Snapshot& tables, ReservationId id,
                                         const projections::ReservationRow& row, Instant at);
// The reservation in its state at the snapshot's time. None: there is no such id.
[[nodiscard]] std::optional<views::Reservation> find_reservation(const Snapshot& tables,
                                                                 ReservationId id);
// One page of the reservations in any state that match the filter, ordered by start, then id.
// page.hpp explains pages. A filter by approver needs its zones.
[[nodiscard]] Slice<views::Reservation> list_reservations(const Snapshot& tables,
                                                          const views::ReservationFilter& filter,
                                                          const PageFrom& page);
// The calendar of these GPUs, ordered by host name and index; empty `gpus`: all GPUs. Leaves out
// unknown GPUs and those of removed hosts. Each reservation that overlaps the window appears once,
// ordered by start; cancelled, suspended, declined and lapsed ones are left out. Valid as long as
// the snapshot.
[[nodiscard]] views::Calendar calendar_of(const Snapshot& tables, const std::vector<GpuId>& gpus,
                                          Interval window);
// A row for each GPU and each part of a booking: GPUs in the given order, then by end. `state` is
// the state of the whole booking. Costs one seek and one scan for each GPU. Valid as long as the
// snapshot.
[[nodiscard]] std::vector<views::CalendarRow> calendar_rows(const Snapshot& tables,
                                                            const std::vector<GpuId>& gpus,
                                                            Interval window);
// Bookings that overlap the window on this GPU, its parent or its slices. Pending bookings are left
// out. The Unix name is empty if the owner is unknown.
[[nodiscard]] std::vector<Hold> bookings_on(const Snapshot& tables, GpuId gpu,
                                            const Interval& window);

}  // namespace dibs
