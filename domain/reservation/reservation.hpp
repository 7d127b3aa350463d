// Reservations: a person holds some GPUs for an interval. One booking may have GPUs of several
// hosts. It is booked, changed, cancelled and released as a whole. No two live bookings overlap on
// a GPU, nor on GPUs that share hardware. The past is immutable. If the owner's grants all require
// approval, the booking waits for it. A waiting booking keeps its GPUs from others for a limited
// time, and its owner may not use them before approval. `upcoming`, `running` and `finished` are
// computed from the clock at each read, never stored.
#pragma once

#include "domain/kernel/aggregate.hpp"
#include "domain/kernel/command.hpp"
#include "domain/kernel/context.hpp"
#include "domain/kernel/event.hpp"
#include "domain/kernel/ids.hpp"
#include "domain/kernel/result.hpp"
#include "domain/kernel/sealed.hpp"
#include "domain/kernel/shared_map.hpp"
#include "domain/reservation/idle.hpp"
#include "domain/reservation/reminder.hpp"
#include "domain/rules/enforcement.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dibs::people {
struct Aggregate;
}

namespace dibs::reservation {

// Merges two ascending lists without duplicates.
[[nodiscard]] std::vector<GpuId> either(const std::vector<GpuId>& a, const std::vector<GpuId>& b);

// A running booking replaced an unusable GPU.
struct Move {
    GpuId from;
    GpuId to;
    Instant at;
    friend bool operator==(const Move&, const Move&) = default;
};
using Moves = std::vector<Move>;  // in order of time

struct Booking {
    ReservationId id;
    PersonId owner;
    std::vector<GpuId> gpus;  // ascending, without duplicates
    Interval when;
    Personal<std::string> title;
    std::optional<enforcement::Protection> protection{};  // none: as the site's rules say
    std::optional<Moves> moves{};                         // none, or at least one move
    std::optional<std::string> project{};  // the project in its normal form (text.hpp)
    friend bool operator==(const Booking&, const Booking&) = default;
};

// When the booking has each GPU: those in `gpus` to its end, replaced ones until their move.
struct Stay {
    GpuId gpu;
    Interval when;
};
[[nodiscard]] std::vector<Stay> stays_of(const std::vector<GpuId>& gpus, const Interval& when,
                                         const std::optional<Moves>& moves);

// commands
struct Book {
    static constexpr std::string_view type = "reservation.book";
    ReservationId id;
    PersonId owner;
    std::vector<GpuId> gpus;
    Interval when;
    Personal<std::string> title;
    std::optional<enforcement::Protection> protection{};
    std::optional<std::string> project{};
};
struct Change {
    static constexpr std::string_view type = "reservation.change";
    ReservationId id;
    std::optional<Version> expected{};
    std::optional<std::vector<GpuId>> gpus{};
    std::optional<Instant> from{};
    std::optional<Instant> until{};
    std::optional<Personal<std::string>> title{};
    std::optional<std::optional<enforcement::Protection>> protection{};  // empty: as the rules say
    std::optional<std::optional<std::string>> project{};                 // empty: no project
};
struct Cancel {  // releases a running one
    static constexpr std::string_view type = "reservation.cancel";
    ReservationId id;
    std::optional<Version> expected{};
};
struct Release {
    static constexpr std::string_view type = "reservation.release";
    ReservationId id;
    std::optional<Version> expected{};
};
struct Reinstate {  // a cancelled or suspended one
    static constexpr std::string_view type = "reservation.reinstate";
    ReservationId id;
    std::optional<Version> expected{};
};
struct Approve {  // a waiting one
    static constexpr std::string_view type = "reservation.approve";
    ReservationId id;
    std::optional<Version> expected{};
};
struct Decline {
    static constexpr std::string_view type = "reservation.decline";
    ReservationId id;
    std::optional<Version> expected{};
    Personal<std::string> reason;
};
using Command = CommandOf<Book, Change, Cancel, Release, Reinstate, Approve, Decline, Keep,
                          ReportIdle, ReportInUse, ReportTold>;

// events; each has all its subjects, so a reader needs no other event
struct Booked {
    static constexpr std::string_view type = "reservation.booked.v1";
    static constexpr std::string_view description = "GPUs were booked for an interval.";
    static constexpr Audience audience() { return Audience::everyone; }
    [[nodiscard]] Subjects subjects() const {
        return about(booking.id, booking.owner, booking.gpus, hosts);
    }
    [[nodiscard]] KeyOwner key_owner() const { return booking.owner; }
    Booking booking;
    std::vector<HostId> hosts{};  // of its GPUs, ascending, as in every event here
};
struct Changed {
    static constexpr std::string_view type = "reservation.changed.v1";
    static constexpr std::string_view description =
        "A booking was changed: as it is now, and what it had before.";
    static constexpr Audience audience() { return Audience::everyone; }
    [[nodiscard]] Subjects subjects() const {
        return about(booking.id, booking.owner, either(booking.gpus, gpus_before), hosts);
    }
    [[nodiscard]] KeyOwner key_owner() const { return booking.owner; }
    Booking booking;
    std::vector<GpuId> gpus_before{};
    Interval when_before{};
    std::vector<HostId> hosts{};  // of its GPUs before and after
};
struct Cancelled {
    static constexpr std::string_view type = "reservation.cancelled.v1";
    static constexpr std::string_view description = "A booking was cancelled before it began.";
    static constexpr Audience audience() { return Audience::everyone; }
    [[nodiscard]] Subjects subjects() const { return about(id, owner, gpus, hosts); }
    ReservationId id;
    PersonId owner;
    std::vector<GpuId> gpus{};
    Interval when{};
    std::vector<HostId> hosts{};
};
struct Released {
    static constexpr std::string_view type = "reservation.released.v1";
    static constexpr std::string_view description =
        "A running booking was given back before its end.";
    static constexpr Audience audience() { return Audience::everyone; }
    [[nodiscard]] Subjects subjects() const { return about(id, owner, gpus, hosts); }
    ReservationId id;
    PersonId owner;
    std::vector<GpuId> gpus{};
    Interval when{};  // the booked interval
    Instant at;       // when it was released
    std::vector<HostId> hosts{};
};
struct Reinstated {
    static constexpr std::string_view type = "reservation.reinstated.v1";
    static constexpr std::string_view description = "A cancelled booking holds again.";
    static constexpr Audience audience() { return Audience::everyone; }
    [[nodiscard]] Subjects subjects() const {
        return about(booking.id, booking.owner, booking.gpus, hosts);
    }
    [[nodiscard]] KeyOwner key_owner() const { return booking.owner; }
    Booking booking;
    std::vector<HostId> hosts{};
};
// Why a booking lost its right to the GPUs.
enum class Reason { no_grant, person_disabled };
struct Suspended {
    static constexpr std::string_view type = "reservation.suspended.v1";
    static constexpr std::string_view description =
        "A booking lost its grant before it began: it holds nothing until it is revived.";
    static constexpr Audience audience() { return Audience::everyone; }
    [[nodiscard]] Subjects subjects() const { return about(id, owner, gpus, hosts); }
    ReservationId id;
    PersonId owner;
    std::vector<GpuId> gpus{};
    Interval when{};
    std::vector<HostId> hosts{};
    Reason why{};
};
struct Revived {
    static constexpr std::string_view type = "reservation.revived.v1";
    static constexpr std::string_view description =
        "A suspended booking may be again and its slot was free: it holds again.";
    static constexpr Audience audience() { return Audience::everyone; }
    [[nodiscard]] Subjects subjects() const {
        return about(booking.id, booking.owner, booking.gpus, hosts);
    }
    [[nodiscard]] KeyOwner key_owner() const { return booking.owner; }
    Booking booking;
    std::vector<HostId> hosts{};
};
struct Requested {
    static constexpr std::string_view type = "reservation.requested.v1";
    static constexpr std::string_view description =
        "A booking waits for approval, and keeps its slot for so long.";
    static constexpr Audience audience() { return Audience::everyone; }
    [[nodiscard]] Subjects subjects() const {
        return about(booking.id, booking.owner, booking.gpus, hosts);
    }
    [[nodiscard]] KeyOwner key_owner() const { return booking.owner; }
    Booking booking;
    Instant held_until;
    std::vector<HostId> hosts{};
};
struct Approved {
    static constexpr std::string_view type = "reservation.approved.v1";
    static constexpr std::string_view description = "A booking was approved: it holds.";
    static constexpr Audience audience() { return Audience::everyone; }
    [[nodiscard]] Subjects subjects() const {
        return about(booking.id, booking.owner, booking.gpus, hosts);
    }
    [[nodiscard]] KeyOwner key_owner() const { return booking.owner; }
    Booking booking;
    std::vector<HostId> hosts{};
};
struct Declined {
    static constexpr std::string_view type = "reservation.declined.v1";
    static constexpr std::string_view description = "A booking was not approved.";
    static constexpr Audience audience() { return Audience::everyone; }
    [[nodiscard]] Subjects subjects() const { return about(id, owner, gpus, hosts); }
    [[nodiscard]] KeyOwner key_owner() const { return owner; }
    ReservationId id;
    PersonId owner;
    std::vector<GpuId> gpus{};
    Interval when{};
    std::vector<HostId> hosts{};
    Personal<std::string> reason{};
};
struct Lapsed {
    static constexpr std::string_view type = "reservation.lapsed.v1";
    static constexpr std::string_view description =
        "A booking was neither approved nor declined in time: it holds nothing any more.";
    static constexpr Audience audience() { return Audience::everyone; }
    [[nodiscard]] Subjects subjects() const { return about(id, owner, gpus, hosts); }
    ReservationId id;
    PersonId owner;
    std::vector<GpuId> gpus{};
    Interval when{};
    std::vector<HostId> hosts{};
};
using Event =
    EventOf<Booked, Changed, Cancelled, Released, Reinstated, Suspended, Revived, Requested,
            Approved, Declined, Lapsed, Idled, IdleTold, Kept, IdleEnded, Reminded>;

// `suspended` is not final: the booking holds no GPUs and may be revived. `pending` is not final
// either: the booking waits for approval.
enum class Ending { none, cancelled, released, suspended, pending, declined, lapsed };

// True if it holds its GPUs, or held them.
[[nodiscard]] constexpr bool holds_time(Ending ending) {
    return ending == Ending::none || ending == Ending::released || ending == Ending::pending;
}

struct Held {
    static constexpr std::string_view row = "reservation";
    [[nodiscard]] KeyOwner key_owner() const { return booking.owner; }
    Booking booking;
    Version version = 1;
    Ending ending = Ending::none;
    std::optional<Instant> held_until{};     // of a pending one
    bool approved = false;                   // in its present form
    std::optional<Idle> idle{};              // of an idle one
    std::optional<Instant> kept_until{};     // no idle checks until then
    std::optional<Unreminded> unreminded{};  // while it holds GPUs
};

// Live bookings of one GPU never overlap, so start and end give the same order.
using Timeline = SharedMap<Instant, ReservationId>;  // by end
using Upcoming = SharedSet<std::pair<Instant, ReservationId>>;

struct State {
    SharedMap<ReservationId, Held> all;
    SharedMap<GpuId, Timeline> live;                         // derived; no timeline is empty
    SharedMap<PersonId, SharedSet<ReservationId>> by_owner;  // derived; no set is empty
    Upcoming waiting;  // derived: pending bookings, by held_until
    Upcoming starts;   // derived: those with no reminder of their start yet
    Upcoming ends;     // the same for their end
};

struct Aggregate {
    static constexpr std::string_view name = "reservations";
    using State = reservation::State;
    using Command = reservation::Command;
    using Event = reservation::Event;
    struct Part {
        State reservations;
    };
    static State& of(Part& part) { return part.reservations; }
    static const State& of(const Part& part) { return part.reservations; }

