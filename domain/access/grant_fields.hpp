// The stored format of grant: the names of all fields of its events and commands. They are on disks
// permanently. A change needs a new event type and a step in upcast.cpp.
#pragma once

#include "domain/access/grant.hpp"
#include "domain/kernel/fields.hpp"

namespace dibs {

template <>
struct Names<Weekday> {
    static constexpr std::array list = {named(Weekday::mon, "mon"), named(Weekday::tue, "tue"),
                                        named(Weekday::wed, "wed"), named(Weekday::thu, "thu"),
                                        named(Weekday::fri, "fri"), named(Weekday::sat, "sat"),
                                        named(Weekday::sun, "sun")};
};
template <>
struct Fields<WeeklyWindow> {
    using T = WeeklyWindow;
    static constexpr auto list =
        field_list(field("days", &T::days), field("from", &T::from), field("until", &T::until));
};
template <>
struct Fields<grant::Grantees> {
    using T = grant::Grantees;
    static constexpr auto list = field_list(
        field("everyone", &T::everyone), field("people", &T::people), field("groups", &T::groups));
};
template <>
struct Fields<grant::Targets> {
    using T = grant::Targets;
    static constexpr auto list =
        field_list(field("everything", &T::everything), field("gpus", &T::gpus),
                   field("hosts", &T::hosts), field("models", &T::models));
};
template <>
struct Fields<grant::Approval> {
    using T = grant::Approval;
    static constexpr auto list =
        field_list(field("above_gpus", &T::above_gpus), field("above_min", &T::above_min),
                   field("approvers", &T::approvers));
};
template <>
struct Fields<grant::Grant> {
    using T = grant::Grant;
    static constexpr auto list = field_list(
        field("id", &T::id), field("name", &T::name), field("to", &T::to), field("what", &T::what),
        field("from", &T::from), field("until", &T::until), field("zone", &T::zone),
        field("windows", &T::windows), field("approval", &T::approval));
};
template <>
struct Fields<grant::Give> {
    static constexpr auto list = field_list(field("grant", &grant::Give::grant));
};
template <>
struct Fields<grant::Change> {
    using T = grant::Change;
    static constexpr auto list =
        field_list(field("id", &T::id), field("expected", &T::expected), field("name", &T::name),
                   field("to", &T::to), field("what", &T::what), field("from", &T::from),
                   field("until", &T::until), field("zone", &T::zone),
                   field("windows", &T::windows), field("approval", &T::approval));
};
template <>
struct Fields<grant::Withdraw> {
    using T = grant::Withdraw;
    static constexpr auto list = field_list(field("id", &T::id), field("expected", &T::expected));
};
template <>
struct Fields<grant::Given> {
    static constexpr auto list = field_list(field("grant", &grant::Given::grant));
};
template <>
struct Fields<grant::Changed> {
    using T = grant::Changed;
    static constexpr auto list = field_list(field("grant", &T::grant), field("before", &T::before));
};
template <>
struct Fields<grant::Withdrawn> {
    static constexpr auto list = field_list(field("grant", &grant::Withdrawn::grant));
};

// --- rows of a snapshot

template <>
struct Fields<grant::Held> {
    using T = grant::Held;
    static constexpr auto list =
        field_list(field("grant", &T::grant), field("version", &T::version));
};

}  // namespace dibs
