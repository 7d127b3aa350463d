// The whole domain in one value: every command, every event, every aggregate's state, and the two
// functions that the writer runs. `decide` names the facts, `evolve` folds them. Both are pure.
//
//   command --decide(world, command, context)--> events --log--> evolve(world, recorded)
#pragma once

#include "domain/answer.hpp"
#include "domain/board.hpp"
#include "domain/context.hpp"
#include "domain/fleet.hpp"
#include "domain/grant.hpp"
#include "domain/people.hpp"
#include "domain/reservation.hpp"
#include "domain/result.hpp"
#include "domain/violation.hpp"

#include <functional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace dibs {

// Time passed: the writer runs it each second. It yields events only when something is due.
struct Tick {};

using Command = std::variant<Tick, reservation::Command, fleet::Command, violation::Command,
                             people::Command, grant::Command, board::Command>;

using Event = std::variant<reservation::Event, fleet::Event, violation::Event, people::Event,
                           grant::Event, board::Event, answer::Event>;

// The dense count of accepted events, from 1: what tables, the API and people see.
using Position = std::int64_t;

// Who caused an event, and how it came in.
struct Origin {
    std::optional<PersonId> actor{};  // none: Dibs itself
    std::string source{};             // the client's address
    std::string request_id{};
    std::string command_key{};  // answer::Key, empty if the client named none
    std::string body_hash{};
    friend bool operator==(const Origin&, const Origin&) = default;
};

// An event as the log keeps it.
struct Recorded {
    Position position = 0;
    Instant at;
    Origin origin;
    Event event;
    bool last_of_command = true;
};

struct World {
    reservation::State reservations;
    fleet::State fleet;
    violation::State violations;
    people::State people;
    grant::State grants;
    board::State boards;
    answer::State answers;
    Instant now;  // the newest stamp folded
    Position position = 0;
};

[[nodiscard]] World evolve(World world, const Recorded& recorded);

// What the passing of time brings to one aggregate; each on its own, so that one that fails does
// not hold the others up.
struct Due {
    std::string_view aggregate;
    std::function<std::vector<Event>(const World&, Instant)> events;
};
[[nodiscard]] std::vector<Due> due_of_each();

[[nodiscard]] Result<std::vector<Event>> decide(const World& world, const Command& command,
                                                const Context& context,
                                                const reservation::Policy& policy);

// "reservation.booked.v1"
[[nodiscard]] std::string_view type_of(const Event& event);
// "reservation.book", "tick"
[[nodiscard]] std::string_view name_of(const Command& command);

}  // namespace dibs