    using Rows = List<Held>;
    template <class Visit>
    static void each_row(const State& state, Visit&& visit) {
        for (const auto& [id, held] : state.all) visit(held);
    }

    // Pending bookings lapse if no person approved them in time. Owners get their reminders.
    using DueAfter = List<Aggregate, people::Aggregate>;
    [[nodiscard]] static std::vector<Event> due(const World& world, const Context& context);
    static std::optional<Instant> next_due(const World& world, Instant now);
};

// The live booking of this GPU that ends first after that instant; null if none.
[[nodiscard]] const Held* current_or_next(const State& state, GpuId gpu, Instant at);
// The booking whose owner may use this GPU at that instant; null if none.
[[nodiscard]] const Held* holder(const State& state, GpuId gpu, Instant at);
// The end of a booking of this GPU by this person within that time. Nothing if no such booking
// ended.
[[nodiscard]] std::optional<Instant> last_booking_end(const State& state, GpuId gpu,
                                                      PersonId person, const Interval& within);

[[nodiscard]] State evolve(State state, const Event& event);
// Applies the time of an event. The world calls it after each evolve (reminder_rules.cpp).
void note_time(State& state, const Event& event, Instant at);
void restore(State& state, Held row);
// Removes bookings that ended before `past`: no decision needs them. The read models keep them.
[[nodiscard]] State forget(State state, Instant past);
[[nodiscard]] Result<std::vector<Event>> decide(const World& world, const Command& command,
                                                const Context& context);

}  // namespace dibs::reservation
