// The stored format of idle bookings: part of that of reservations (reservation_fields.hpp).
#pragma once

#include "domain/kernel/fields.hpp"
#include "domain/reservation/idle.hpp"

namespace dibs {

template <>
struct Fields<Interval> {
    using T = Interval;
    static constexpr auto list = field_list(field("from", &T::from), field("until", &T::until));
};
template <>
struct Names<reservation::IdleKind> {
    using E = reservation::IdleKind;
    static constexpr std::array list = {named(E::idle, "idle"), named(E::no_show, "no_show")};
};
template <>
struct Names<reservation::IdleEnd> {
    using E = reservation::IdleEnd;
    static constexpr std::array list = {named(E::in_use, "in_use"), named(E::released, "released")};
};
template <>
struct Names<reservation::ToldBy> {
    using E = reservation::ToldBy;
    static constexpr std::array list = {named(E::mail, "mail"), named(E::message, "message")};
};
template <>
struct Names<reservation::ToldOutcome> {
    using E = reservation::ToldOutcome;
    static constexpr std::array list = {named(E::done, "done"), named(E::no_target, "no_target"),
                                        named(E::failed, "failed")};
};
template <>
struct Fields<reservation::Idle> {
    using T = reservation::Idle;
    static constexpr auto list = field_list(
        field("kind", &T::kind), field("since", &T::since), field("at", &T::at),
        field("release_after_min", &T::release_after_min), field("told_at", &T::told_at));
};
template <>
struct Fields<reservation::Keep> {
    using T = reservation::Keep;
    static constexpr auto list =
        field_list(field("id", &T::id), field("expected", &T::expected),
                   field("for_min", &T::for_min), field("reason", &T::reason));
};
template <>
struct Fields<reservation::ReportIdle> {
    using T = reservation::ReportIdle;
    static constexpr auto list =
        field_list(field("id", &T::id), field("since", &T::since), field("until", &T::until),
                   field("no_show", &T::no_show));
};
template <>
struct Fields<reservation::ReportInUse> {
    using T = reservation::ReportInUse;
    static constexpr auto list = field_list(field("id", &T::id));
};
template <>
struct Fields<reservation::ReportTold> {
    using T = reservation::ReportTold;
    static constexpr auto list =
        field_list(field("id", &T::id), field("noticed_at", &T::noticed_at), field("by", &T::by),
                   field("outcome", &T::outcome), field("words", &T::words));
};
template <>
struct Fields<reservation::Idled> {
    using T = reservation::Idled;
    static constexpr auto list =
        field_list(field("id", &T::id), field("owner_id", &T::owner), field("gpus", &T::gpus),
                   field("when", &T::when), field("hosts", &T::hosts), field("kind", &T::kind),
                   field("since", &T::since), field("at", &T::at),
                   field("release_after_min", &T::release_after_min));
};
template <>
struct Fields<reservation::IdleTold> {
    using T = reservation::IdleTold;
    static constexpr auto list = field_list(
        field("id", &T::id), field("owner_id", &T::owner), field("gpus", &T::gpus),
        field("hosts", &T::hosts), field("noticed_at", &T::noticed_at), field("at", &T::at),
        field("by", &T::by), field("outcome", &T::outcome), field("words", &T::words));
};
template <>
struct Fields<reservation::Kept> {
    using T = reservation::Kept;
    static constexpr auto list = field_list(field("id", &T::id), field("owner_id", &T::owner),
                                            field("gpus", &T::gpus), field("hosts", &T::hosts),
                                            field("until", &T::until), field("reason", &T::reason));
};
template <>
struct Fields<reservation::IdleEnded> {
    using T = reservation::IdleEnded;
    static constexpr auto list =
        field_list(field("id", &T::id), field("owner_id", &T::owner), field("gpus", &T::gpus),
                   field("when", &T::when), field("hosts", &T::hosts), field("kind", &T::kind),
                   field("why", &T::why), field("since", &T::since), field("at", &T::at));
};

}  // namespace dibs
