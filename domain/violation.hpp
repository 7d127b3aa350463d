// Violations: a process where it should not be. Opened and closed as time passes (`due`), so that
// it does not matter whether the process came, the booking began, or the person was added last. The
// holder of the slot or an admin may excuse one, and take that back. An excuse is for all that an
// account runs into one booking (a training has eight processes), also for what comes later, while
// one of them is open.
#pragma once

#include "domain/aggregate.hpp"
#include "domain/context.hpp"
#include "domain/event.hpp"
#include "domain/fleet.hpp"
#include "domain/ids.hpp"
#include "domain/people.hpp"
#include "domain/reservation.hpp"
#include "domain/result.hpp"
#include "domain/rules.hpp"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <variant>
#include <vector>

namespace dibs::violation {

enum class Kind {
    intruder,  // on a GPU that somebody else has booked
    unbooked,  // on a GPU that nobody has booked, where the rules forbid it
};

// What it is about, and all that its readers ask for. One process on several GPUs of one booking is
// one violation.
struct Violation {
    ViolationId id;
    Kind kind{};
    ProcessId process;
    HostId host;
    std::vector<GpuId> gpus;                     // that it uses against the rules, ascending
    std::optional<ReservationId> reservation{};  // that it runs into
    std::optional<PersonId> owner{};             // of the reservation
    std::string unix_name;                       // the account on the host
    std::optional<PersonId> person{};            // who has that name on Dibs
    friend bool operator==(const Violation&, const Violation&) = default;

    [[nodiscard]] KeyOwner key_owner() const { return fleet::key_owner_of(person, unix_name); }
    [[nodiscard]] Subjects subjects() const {
        return about(id, person, reservation, owner, gpus, host, process);
    }
};

// commands
struct Excuse {  // with all of its group
    static constexpr std::string_view type = "violation.excuse";
    ViolationId id;
    std::string reason;
};
struct WithdrawExcuse {  // of all of its group
    static constexpr std::string_view type = "violation.withdraw_excuse";
    ViolationId id;
};
using Command = std::variant<Excuse, WithdrawExcuse>;

// events
struct Opened {
    static constexpr std::string_view type = "violation.opened.v1";
    static constexpr std::string_view description = "A process runs where it should not.";
    static constexpr Audience audience() { return Audience::everyone; }
    [[nodiscard]] Subjects subjects() const { return violation.subjects(); }
    [[nodiscard]] KeyOwner key_owner() const { return violation.key_owner(); }
    Violation violation;
};
struct GpusChanged {  // the process took or left a GPU
    static constexpr std::string_view type = "violation.gpus_changed.v1";
    static constexpr std::string_view description =
        "The process of a violation took or left a GPU.";
    static constexpr Audience audience() { return Audience::everyone; }
    [[nodiscard]] Subjects subjects() const { return violation.subjects(); }
    [[nodiscard]] KeyOwner key_owner() const { return violation.key_owner(); }
    Violation violation;  // as it is now
};
struct Excused {
    static constexpr std::string_view type = "violation.excused.v1";
    static constexpr std::string_view description = "A violation was excused.";
    static constexpr Audience audience() { return Audience::everyone; }
    [[nodiscard]] Subjects subjects() const { return violation.subjects(); }
    [[nodiscard]] KeyOwner key_owner() const { return violation.key_owner(); }
    Violation violation;
    std::string reason;
    std::optional<PersonId> by{};  // of one that joined an excused group: who excused that
};
struct ExcuseWithdrawn {
    static constexpr std::string_view type = "violation.excuse_withdrawn.v1";
    static constexpr std::string_view description = "The excuse of a violation was taken back.";
    static constexpr Audience audience() { return Audience::everyone; }
    [[nodiscard]] Subjects subjects() const { return violation.subjects(); }
    [[nodiscard]] KeyOwner key_owner() const { return violation.key_owner(); }
    Violation violation;
};
struct Closed {
    static constexpr std::string_view type = "violation.closed.v1";
    static constexpr std::string_view description = "A violation is over.";
    static constexpr Audience audience() { return Audience::everyone; }
    [[nodiscard]] Subjects subjects() const { return violation.subjects(); }
    [[nodiscard]] KeyOwner key_owner() const { return violation.key_owner(); }
    Violation violation;
};
using Event = std::variant<Opened, GpusChanged, Excused, ExcuseWithdrawn, Closed>;

// One for each process, kind, and reservation it runs into.
using Key = std::tuple<ProcessId, Kind, std::optional<ReservationId>>;

// What is excused as one, and shown as one: all that an account runs into a booking; where nobody
// has booked, all that it runs on a host.
using Group = std::tuple<Kind, std::optional<ReservationId>, std::optional<HostId>, std::string>;
[[nodiscard]] Group group_of(const Violation& violation);

struct Excusal {
    std::optional<PersonId> by{};
    std::string reason;
};
struct Open {
    static constexpr std::string_view row = "violation";
    [[nodiscard]] KeyOwner key_owner() const { return violation.key_owner(); }
    Violation violation;
    std::optional<Excusal> excusal{};
};
struct State {
    std::map<ViolationId, Open> open;
    std::map<Key, ViolationId> by_key;
};

struct Aggregate {
    static constexpr std::string_view name = "violations";
    using State = violation::State;
    using Command = violation::Command;
    using Event = violation::Event;
    struct Part {
        State violations;
    };
    static State& of(Part& part) { return part.violations; }
    static const State& of(const Part& part) { return part.violations; }

    using Rows = List<Open>;
    template <class Visit>
    static void each_row(const State& state, Visit&& visit) {
        for (const auto& [id, open] : state.open) visit(open);
    }

    using DueAfter = List<fleet::Aggregate, reservation::Aggregate, people::Aggregate,
                          rules::Aggregate, Aggregate>;
    // What now is a violation and was not, and the other way round.
    static std::vector<Event> due(const World& world, const Context& context);
    // When the next booking of a GPU with processes begins or ends.
    static std::optional<Instant> next_due(const World& world, Instant now);
};

[[nodiscard]] State evolve(State state, const Event& event);
void restore(State& state, Open row);
[[nodiscard]] Result<std::vector<Event>> decide(const World& world, const Command& command,
                                                const Context& context);

}  // namespace dibs::violation
