// Views of the record: violations, and the history of all events.
#pragma once

#include "domain/codec/json_writer.hpp"
#include "domain/violation/violation_fields.hpp"
#include "domain/world/world.hpp"
#include "projections/history/sentence_views.hpp"

#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace dibs::views {

enum class ViolationState { open, closed };

struct ViolationProcess {
    ProcessId id;
    std::int64_t pid = 0;
    std::optional<Personal<std::string>> command{};
    std::optional<Instant> started_at{};
    std::optional<Instant> ended_at{};
};

struct Excuse {
    std::optional<PersonId> by{};
    Personal<std::string> by_name;
    Instant at;
    std::string reason;
};

// A step taken against a violation, with its outcome.
struct ViolationStep {
    enforcement::Action action{};
    std::int64_t after_s = 0;
    Instant at;
    std::optional<enforcement::StopMode> stop_mode{};  // only of a stop
    std::optional<violation::Outcome> outcome{};       // none: not known yet
    std::optional<std::int64_t> count{};               // of terminals, mails or processes
    std::optional<std::string> words{};                // why it failed
    std::optional<Instant> acted_at{};
};

struct Violation {
    ViolationId id;
    ViolationState state{};
    violation::Kind kind{};
    std::vector<GpuId> gpus;  // GPUs that the process uses against the rules
    std::string gpu_name;     // all of them: "gpu03:0-3"
    HostId host;
    std::optional<ReservationId> reservation{};  // the booking that the process conflicts with
    std::optional<PersonId> owner{};             // the person who booked the GPUs
    std::optional<Personal<std::string>> owner_name{};
    std::string unix_name;  // the intruder's account
    // True: only a container names that account, and `person` is none. Absent: the process belongs
    // to the account.
    std::optional<bool> starter_unknown{};
    std::optional<PersonId> person{};
    std::optional<Personal<std::string>> person_name{};
    std::vector<ViolationProcess> processes;
    Instant opened_at;
    std::optional<Instant> closed_at{};
    std::optional<Excuse> excused{};
    std::optional<Instant> unknown_since{};  // while open: since when its process is not seen
    std::vector<ViolationStep> steps{};      // ordered by time
    std::optional<Instant> steps_since{};    // the delays of steps count from here
    // the person who sees all of the commands; not in the JSON
    std::optional<PersonId> command_owner{};
};

// What counts as a violation on a host or for a group, in place of the site's rule.
struct ViolationLevel {
    std::optional<HostId> host{};  // either host or group is set
    std::optional<std::string> host_name{};
    std::optional<GroupId> group{};
    std::optional<std::string> group_name{};
    rules::ViolationLevel level{};
    Instant set_at;
    std::optional<PersonId> set_by{};
    std::optional<Personal<std::string>> set_by_name{};
};

struct ViolationFilter {
    std::optional<ViolationState> state{};
    std::vector<GpuId> gpus{};
    std::optional<HostId> host{};
};

// JSON text, written verbatim.
struct RawJson {
    std::string text = "{}";
};
inline void write_json(std::string& out, const RawJson& json) {
    out += json.text;
}

// Names of the subjects of an event, in the order of its JSON. Filters use the bare name; the JSON
// appends `_id`.
template <class AnyId>
struct SubjectName {
    std::string_view text;
};
inline constexpr std::tuple subject_names{
    SubjectName<ReservationId>{"reservation"},
    SubjectName<ViolationId>{"violation"},
    SubjectName<PersonId>{"person"},
    SubjectName<HostId>{"host"},
    SubjectName<GpuId>{"gpu"},
    SubjectName<BoardId>{"board"},
    SubjectName<GroupId>{"group"},
    SubjectName<GrantId>{"grant"},
    SubjectName<FeedId>{"feed"},
    SubjectName<BudgetId>{"budget"},
};

struct Event {
    Position position = 0;
    std::string type;
    Instant time;
    std::optional<PersonId> actor{};
    std::optional<Personal<std::string>> actor_name{};
    std::optional<std::string> source{};
    std::optional<std::string> request_id{};
    // true: it may result from the event before it, in the same command
    std::optional<bool> may_follow{};
    Sentence sentence;    // for people
    Audience audience{};  // not in the JSON
    Subjects subjects{};  // written under their names
    RawJson data;         // the fact as stored, with secrets blanked
};

