// Reservations: the promise that for an interval some GPUs are one person's. One booking may span
// GPUs and hosts, and is one thing: booked, changed, cancelled, released all or nothing. No two
// live bookings ever overlap on a GPU, nor on GPUs that share silicon. The past is immutable.
// `upcoming`, `running` and `finished` are computed from the clock when read, never stored.
#pragma once

#include "domain/context.hpp"
#include "domain/fleet.hpp"
#include "domain/grant.hpp"
#include "domain/ids.hpp"
#include "domain/people.hpp"
#include "domain/personal.hpp"
#include "domain/result.hpp"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <variant>
#include <vector>

namespace dibs::reservation {

struct Booking {
    ReservationId id;
    PersonId owner;
    std::vector<GpuId> gpus;  // ascending, each once
    Interval when;
    Personal<std::string> title;
    friend bool operator==(const Booking&, const Booking&) = default;
};

// Counts the changes of one reservation, from 1; the API's ETag. A command may name the version it
// was made for, and is refused if that is not the current one.
using Version = std::int64_t;

// commands
struct Book {
    ReservationId id;
    PersonId owner;
    std::vector<GpuId> gpus;
    Interval when;
    Personal<std::string> title;
};
struct Change {
    ReservationId id;
    std::optional<Version> expected{};
    std::optional<std::vector<GpuId>> gpus{};
    std::optional<Instant> from{};
    std::optional<Instant> until{};
    std::optional<Personal<std::string>> title{};
};
struct Cancel {  // of a running one: release
    ReservationId id;
    std::optional<Version> expected{};
};
struct Release {
    ReservationId id;
    std::optional<Version> expected{};
};
struct Reinstate {
    ReservationId id;
    std::optional<Version> expected{};
};
using Command = std::variant<Book, Change, Cancel, Release, Reinstate>;

// events; those about a booking's shape carry all of it, so that a reader needs no other
struct Booked {
    static constexpr std::string_view type = "reservation.booked.v1";
    Booking booking;
};
struct Changed {
    static constexpr std::string_view type = "reservation.changed.v1";
    Booking booking;
};
struct Cancelled {
    static constexpr std::string_view type = "reservation.cancelled.v1";
    ReservationId id;
};
struct Released {
    static constexpr std::string_view type = "reservation.released.v1";
    ReservationId id;
    Instant at;
};
struct Reinstated {
    static constexpr std::string_view type = "reservation.reinstated.v1";
    Booking booking;
};
using Event = std::variant<Booked, Changed, Cancelled, Released, Reinstated>;

enum class Ending { none, cancelled, released };

struct Held {
    Booking booking;
    Version version = 1;
    Ending ending = Ending::none;
};

// Live bookings of one GPU never overlap, so they are in the same order by start and by end.
using Timeline = std::map<Instant, ReservationId>;  // by end

struct State {
    std::map<ReservationId, Held> all;
    std::map<GpuId, Timeline> live;
};

// Limits an installation may set (configuration: [reservation]).
struct Policy {
    Duration shortest = std::chrono::minutes{30};
    Duration longest = std::chrono::days{8};
    Duration horizon = std::chrono::days{366};
    std::size_t most_gpus = 1024;
};

// What the rules ask of the rest of the world.
struct Surroundings {
    const fleet::State& fleet;
    const people::State& people;
    const grant::State& grants;
    const Policy& policy;
};

// The live booking that holds this GPU at that instant; null if none.
[[nodiscard]] const Held* holder(const State& state, GpuId gpu, Instant at);

[[nodiscard]] State evolve(State state, const Event& event);
// Drops what ended before `past`: no decision needs it any more. The read models keep it.
[[nodiscard]] State forget(State state, Instant past);
[[nodiscard]] Result<std::vector<Event>> decide(const State& state, const Surroundings& around,
                                                const Command& command, const Context& context);

}  // namespace dibs::reservation
