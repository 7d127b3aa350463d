// The stored format of violation: the name of every field of its events and commands. What stands
// here is on disks for ever; a change is a new event type and a step in upcast.cpp.
#pragma once

#include "domain/codec/fields.hpp"
#include "domain/violation.hpp"

namespace dibs {

template <>
struct Names<violation::Kind> {
    static constexpr std::array list = {named(violation::Kind::intruder, "intruder"),
                                        named(violation::Kind::unbooked, "unbooked")};
};
template <>
struct Fields<violation::Violation> {
    using T = violation::Violation;
    static constexpr auto list =
        std::tuple(field("id", &T::id), field("kind", &T::kind), field("process_id", &T::process),
                   field("host_id", &T::host), field("gpus", &T::gpus),
                   field("reservation_id", &T::reservation), field("owner_id", &T::owner),
                   sealed_field("unix_name", &T::unix_name), field("person_id", &T::person));
};
template <>
struct Fields<violation::Excuse> {
    using T = violation::Excuse;
    static constexpr auto list = std::tuple(field("id", &T::id), field("reason", &T::reason));
};
template <>
struct Fields<violation::WithdrawExcuse> {
    using T = violation::WithdrawExcuse;
    static constexpr auto list = std::tuple(field("id", &T::id));
};
template <>
struct Fields<violation::Opened> {
    using T = violation::Opened;
    static constexpr auto list = std::tuple(field("violation", &T::violation));
};
template <>
struct Fields<violation::GpusChanged> {
    using T = violation::GpusChanged;
    static constexpr auto list = std::tuple(field("violation", &T::violation));
};
template <>
struct Fields<violation::Excused> {
    using T = violation::Excused;
    static constexpr auto list = std::tuple(field("violation", &T::violation),
                                            field("reason", &T::reason), field("by_id", &T::by));
};
template <>
struct Fields<violation::ExcuseWithdrawn> {
    using T = violation::ExcuseWithdrawn;
    static constexpr auto list = std::tuple(field("violation", &T::violation));
};
template <>
struct Fields<violation::Closed> {
    using T = violation::Closed;
    static constexpr auto list = std::tuple(field("violation", &T::violation));
};

// --- rows of a snapshot

template <>
struct Fields<violation::Excusal> {
    using T = violation::Excusal;
    static constexpr auto list = std::tuple(field("by_id", &T::by), field("reason", &T::reason));
};
template <>
struct Fields<violation::Open> {
    using T = violation::Open;
    static constexpr auto list =
        std::tuple(field("violation", &T::violation), field("excusal", &T::excusal));
};

}  // namespace dibs
