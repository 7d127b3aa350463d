// Rows of event_table_test.cpp about bookings.
#pragma once

#include "tests/projections/history/event_rows.hpp"
#include "tests/support/one_of_each.hpp"

namespace dibs::test {

// A running booking swaps one of its GPUs for another.
inline Event swapped() {
    auto e = get<reservation::Changed>(one<reservation::Changed>());
    e.gpus_before = {gpu_a, gpu_b};
    e.booking.moves = reservation::Moves{{gpu_b, gpu_c, e.booking.when.from}};
    return event(std::move(e));
}

inline Event booked_for_bert() {
    auto e = get<reservation::Booked>(one<reservation::Booked>());
    e.booking.project = "bert";
    return event(std::move(e));
}

inline Rows of_reservations() {
    using namespace reservation;
    const std::vector<Ref> about{held, ann, gpu_a, gpu_c, atlas, boreas};
    const std::vector<Ref> about_all{held, ann, gpu_a, gpu_b, gpu_c, atlas, boreas};
    return {
        {one<Booked>(), ann, everyone, about, "ann booked atlas:0 boreas:0"},
        {one<Booked>(), root, everyone, about, "root booked atlas:0 boreas:0 for ann"},
        {booked_for_bert(), ann, everyone, about,
         "ann booked atlas:0 boreas:0 for the project bert"},
        {booked_for_bert(), root, everyone, about,
         "root booked atlas:0 boreas:0 for ann and the project bert"},
        {one<Changed>(), ann, everyone, about, "ann changed the booking of atlas:0 boreas:0"},
        {one<Changed>(), root, everyone, about,
         "root changed the booking of atlas:0 boreas:0 for ann"},
        {swapped(), ann, everyone, about_all,
         "ann swapped GPUs of a running booking: it has atlas:0 boreas:0 now"},
        {swapped(), root, everyone, about_all,
         "root swapped GPUs of a running booking for ann: it has atlas:0 boreas:0 now"},
        {one<Cancelled>(), ann, everyone, about, "ann cancelled the booking of atlas:0 boreas:0"},
        {one<Cancelled>(), root, everyone, about,
         "root cancelled the booking of atlas:0 boreas:0 for ann"},
        {one<Released>(), ann, everyone, about, "ann released atlas:0 boreas:0"},
        {one<Released>(), root, everyone, about, "root released atlas:0 boreas:0 for ann"},
        {one<Reinstated>(), ann, everyone, about,
         "ann brought back the booking of atlas:0 boreas:0"},
        {one<Reinstated>(), root, everyone, about,
         "root brought back the booking of atlas:0 boreas:0 for ann"},
        {event(Suspended{held, ann, {gpu_a, gpu_c}, {}, {atlas, boreas}, Reason::no_grant}), root,
         everyone, about,
         "root suspended the booking of atlas:0 boreas:0 by ann (grant withdrawn)"},
        {one<Suspended>(), root, everyone, about,
         "The booking of atlas:0 boreas:0 by ann is suspended: root disabled the account"},
        {one<reservation::Requested>(), ann, everyone, about,
         "ann asked for a booking of atlas:0 boreas:0"},
        {one<reservation::Requested>(), root, everyone, about,
         "root asked for a booking of atlas:0 boreas:0 for ann"},
        {one<reservation::Approved>(), root, everyone, about,
         "root approved a booking of atlas:0 boreas:0 by ann"},
        {one<reservation::Declined>(), root, everyone, about,
         "root declined a booking of atlas:0 boreas:0 by ann: Exams"},
        {one<reservation::Lapsed>(),
         {},
         everyone,
         about,
         "A booking of atlas:0 boreas:0 by ann was not approved in time"},
        {one<Revived>(), root, everyone, about,
         "The booking of atlas:0 boreas:0 by ann holds again, through root"},
    };
}

}  // namespace dibs::test
