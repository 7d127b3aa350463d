// Reservations: the promise that for an interval some GPUs are one person's. One booking may span
// GPUs and hosts, and is one thing: booked, changed, cancelled, released all or nothing. No two
// live bookings ever overlap on a GPU, nor on GPUs that share silicon. The past is immutable. Where
// the only grants that let somebody book ask for approval, the booking waits for it: it keeps its
// slot from others for a while, and is nobody's to use before it is approved.
// `upcoming`, `running` and `finished` are computed from the clock when read, never stored.
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

// Two ascending lists as one, each member once.
[[nodiscard]] std::vector<GpuId> either(const std::vector<GpuId>& a, const std::vector<GpuId>& b);

// A running booking gave up a GPU that was of no use for another one.
struct Move {
    GpuId from;
    GpuId to;
    Instant at;
    friend bool operator==(const Move&, const Move&) = default;
};
using Moves = std::vector<Move>;  // in the order of time

struct Booking {
    ReservationId id;
    PersonId owner;
    std::vector<GpuId> gpus;  // ascending, each once
    Interval when;
    Personal<std::string> title;
    std::optional<enforcement::Protection> protection{};  // none: as the site's rules have it
    std::optional<Moves> moves{};                         // none, or at least one
    std::optional<std::string> project{};                 // what it is for, in one form (text.hpp)
    friend bool operator==(const Booking&, const Booking&) = default;
};

// When it has which GPU: each of `gpus` to its end, and those that it gave up until then.
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
    std::optional<std::optional<enforcement::Protection>>
        protection{};                                     // empty: as the rules have it
    std::optional<std::optional<std::string>> project{};  // empty: none any more
};
struct Cancel {  // of a running one: release
    static constexpr std::string_view type = "reservation.cancel";
    ReservationId id;
    std::optional<Version> expected{};
};
struct Release {
    static constexpr std::string_view type = "reservation.release";
    ReservationId id;
    std::optional<Version> expected{};
};
struct Reinstate {  // what was cancelled, or is suspended
    static constexpr std::string_view type = "reservation.reinstate";
    ReservationId id;
    std::optional<Version> expected{};
};
struct Approve {  // what waits for it
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

// events; each says whom and what it concerns, so that a reader needs no other
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
    Interval when{};  // as it was booked
    Instant at;       // when it was given back
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
// Why a booking lost what it rested on.
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

// `suspended` is no end: it may come back, and holds nothing till then. `pending` neither: it waits
// for approval.
enum class Ending { none, cancelled, released, suspended, pending, declined, lapsed };

// Whether it keeps its GPUs from others, or has kept them.
[[nodiscard]] constexpr bool holds_time(Ending ending) {
    return ending == Ending::none || ending == Ending::released || ending == Ending::pending;
}

struct Held {
    static constexpr std::string_view row = "reservation";
    [[nodiscard]] KeyOwner key_owner() const { return booking.owner; }
    Booking booking;
    Version version = 1;
    Ending ending = Ending::none;
    std::optional<Instant> held_until{};     // while it is pending
    bool approved = false;                   // as it was asked for
    std::optional<Idle> idle{};              // while nothing uses it
    std::optional<Instant> kept_until{};     // so long nobody asks whether it is used
    std::optional<Unreminded> unreminded{};  // while it holds
};

// Live bookings of one GPU never overlap, so they are in the same order by start and by end.
using Timeline = SharedMap<Instant, ReservationId>;  // by end
using Upcoming = SharedSet<std::pair<Instant, ReservationId>>;

struct State {
    SharedMap<ReservationId, Held> all;
    SharedMap<GpuId, Timeline> live;                         // derived; none is empty
    SharedMap<PersonId, SharedSet<ReservationId>> by_owner;  // derived; none is empty
    Upcoming waiting;                                        // derived: the pending, by held_until
    Upcoming starts;  // derived: of which their owner was not reminded
    Upcoming ends;    // the same
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

    // What nobody approved in time lapses; what comes soon is said to its owner, as they prefer.
    using DueAfter = List<Aggregate, people::Aggregate>;
    [[nodiscard]] static std::vector<Event> due(const World& world, const Context& context);
    static std::optional<Instant> next_due(const World& world, Instant now);
};

// The live booking of this GPU that ends first after that instant; null if none.
[[nodiscard]] const Held* current_or_next(const State& state, GpuId gpu, Instant at);
// The booking whose owner may use this GPU at that instant; null if none.
[[nodiscard]] const Held* holder(const State& state, GpuId gpu, Instant at);
// When a booking of this GPU by this person ended, in that time; none: none did.
[[nodiscard]] std::optional<Instant> left_at(const State& state, GpuId gpu, PersonId person,
                                             const Interval& within);

[[nodiscard]] State evolve(State state, const Event& event);
// What follows from when that was: called behind each evolve by the world (reminder_rules.cpp).
void note_time(State& state, const Event& event, Instant at);
void restore(State& state, Held row);
// Drops what ended before `past`: no decision needs it any more. The read models keep it.
[[nodiscard]] State forget(State state, Instant past);
[[nodiscard]] Result<std::vector<Event>> decide(const World& world, const Command& command,
                                                const Context& context);

}  // namespace dibs::reservation
