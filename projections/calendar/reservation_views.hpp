// Views of reservations: plain values, written by to_json as the contract names them. Made by the
// functions in projections/questions, owned by the caller.
#pragma once

#include "domain/kernel/fields.hpp"
#include "domain/kernel/zone.hpp"
#include "domain/reservation/idle_fields.hpp"
#include "domain/reservation/reservation.hpp"
#include "domain/reservation/reservation_fields.hpp"
#include "projections/calendar/gpu_state.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace dibs::views {

// Computed from the clock when read, never stored.
enum class ReservationState {
    upcoming,
    running,
    finished,
    cancelled,
    released,
    suspended,
    pending,   // waits for approval
    declined,  // an approver refused it
    lapsed,    // approval did not come in time
};

[[nodiscard]] inline ReservationState state_at(reservation::Ending ending, Interval when,
                                               Instant at) {
    using reservation::Ending;
    if (ending == Ending::cancelled) return ReservationState::cancelled;
    if (ending == Ending::released) return ReservationState::released;
    // a suspended booking that was not reinstated counts as cancelled
    if (ending == Ending::suspended) {
        return at < when.until ? ReservationState::suspended : ReservationState::cancelled;
    }
    if (ending == Ending::pending) return ReservationState::pending;
    if (ending == Ending::declined) return ReservationState::declined;
    if (ending == Ending::lapsed) return ReservationState::lapsed;
    if (at < when.from) return ReservationState::upcoming;
    return at < when.until ? ReservationState::running : ReservationState::finished;
}

// A GPU that a running booking swapped for another.
struct Move {
    GpuId from;
    std::string from_name;
    GpuId to;
    std::string to_name;
    Instant at;
};

// State of a running booking that is idle.
struct IdleNote {
    reservation::IdleKind kind{};
    Instant since;
    Instant noticed_at;
    std::optional<Instant> told_at{};  // none: the owner is not notified yet, or could not be
    // the earliest time, if it stays idle; none: it is not freed
    std::optional<Instant> frees_at{};
};

// A budget that warns, and that a booking exceeds.
struct OverBudget {
    BudgetId budget;
    std::string of;  // name of the group or project
    Instant from;    // the first period that it exceeds
    Instant until;
    std::int64_t gpu_hours = 0;
    std::int64_t booked_s = 0;  // GPU-seconds, including this booking
};

struct Reservation {
    ReservationId id;
    std::vector<GpuId> gpus;
    std::vector<std::string> gpu_names;  // same order as `gpus`
    PersonId owner;
    Personal<std::string> owner_name;
    Personal<std::string> title;
    Instant from;
    Instant until;  // of a released booking: the release
    ReservationState state{};
    reservation::Version version = 1;
    Instant created_at;
    std::optional<PersonId> created_by{};
    std::optional<Instant> changed_at{};
    std::vector<GpuTrouble> warnings{};   // GPUs that cannot be used now; empty once it has ended
    std::optional<Instant> held_until{};  // only of a pending booking
    std::optional<Personal<std::string>> decline_reason{};  // only of a declined booking
    std::optional<enforcement::Protection> protection{};    // none: the site's rules decide
    std::optional<std::vector<Move>> moves{};               // ordered by time
    std::optional<IdleNote> idle{};
    std::optional<Instant> kept_until{};  // only of a running booking, while it is in the future
    std::optional<std::string> project{};
    // Warning budgets that this booking exceeds. Only in the answer to booking or changing it.
    std::optional<std::vector<OverBudget>> over_budget{};
};

// A booking in the calendar, without its state: the state depends on the clock.
struct CalendarReservation {
    ReservationId id;
    std::vector<GpuId> gpus;
    PersonId owner;
    Personal<std::string> title;
    Instant from;
    Instant until;
    reservation::Version version = 1;
    std::optional<reservation::Moves> moves{};
    std::optional<std::string> project{};
};

// A booking on one of its GPUs. `shown` is a CalendarReservation as JSON; it points into the
// tables' map and is valid as long as the Snapshot.
struct CalendarRow {
    Instant from;
    ReservationId id;
    GpuId gpu;
    PersonId owner;
    Instant until;
    ReservationState state{};
    std::string_view shown;
};
void write_json(std::string& out, const CalendarRow& row);  // adds the state

