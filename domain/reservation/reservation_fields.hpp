// The stored format of reservation: the names of all fields of its events and commands. They are on
// disks permanently. A change needs a new event type and a step in upcast.cpp.
#pragma once

#include "domain/kernel/fields.hpp"
#include "domain/reservation/idle_fields.hpp"
#include "domain/reservation/reminder_fields.hpp"
#include "domain/reservation/reservation.hpp"
#include "domain/rules/enforcement_fields.hpp"

namespace dibs {

template <>
struct Fields<reservation::Move> {
    using T = reservation::Move;
    static constexpr auto list =
        field_list(field("from_gpu_id", &T::from), field("to_gpu_id", &T::to), field("at", &T::at));
};
template <>
struct Fields<reservation::Booking> {
    using T = reservation::Booking;
    static constexpr auto list = field_list(
        field("id", &T::id), field("owner_id", &T::owner), field("gpus", &T::gpus),
        field("when", &T::when), field("title", &T::title), field("protection", &T::protection),
        field("moves", &T::moves), field("project", &T::project));
};
template <>
struct Fields<reservation::Book> {
    using T = reservation::Book;
    static constexpr auto list =
        field_list(field("id", &T::id), field("owner_id", &T::owner), field("gpus", &T::gpus),
                   field("when", &T::when), field("title", &T::title),
                   field("protection", &T::protection), field("project", &T::project));
};
template <>
struct Fields<reservation::Change> {
    using T = reservation::Change;
    static constexpr auto list =
        field_list(field("id", &T::id), field("expected", &T::expected), field("gpus", &T::gpus),
                   field("from", &T::from), field("until", &T::until), field("title", &T::title),
                   field("protection", &T::protection), field("project", &T::project));
};
template <>
struct Fields<reservation::Cancel> {
    using T = reservation::Cancel;
    static constexpr auto list = field_list(field("id", &T::id), field("expected", &T::expected));
};
template <>
struct Fields<reservation::Release> {
    using T = reservation::Release;
    static constexpr auto list = field_list(field("id", &T::id), field("expected", &T::expected));
};
template <>
struct Fields<reservation::Reinstate> {
    using T = reservation::Reinstate;
    static constexpr auto list = field_list(field("id", &T::id), field("expected", &T::expected));
};
template <>
struct Fields<reservation::Booked> {
    using T = reservation::Booked;
    static constexpr auto list =
        field_list(field("booking", &T::booking), field("hosts", &T::hosts));
};
template <>
struct Fields<reservation::Changed> {
    using T = reservation::Changed;
    static constexpr auto list =
        field_list(field("booking", &T::booking), field("gpus_before", &T::gpus_before),
                   field("when_before", &T::when_before), field("hosts", &T::hosts));
};
template <>
struct Fields<reservation::Cancelled> {
    using T = reservation::Cancelled;
    static constexpr auto list =
        field_list(field("id", &T::id), field("owner_id", &T::owner), field("gpus", &T::gpus),
                   field("when", &T::when), field("hosts", &T::hosts));
};
template <>
struct Fields<reservation::Released> {
    using T = reservation::Released;
    static constexpr auto list =
        field_list(field("id", &T::id), field("owner_id", &T::owner), field("gpus", &T::gpus),
                   field("when", &T::when), field("at", &T::at), field("hosts", &T::hosts));
};
template <>
struct Fields<reservation::Reinstated> {
    using T = reservation::Reinstated;
    static constexpr auto list =
        field_list(field("booking", &T::booking), field("hosts", &T::hosts));
};
template <>
struct Names<reservation::Reason> {
    using E = reservation::Reason;
    static constexpr std::array list = {named(E::no_grant, "no_grant"),
                                        named(E::person_disabled, "person_disabled")};
};
template <>
struct Fields<reservation::Suspended> {
    using T = reservation::Suspended;
    static constexpr auto list =
        field_list(field("id", &T::id), field("owner_id", &T::owner), field("gpus", &T::gpus),
                   field("when", &T::when), field("hosts", &T::hosts), field("why", &T::why));
};
template <>
struct Fields<reservation::Revived> {
    using T = reservation::Revived;
    static constexpr auto list =
        field_list(field("booking", &T::booking), field("hosts", &T::hosts));
};
template <>
struct Fields<reservation::Approve> {
    using T = reservation::Approve;
    static constexpr auto list = field_list(field("id", &T::id), field("expected", &T::expected));
};
template <>
struct Fields<reservation::Decline> {
    using T = reservation::Decline;
    static constexpr auto list = field_list(field("id", &T::id), field("expected", &T::expected),
                                            field("reason", &T::reason));
};
template <>
struct Fields<reservation::Requested> {
    using T = reservation::Requested;
    static constexpr auto list =
        field_list(field("booking", &T::booking), field("held_until", &T::held_until),
                   field("hosts", &T::hosts));
};
template <>
struct Fields<reservation::Approved> {
    using T = reservation::Approved;
    static constexpr auto list =
        field_list(field("booking", &T::booking), field("hosts", &T::hosts));
};
template <>
struct Fields<reservation::Declined> {
    using T = reservation::Declined;
    static constexpr auto list =
        field_list(field("id", &T::id), field("owner_id", &T::owner), field("gpus", &T::gpus),
                   field("when", &T::when), field("hosts", &T::hosts), field("reason", &T::reason));
};
template <>
struct Fields<reservation::Lapsed> {
    using T = reservation::Lapsed;
    static constexpr auto list =
        field_list(field("id", &T::id), field("owner_id", &T::owner), field("gpus", &T::gpus),
                   field("when", &T::when), field("hosts", &T::hosts));
};

// --- rows of a snapshot

template <>
struct Names<reservation::Ending> {
    using E = reservation::Ending;
    static constexpr std::array list = {
        named(E::none, "none"),         named(E::cancelled, "cancelled"),
        named(E::released, "released"), named(E::suspended, "suspended"),
        named(E::pending, "pending"),   named(E::declined, "declined"),
        named(E::lapsed, "lapsed")};
};
template <>
struct Fields<reservation::Held> {
    using T = reservation::Held;
    static constexpr auto list =
        field_list(field("booking", &T::booking), field("version", &T::version),
                   field("ending", &T::ending), field("held_until", &T::held_until),
                   field("approved", &T::approved), field("idle", &T::idle),
                   field("kept_until", &T::kept_until), field("unreminded", &T::unreminded));
};

}  // namespace dibs
