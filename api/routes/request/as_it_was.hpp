// What a thing was right after one of its facts, made from its own facts up to there: so a change
// is answered with what it made, and its repeat with the same, whatever came later. Names of people
// and GPUs are those of today. Reads the history; any thread.
#pragma once

#include "domain/budget/budget.hpp"
#include "projections/boards/board_views.hpp"
#include "projections/calendar/reservation_views.hpp"
#include "projections/fleet/fleet_views.hpp"
#include "projections/history/history_views.hpp"
#include "projections/questions/snapshot.hpp"

namespace dibs::routes {

// A reservation as an answer shows it, at this moment.
struct ReservationThen {
    const reservation::Held& held;
    Instant created_at;
    std::optional<PersonId> created_by{};
    std::optional<Instant> changed_at{};
};
[[nodiscard]] views::Reservation view_of(const Snapshot& tables, const ReservationThen& then,
                                         Instant at);

// `at`: the moment of that position. Nothing if it was not there.
[[nodiscard]] std::optional<views::Reservation> reservation_as_of(const Snapshot& tables,
                                                                  ReservationId id,
                                                                  Position position, Instant at);
[[nodiscard]] std::optional<views::Board> board_as_of(const Snapshot& tables, BoardId id,
                                                      Position position);

// Without what is spent of it, which the tables know.
struct BudgetThen {
    budget::Held held;
    Instant made_at;
    std::optional<Instant> changed_at{};
};
[[nodiscard]] std::optional<BudgetThen> budget_as_of(const Snapshot& tables, BudgetId id,
                                                     Position position);

// What admins said of it then; what was seen of it is of now.
[[nodiscard]] std::optional<views::Host> host_as_of(const Snapshot& tables, HostId id,
                                                    Position position);

// Where it was then; what was seen of it is of now.
[[nodiscard]] std::optional<views::Gpu> gpu_as_of(const Snapshot& tables, GpuId id,
                                                  Position position);

// `at`: the moment of that position; nobody had seen then what was seen later.
[[nodiscard]] std::optional<views::Violation> violation_as_of(const Snapshot& tables,
                                                              ViolationId id, Position position,
                                                              Instant at);

// By their kind of fact: what concerns a person may be very much.
[[nodiscard]] people::Preferences preferences_as_of(const Snapshot& tables, PersonId id,
                                                    Position position);

}  // namespace dibs::routes
