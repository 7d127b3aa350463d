// Violations: a process where it should not be. Opened and closed as time passes (`due`), so that
// it does not matter whether the process came, the booking began, or the person was added last. The
// holder of the slot or an admin may excuse one, and take that back. An excuse is for all that an
// account runs into one booking (a training has eight processes), also for what comes later, while
// one of them is open. While it lasts the steps of the rules are taken, for all of them together.
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
    intruder,        // on a GPU that somebody else has booked
    unbooked,        // on a GPU that nobody has booked, where the rules forbid it
    wrong_gpu,       // either of these, by somebody who holds others on the same host
    unknown_person,  // either of these, by nobody knows whom: an account that nobody on Dibs has,
                     // or a container of which nobody can say who started it
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
    // Its account is only what the image of a container says: it accuses nobody, and `person` is
    // none. Absent: it is its own.
    std::optional<bool> starter_unknown{};
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
// What counts as a violation on a host, or for the members of a group, in place of the site's rule.
struct SetLevel {
    static constexpr std::string_view type = "violation.set_level";
    std::optional<HostId> host{};  // one of the two
    std::optional<GroupId> group{};
    std::optional<rules::ViolationLevel> level{};  // none: as the site has it
};
// What came of a step, by who took it (ops/react).
enum class Outcome {
    done,
    dry_run,    // all was checked and nothing done
    no_target,  // no terminal, no address, no such process any more
    failed,
    skipped,     // a mail, where the site sends none: it is set so, and nothing went wrong
    not_needed,  // it was over or excused before the step's turn came
    not_told,    // a stop that is held: its people could not be told before
};
struct ReportStep {
    static constexpr std::string_view type = "violation.report_step";
    std::vector<Violation> violations;  // as the step had them
    enforcement::Step step;
    Outcome outcome{};
    std::int64_t count = 0;                 // of terminals, letters or processes
    std::string words{};                    // why it failed; printable, bounded
    std::optional<Instant> escalated_at{};  // which time it was taken
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
    std::optional<Instant> since{};  // from when on its steps are counted
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
struct KindChanged {  // its person got a booking, an account, or lost one
    static constexpr std::string_view type = "violation.kind_changed.v1";
    static constexpr std::string_view description = "A violation is of another kind now.";
    static constexpr Audience audience() { return Audience::everyone; }
    [[nodiscard]] Subjects subjects() const { return violation.subjects(); }
    [[nodiscard]] KeyOwner key_owner() const { return violation.key_owner(); }
    Violation violation;  // as it is now
    Kind before{};
};
struct Escalated {  // what is to be done is done by ops/react, and reported as effects
    static constexpr std::string_view type = "violation.escalated.v1";
    static constexpr std::string_view description =
        "A violation lasts, and the next step against it is taken.";
    static constexpr Audience audience() { return Audience::everyone; }
    [[nodiscard]] Subjects subjects() const;
    [[nodiscard]] KeyOwner key_owner() const { return violations.front().key_owner(); }
    std::vector<Violation> violations;  // of one group, at least one
    enforcement::Step step;
    Instant at;
    std::optional<enforcement::StopMode> stop_mode{};  // of a step that stops
    // Of one that tells: when the processes are stopped if they go on; none: they are not.
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
    std::optional<Instant> at{};            // when it was known
    std::optional<Instant> escalated_at{};  // of a step that was taken more than once: which time
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
struct ExcuseWithdrawn {  // its steps begin anew
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

// One for each process and reservation it runs into.
using Key = std::pair<ProcessId, std::optional<ReservationId>>;
[[nodiscard]] inline Key key_of(const Violation& violation) {
    return {violation.process, violation.reservation};
}

// What is excused, told and shown as one: all that an account runs into a booking; where nobody has
// booked, all that it runs on a host. What is its own and what only containers say is apart.
using Group = std::tuple<std::optional<ReservationId>, std::optional<HostId>, std::string, bool>;
[[nodiscard]] Group group_of(const Violation& violation);

struct Excusal {
    std::optional<PersonId> by{};
    std::string reason;
};
// A step, and what came of it: a stop waits until its people were told.
struct Taken {
    enforcement::Step step;
    Instant at;
    std::optional<Outcome> outcome{};  // none: it is on its way
    std::optional<Instant> acted_at{};
    std::optional<Instant> stops_at{};  // as it said to whom it told; none: it spoke of no stop
};
struct Open {
    static constexpr std::string_view row = "violation";
    [[nodiscard]] KeyOwner key_owner() const { return violation.key_owner(); }
    Violation violation;
    std::optional<Excusal> excusal{};
    Instant since{};             // its steps are counted from then
    std::vector<Taken> taken{};  // in the order of time
};
// What a group came to that is over: who comes back soon goes on where they were.
struct Left {
    static constexpr std::string_view row = "violation_left";
    [[nodiscard]] KeyOwner key_owner() const { return violation.key_owner(); }
    Violation violation;  // the last of it
    Instant since{};
    Instant at;  // when it was over
    std::vector<Taken> taken{};
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
    std::map<Group, std::set<ViolationId>> by_group;  // derived: the open ones; none is empty
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
    // What now is a violation and was not, the other way round, and the steps whose time has come.
    static std::vector<Event> due(const World& world, const Context& context);
    // When the next booking of a GPU with processes begins or ends, or the next step is due.
    static std::optional<Instant> next_due(const World& world, Instant now);
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