struct Holder {  // the booking of a GPU, shown with the GPU
    ReservationId id;
    PersonId owner;
    Personal<std::string> owner_name;
    Personal<std::string> title;
    Instant from;
    Instant until;
};

struct Conflict {
    GpuId gpu;
    std::string gpu_name;
    ReservationId reservation;
    PersonId owner;
    Personal<std::string> owner_name;
    Instant from;
    Instant until;
};

// Conditions are combined with AND; an empty list is no condition.
struct ReservationFilter {
    std::optional<Instant> from{};   // only reservations that end after it
    std::optional<Instant> until{};  // only reservations that start before it
    std::optional<PersonId> owner{};
    std::vector<GpuId> gpus{};  // any of these
    std::optional<HostId> host{};
    std::vector<ReservationState> states{};
    std::optional<PersonId> approver{};  // pending ones that this person may approve; needs zones
    const Zones* zones = nullptr;
    std::optional<std::string> project{};
};

}  // namespace dibs::views

namespace dibs {

template <>
struct Names<views::ReservationState> {
    using E = views::ReservationState;
    static constexpr std::array list = {
        named(E::upcoming, "upcoming"), named(E::running, "running"),
        named(E::finished, "finished"), named(E::cancelled, "cancelled"),
        named(E::released, "released"), named(E::suspended, "suspended"),
        named(E::pending, "pending"),   named(E::declined, "declined"),
        named(E::lapsed, "lapsed")};
};
template <>
struct Fields<views::Move> {
    using T = views::Move;
    static constexpr auto list = field_list(
        field("from_gpu_id", &T::from), field("from_gpu_name", &T::from_name),
        field("to_gpu_id", &T::to), field("to_gpu_name", &T::to_name), field("at", &T::at));
};
template <>
struct Fields<views::IdleNote> {
    using T = views::IdleNote;
    static constexpr auto list = field_list(
        field("kind", &T::kind), field("since", &T::since), field("noticed_at", &T::noticed_at),
        field("told_at", &T::told_at), field("frees_at", &T::frees_at));
};
template <>
struct Fields<views::OverBudget> {
    using T = views::OverBudget;
    static constexpr auto list =
        field_list(field("budget_id", &T::budget), field("of", &T::of), field("from", &T::from),
                   field("until", &T::until), field("gpu_hours", &T::gpu_hours),
                   field("booked_s", &T::booked_s));
};
template <>
struct Fields<views::Reservation> {
    using T = views::Reservation;
    static constexpr auto list =
        field_list(field("id", &T::id), field("gpus", &T::gpus), field("gpu_names", &T::gpu_names),
                   field("owner_id", &T::owner), field("owner_name", &T::owner_name),
                   field("title", &T::title), field("from", &T::from), field("until", &T::until),
                   field("state", &T::state), field("version", &T::version),
                   field("created_at", &T::created_at), field("created_by_id", &T::created_by),
                   field("changed_at", &T::changed_at), field("warnings", &T::warnings),
                   field("held_until", &T::held_until), field("decline_reason", &T::decline_reason),
                   field("protection", &T::protection), field("moves", &T::moves),
                   field("idle", &T::idle), field("kept_until", &T::kept_until),
                   field("project", &T::project), field("over_budget", &T::over_budget));
};
template <>
struct Fields<views::CalendarReservation> {
    using T = views::CalendarReservation;
    static constexpr auto list = field_list(
        field("id", &T::id), field("gpus", &T::gpus), field("owner_id", &T::owner),
        field("title", &T::title), field("from", &T::from), field("until", &T::until),
        field("version", &T::version), field("moves", &T::moves), field("project", &T::project));
};
template <>
struct Fields<views::Holder> {
    using T = views::Holder;
    static constexpr auto list = field_list(
        field("id", &T::id), field("owner_id", &T::owner), field("owner_name", &T::owner_name),
        field("title", &T::title), field("from", &T::from), field("until", &T::until));
};
template <>
struct Fields<views::Conflict> {
    using T = views::Conflict;
    static constexpr auto list = field_list(
        field("gpu_id", &T::gpu), field("gpu_name", &T::gpu_name),
        field("reservation_id", &T::reservation), field("owner_id", &T::owner),
        field("owner_name", &T::owner_name), field("from", &T::from), field("until", &T::until));
};

}  // namespace dibs
