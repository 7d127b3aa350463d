// The state of a thing right after one of its facts, folded from its facts up to there. So the
// answer to a change shows its result, and a repeat gets the same answer whatever came later. Names
// of people and GPUs are current. Reads the history; any thread.
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

// `at`: the time of that position. Empty if it did not exist then.
[[nodiscard]] std::optional<views::Reservation> reservation_as_of(const Snapshot& tables,
                                                                  ReservationId id,
                                                                  Position position, Instant at);
[[nodiscard]] std::optional<views::Board> board_as_of(const Snapshot& tables, BoardId id,
                                                      Position position);

// Without the spent hours, which are in the tables.
struct BudgetThen {
    budget::Held held;
    Instant made_at;
    std::optional<Instant> changed_at{};
};
[[nodiscard]] std::optional<BudgetThen> budget_as_of(const Snapshot& tables, BudgetId id,
                                                     Position position);

// The admins' settings are those of that position; observations are current.
[[nodiscard]] std::optional<views::Host> host_as_of(const Snapshot& tables, HostId id,
                                                    Position position);

// Its location is that of that position; observations are current.
[[nodiscard]] std::optional<views::Gpu> gpu_as_of(const Snapshot& tables, GpuId id,
                                                  Position position);

// `at`: the time of that position; later observations are left out.
[[nodiscard]] std::optional<views::Violation> violation_as_of(const Snapshot& tables,
                                                              ViolationId id, Position position,
                                                              Instant at);

// Reads only this kind of fact, because a person may have very many facts.
[[nodiscard]] people::Preferences preferences_as_of(const Snapshot& tables, PersonId id,
                                                    Position position);

}  // namespace dibs::routes