struct EventFilter {
    std::vector<std::string> types{};  // types, or their first parts up to a dot: "reservation"
    std::vector<Ref> about{};          // subjects, all required; a person may be the actor instead
    std::optional<Instant> from{};     // recorded at or after
    std::optional<Instant> until{};    // recorded before
    Position after = 0;
    bool oldest_first = false;
};

}  // namespace dibs::views

namespace dibs {

template <>
struct Names<views::ViolationState> {
    static constexpr std::array list = {named(views::ViolationState::open, "open"),
                                        named(views::ViolationState::closed, "closed")};
};
template <>
struct Fields<views::ViolationProcess> {
    using T = views::ViolationProcess;
    static constexpr auto list =
        field_list(field("id", &T::id), field("pid", &T::pid), field("command", &T::command),
                   field("started_at", &T::started_at), field("ended_at", &T::ended_at));
};
template <>
struct Fields<views::Excuse> {
    using T = views::Excuse;
    static constexpr auto list = field_list(field("by_id", &T::by), field("by_name", &T::by_name),
                                            field("at", &T::at), field("reason", &T::reason));
};
template <>
struct Fields<views::Violation> {
    using T = views::Violation;
    static constexpr auto list = field_list(
        field("id", &T::id), field("state", &T::state), field("kind", &T::kind),
        field("gpus", &T::gpus), field("gpu_name", &T::gpu_name), field("host_id", &T::host),
        field("reservation_id", &T::reservation), field("owner_id", &T::owner),
        field("owner_name", &T::owner_name), field("unix_name", &T::unix_name),
        field("starter_unknown", &T::starter_unknown), field("person_id", &T::person),
        field("person_name", &T::person_name), field("processes", &T::processes),
        field("opened_at", &T::opened_at), field("closed_at", &T::closed_at),
        field("excused", &T::excused), field("unknown_since", &T::unknown_since),
        field("steps", &T::steps), field("steps_since", &T::steps_since));
};
template <>
struct Fields<views::ViolationStep> {
    using T = views::ViolationStep;
    static constexpr auto list = field_list(
        field("action", &T::action), field("after_s", &T::after_s), field("at", &T::at),
        field("stop_mode", &T::stop_mode), field("outcome", &T::outcome), field("count", &T::count),
        field("words", &T::words), field("acted_at", &T::acted_at));
};
template <>
struct Fields<views::ViolationLevel> {
    using T = views::ViolationLevel;
    static constexpr auto list = field_list(
        field("host_id", &T::host), field("host_name", &T::host_name), field("group_id", &T::group),
        field("group_name", &T::group_name), field("level", &T::level), field("set_at", &T::set_at),
        field("set_by_id", &T::set_by), field("set_by_name", &T::set_by_name));
};
template <>
struct Fields<views::Event> {  // the members before the subjects
    using T = views::Event;
    static constexpr auto list = field_list(
        field("position", &T::position), field("type", &T::type), field("time", &T::time),
        field("actor_id", &T::actor), field("actor_name", &T::actor_name),
        field("source", &T::source), field("request_id", &T::request_id),
        field("may_follow", &T::may_follow), field("sentence", &T::sentence));
};

}  // namespace dibs

namespace dibs::views {

// GPUs are written as a list. A host is written only if it is the only one.
template <class AnyId>
void write_subject(std::string& out, const SubjectName<AnyId>& name, const Subjects& subjects) {
    const auto ids = subjects.all<AnyId>();
    if (ids.empty()) return;
    if constexpr (std::same_as<AnyId, GpuId>) {
        append_member_name(out, false, "gpus");
        dibs::write_json(out, ids);
    } else if (!std::same_as<AnyId, HostId> || ids.size() == 1) {
        append_member_name(out, false, std::string(name.text) + "_id");
        dibs::write_json(out, ids.front());
    }
}

inline void write_json(std::string& out, const Event& event) {
    dibs::write_json<Event>(out, event);
    out.pop_back();  // the closing brace
    std::apply([&](const auto&... name) { (write_subject(out, name, event.subjects), ...); },
               subject_names);
    append_member_name(out, false, "data");
    write_json(out, event.data);
    out += '}';
}

}  // namespace dibs::views
