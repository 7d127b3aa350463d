// The stored format of violation: the names of all fields of its events and commands. They are on
// disks permanently. A change needs a new event type and a step in upcast.cpp.
#pragma once

#include "domain/kernel/fields.hpp"
#include "domain/rules/enforcement_fields.hpp"
#include "domain/rules/rules_fields.hpp"
#include "domain/violation/violation.hpp"

namespace dibs {

template <>
struct Names<violation::Kind> {
    static constexpr std::array list = {named(violation::Kind::intruder, "intruder"),
                                        named(violation::Kind::unbooked, "unbooked"),
                                        named(violation::Kind::wrong_gpu, "wrong_gpu"),
                                        named(violation::Kind::unknown_person, "unknown_person")};
};
template <>
struct Fields<violation::Violation> {
    using T = violation::Violation;
    static constexpr auto list =
        field_list(field("id", &T::id), field("kind", &T::kind), field("process_id", &T::process),
                   field("host_id", &T::host), field("gpus", &T::gpus),
                   field("reservation_id", &T::reservation), field("owner_id", &T::owner),
                   sealed_field("unix_name", &T::unix_name), field("person_id", &T::person),
                   field("starter_unknown", &T::starter_unknown));
};
template <>
struct Fields<violation::Excuse> {
    using T = violation::Excuse;
    static constexpr auto list = field_list(field("id", &T::id), field("reason", &T::reason));
};
template <>
struct Fields<violation::WithdrawExcuse> {
    using T = violation::WithdrawExcuse;
    static constexpr auto list = field_list(field("id", &T::id));
};
template <>
struct Fields<violation::SetLevel> {
    using T = violation::SetLevel;
    static constexpr auto list = field_list(
        field("host_id", &T::host), field("group_id", &T::group), field("level", &T::level));
};
template <>
struct Names<violation::Outcome> {
    using E = violation::Outcome;
    static constexpr std::array list = {
        named(E::done, "done"),           named(E::dry_run, "dry_run"),
        named(E::no_target, "no_target"), named(E::failed, "failed"),
        named(E::skipped, "skipped"),     named(E::not_needed, "not_needed"),
        named(E::not_told, "not_told")};
};
template <>
struct Fields<violation::ReportStep> {
    using T = violation::ReportStep;
    static constexpr auto list =
        field_list(field("violations", &T::violations), field("step", &T::step),
                   field("outcome", &T::outcome), field("count", &T::count),
                   field("words", &T::words), field("escalated_at", &T::escalated_at));
};
template <>
struct Fields<violation::Acted> {
    using T = violation::Acted;
    static constexpr auto list = field_list(
        field("violations", &T::violations), field("step", &T::step), field("outcome", &T::outcome),
        field("count", &T::count), field("words", &T::words), field("at", &T::at),
        field("escalated_at", &T::escalated_at));
};
template <>
struct Fields<violation::ViolationOpened> {
    using T = violation::ViolationOpened;
    static constexpr auto list =
        field_list(field("violation", &T::violation), field("since", &T::since));
};
template <>
struct Fields<violation::GpusChanged> {
    using T = violation::GpusChanged;
    static constexpr auto list = field_list(field("violation", &T::violation));
};
template <>
struct Fields<violation::KindChanged> {
    using T = violation::KindChanged;
    static constexpr auto list =
        field_list(field("violation", &T::violation), field("before", &T::before));
};
template <>
struct Fields<violation::Escalated> {
    using T = violation::Escalated;
    static constexpr auto list = field_list(
        field("violations", &T::violations), field("step", &T::step), field("at", &T::at),
        field("stop_mode", &T::stop_mode), field("stops_at", &T::stops_at));
};
template <>
struct Fields<violation::Excused> {
    using T = violation::Excused;
    static constexpr auto list = field_list(field("violation", &T::violation),
                                            field("reason", &T::reason), field("by_id", &T::by));
};
template <>
struct Fields<violation::ExcuseWithdrawn> {
    using T = violation::ExcuseWithdrawn;
    static constexpr auto list = field_list(field("violation", &T::violation), field("at", &T::at));
};
template <>
struct Fields<violation::Closed> {
    using T = violation::Closed;
    static constexpr auto list = field_list(field("violation", &T::violation), field("at", &T::at));
};

template <>
struct Fields<violation::LevelSet> {
    using T = violation::LevelSet;
    static constexpr auto list =
        field_list(field("host_id", &T::host), field("group_id", &T::group),
                   field("name", &T::name), field("level", &T::level), field("before", &T::before));
};

// --- rows of a snapshot

template <>
struct Fields<violation::Excusal> {
    using T = violation::Excusal;
    static constexpr auto list = field_list(field("by_id", &T::by), field("reason", &T::reason));
};
template <>
struct Fields<violation::Taken> {
    using T = violation::Taken;
    static constexpr auto list =
        field_list(field("step", &T::step), field("at", &T::at), field("outcome", &T::outcome),
                   field("acted_at", &T::acted_at), field("stops_at", &T::stops_at));
};
template <>
struct Fields<violation::StepState> {
    using T = violation::StepState;
    static constexpr auto list = field_list(field("since", &T::since), field("taken", &T::taken));
};
template <>
struct Fields<violation::Open> {
    using T = violation::Open;
    static constexpr auto list =
        field_list(field("violation", &T::violation), field("excusal", &T::excusal),
                   field("steps", &T::steps));
};
template <>
struct Fields<violation::Left> {
    using T = violation::Left;
    static constexpr auto list = field_list(field("violation", &T::violation), field("at", &T::at),
                                            field("steps", &T::steps));
};
template <>
struct Fields<violation::HostLevel> {
    using T = violation::HostLevel;
    static constexpr auto list = field_list(field("host_id", &T::host), field("level", &T::level));
};
template <>
struct Fields<violation::GroupLevel> {
    using T = violation::GroupLevel;
    static constexpr auto list =
        field_list(field("group_id", &T::group), field("level", &T::level));
};

}  // namespace dibs
