// Violations: processes that run against the rules. They open and close as time passes (`due`), so
// the order of process, booking and account does not matter. The holder of the booking or an admin
// may excuse one, and withdraw the excuse. An excuse covers all processes of an account in one
// booking (a training has eight processes), including later ones, while one of them is open. While
// a violation lasts, Dibs takes the steps of the rules, for the whole group together.
#pragma once

#include "domain/access/group.hpp"
#include "domain/fleet/fleet.hpp"
#include "domain/kernel/aggregate.hpp"
#include "domain/kernel/command.hpp"
#include "domain/kernel/context.hpp"
#include "domain/kernel/event.hpp"
#include "domain/kernel/ids.hpp"
#include "domain/kernel/result.hpp"
#include "domain/people/people.hpp"
#include "domain/reservation/reservation.hpp"
#include "domain/rules/enforcement.hpp"
#include "domain/rules/rules.hpp"
#include "domain/violation/step_state.hpp"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace dibs::violation {

enum class Kind {
    intruder,   // on a GPU that another person has booked
    unbooked,   // on a GPU without a booking, where the rules forbid it
    wrong_gpu,  // either of these, by a person who holds other GPUs on the same host
    // Either of these, by an account without a person on Dibs, or in a container of unknown
    // starter.
    unknown_person,
};

// The subject of a violation, with everything that its readers need. One process on several GPUs of
// one booking is one violation.
struct Violation {
    ViolationId id;
    Kind kind{};
    ProcessId process;
    HostId host;
    std::vector<GpuId> gpus;  // the GPUs that it uses against the rules, ascending
    std::optional<ReservationId> reservation{};  // the reservation that it violates
    std::optional<PersonId> owner{};             // of the reservation
    std::string unix_name;                       // the account on the host
    std::optional<PersonId> person{};            // the person on Dibs with that name
    // True if the account comes from a container's image. Then it identifies no person, and
    // `person` is none. Absent: the account is the real one.
    std::optional<bool> starter_unknown{};
    friend bool operator==(const Violation&, const Violation&) = default;

    [[nodiscard]] KeyOwner key_owner() const { return fleet::key_owner_of(person, unix_name); }
    [[nodiscard]] Subjects subjects() const {
        return about(id, person, reservation, owner, gpus, host, process);
    }
};

// commands
struct Excuse {  // applies to the whole group
    static constexpr std::string_view type = "violation.excuse";
    ViolationId id;
    std::string reason;
};
struct WithdrawExcuse {  // applies to the whole group
    static constexpr std::string_view type = "violation.withdraw_excuse";
    ViolationId id;
};
// Replaces the site's rule for violations on a host, or for the members of a group.
struct SetLevel {
    static constexpr std::string_view type = "violation.set_level";
    std::optional<HostId> host{};  // exactly one of the two
    std::optional<GroupId> group{};
    std::optional<rules::ViolationLevel> level{};  // none: as the site's rules say
};
struct ReportStep {  // from the reactor of the step
    static constexpr std::string_view type = "violation.report_step";
    std::vector<Violation> violations;  // in the form that the step had
    enforcement::Step step;
    Outcome outcome{};
    std::int64_t count = 0;                 // of terminals, letters or processes
    std::string words{};                    // the reason of a failure; printable, bounded
    std::optional<Instant> escalated_at{};  // identifies the step if it was taken more than once
};
using Command = CommandOf<Excuse, WithdrawExcuse, SetLevel, ReportStep>;

