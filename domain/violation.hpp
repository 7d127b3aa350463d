// Violations: a process on a GPU whose booking is somebody else's. Opened and closed as time
// passes (`due`, once a second), so that it does not matter whether the process came, the booking
// began, or the person was added last. Its owner or an admin may excuse one; it then stays silent
// until that process and that booking no longer meet.
#pragma once

#include "domain/context.hpp"
#include "domain/fleet.hpp"
#include "domain/ids.hpp"
#include "domain/people.hpp"
#include "domain/reservation.hpp"
#include "domain/result.hpp"

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace dibs::violation {

// commands
struct Excuse {
    ViolationId id;
    std::string reason;
};
using Command = std::variant<Excuse>;

// events
struct Opened {
    static constexpr std::string_view type = "violation.opened.v1";
    ViolationId id;
    ProcessId process;
    GpuId gpu;
    ReservationId reservation;
    std::string unix_name;  // the intruder's account on the host
};
struct Excused {
    static constexpr std::string_view type = "violation.excused.v1";
    ViolationId id;
    std::string reason;
};
struct Closed {
    static constexpr std::string_view type = "violation.closed.v1";
    ViolationId id;
};
using Event = std::variant<Opened, Excused, Closed>;

struct Open {
    Opened opened;
    bool excused = false;
};
struct State {
    std::map<ViolationId, Open> open;
    std::map<std::pair<ProcessId, ReservationId>, ViolationId> by_meeting;
};

struct Surroundings {
    const fleet::State& fleet;
    const people::State& people;
    const reservation::State& reservations;
};

[[nodiscard]] State evolve(State state, const Event& event);
// What now is a violation and was not, and the other way round.
[[nodiscard]] std::vector<Event> due(const State& state, const Surroundings& around, Instant now);
[[nodiscard]] Result<std::vector<Event>> decide(const State& state, const Surroundings& around,
                                                const Command& command, const Context& context);

}  // namespace dibs::violation