// events
struct ViolationOpened {
    static constexpr std::string_view type = "violation.opened.v1";
    static constexpr std::string_view description = "A process runs where it should not.";
    static constexpr Audience audience() { return Audience::everyone; }
    [[nodiscard]] Subjects subjects() const { return violation.subjects(); }
    [[nodiscard]] KeyOwner key_owner() const { return violation.key_owner(); }
    Violation violation;
    std::optional<Instant> since{};  // its steps count from then
};
struct GpusChanged {  // the process took or left a GPU
    static constexpr std::string_view type = "violation.gpus_changed.v1";
    static constexpr std::string_view description =
        "The process of a violation took or left a GPU.";
    static constexpr Audience audience() { return Audience::everyone; }
    [[nodiscard]] Subjects subjects() const { return violation.subjects(); }
    [[nodiscard]] KeyOwner key_owner() const { return violation.key_owner(); }
    Violation violation;  // in its new form
};
struct KindChanged {  // its person got or lost a booking or an account
    static constexpr std::string_view type = "violation.kind_changed.v1";
    static constexpr std::string_view description = "A violation is of another kind now.";
    static constexpr Audience audience() { return Audience::everyone; }
    [[nodiscard]] Subjects subjects() const { return violation.subjects(); }
    [[nodiscard]] KeyOwner key_owner() const { return violation.key_owner(); }
    Violation violation;  // in its new form
    Kind before{};
};
struct Escalated {  // ops/react carries out the step, and reports effects
    static constexpr std::string_view type = "violation.escalated.v1";
    static constexpr std::string_view description =
        "A violation lasts, and the next step against it is taken.";
    static constexpr Audience audience() { return Audience::everyone; }
    [[nodiscard]] Subjects subjects() const;
    [[nodiscard]] KeyOwner key_owner() const { return violations.front().key_owner(); }
    std::vector<Violation> violations;  // of one group, at least one violation
    enforcement::Step step;
    Instant at;
    std::optional<enforcement::StopMode> stop_mode{};  // only of a `stop` step
    // Only of a step that notifies: when Dibs stops the processes if they continue. None: it does
    // not stop them.
    std::optional<Instant> stops_at{};
};
struct Acted {
    static constexpr std::string_view type = "violation.acted.v1";
    static constexpr std::string_view description = "What came of a step against a violation.";
    static constexpr Audience audience() { return Audience::everyone; }
    [[nodiscard]] Subjects subjects() const;
    [[nodiscard]] KeyOwner key_owner() const { return violations.front().key_owner(); }
    std::vector<Violation> violations;
    enforcement::Step step;
    Outcome outcome{};
    std::int64_t count = 0;
    std::string words{};
    std::optional<Instant> at{};            // when the outcome was known
    std::optional<Instant> escalated_at{};  // identifies the step if it was taken more than once
};
struct Excused {
    static constexpr std::string_view type = "violation.excused.v1";
    static constexpr std::string_view description = "A violation was excused.";
    static constexpr Audience audience() { return Audience::everyone; }
    [[nodiscard]] Subjects subjects() const { return violation.subjects(); }
    [[nodiscard]] KeyOwner key_owner() const { return violation.key_owner(); }
    Violation violation;
    std::string reason;
    // Of a violation that joined an excused group: the person who excused the group.
    std::optional<PersonId> by{};
};
struct ExcuseWithdrawn {  // its steps begin again
    static constexpr std::string_view type = "violation.excuse_withdrawn.v1";
    static constexpr std::string_view description = "The excuse of a violation was taken back.";
    static constexpr Audience audience() { return Audience::everyone; }
    [[nodiscard]] Subjects subjects() const { return violation.subjects(); }
    [[nodiscard]] KeyOwner key_owner() const { return violation.key_owner(); }
    Violation violation;
    std::optional<Instant> at{};
};
struct Closed {
    static constexpr std::string_view type = "violation.closed.v1";
    static constexpr std::string_view description = "A violation is over.";
    static constexpr Audience audience() { return Audience::everyone; }
    [[nodiscard]] Subjects subjects() const { return violation.subjects(); }
    [[nodiscard]] KeyOwner key_owner() const { return violation.key_owner(); }
    Violation violation;
    std::optional<Instant> at{};
};
struct LevelSet {
    static constexpr std::string_view type = "violation.level_set.v1";
    static constexpr std::string_view description =
        "What counts as a violation on a host, or for a group, was set.";
    static constexpr Audience audience() { return Audience::everyone; }
    [[nodiscard]] Subjects subjects() const {
        Subjects subjects;
        subjects.add(host);
        subjects.add(group);
        return subjects;
    }
    std::optional<HostId> host{};
    std::optional<GroupId> group{};
    std::string name;  // of the host or the group
    std::optional<rules::ViolationLevel> level{};
    std::optional<rules::ViolationLevel> before{};
};
using Event = EventOf<ViolationOpened, GpusChanged, KindChanged, Escalated, Acted, Excused,
                      ExcuseWithdrawn, Closed, LevelSet>;

// A violation is unique for its process and reservation.
using Key = std::pair<ProcessId, std::optional<ReservationId>>;
[[nodiscard]] inline Key key_of(const Violation& violation) {
    return {violation.process, violation.reservation};
}

// Violations that are excused, notified and shown as one: all processes of an account in a booking,
// or without a booking on a host. Accounts that come only from a container form a separate group.
using Group = std::tuple<std::optional<ReservationId>, std::optional<HostId>, std::string, bool>;
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
    StepState steps{};
};
// The steps of a group that ended. If it returns soon, its steps continue from there.
struct Left {
    static constexpr std::string_view row = "violation_left";
    [[nodiscard]] KeyOwner key_owner() const { return violation.key_owner(); }
    Violation violation;  // the last one of the group
    Instant at;           // when the group ended
    StepState steps{};
};
inline constexpr Duration memory_of_left = std::chrono::minutes{10};

struct HostLevel {
    static constexpr std::string_view row = "violation_host_level";
    HostId host;
    rules::ViolationLevel level{};
};
struct GroupLevel {
    static constexpr std::string_view row = "violation_group_level";
    GroupId group;
    rules::ViolationLevel level{};
};
struct State {
    std::map<ViolationId, Open> open;
    std::map<Key, ViolationId> by_key;                // derived
    std::map<Group, std::set<ViolationId>> by_group;  // derived: the open ones; no set is empty
    std::map<Group, Left> left;
    std::map<HostId, rules::ViolationLevel> host_levels;
    std::map<GroupId, rules::ViolationLevel> group_levels;
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

    using Rows = List<Open, Left, HostLevel, GroupLevel>;
    template <class Visit>
    static void each_row(const State& state, Visit&& visit) {
        for (const auto& [id, open] : state.open) visit(open);
        for (const auto& [group, left] : state.left) visit(left);
        for (const auto& [host, level] : state.host_levels) visit(HostLevel{host, level});
        for (const auto& [group, level] : state.group_levels) visit(GroupLevel{group, level});
    }

    using DueAfter = List<fleet::Aggregate, reservation::Aggregate, people::Aggregate,
                          group::Aggregate, rules::Aggregate, Aggregate>;
    // New, changed and ended violations.
    static std::vector<Event> due(const World& world, const Context& context);
    // When the next booking of a GPU with processes begins or ends.
    static std::optional<Instant> next_due(const World& world, Instant now);

    // The steps that are due (violation_steps).
    struct SecondDue {
        static constexpr std::string_view name = "violation_steps";
        using DueAfter =
            List<fleet::Aggregate, reservation::Aggregate, rules::Aggregate, Aggregate>;
        static std::vector<Event> due(const World& world, const Context& context);
        static std::optional<Instant> next_due(const World& world, Instant now);
    };
};

[[nodiscard]] State evolve(State state, const Event& event);
void restore(State& state, Open row);
void restore(State& state, Left row);
inline void restore(State& state, HostLevel row) {
    state.host_levels[row.host] = row.level;
}
inline void restore(State& state, GroupLevel row) {
    state.group_levels[row.group] = row.level;
}
[[nodiscard]] Result<std::vector<Event>> decide(const World& world, const Command& command,
                                                const Context& context);

}  // namespace dibs::violation
