// The rows of event_table_test.cpp about bookings that nothing uses.
#pragma once

#include "tests/projections/event_rows.hpp"
#include "tests/support/one_of_each.hpp"

namespace dibs::test {

inline Rows of_idle_bookings() {
    const std::vector<Ref> about{held, ann, gpu_a, gpu_c, atlas, boreas};
    return {
        {one<reservation::Idled>(),
         {},
         everyone,
         about,
         "Nothing uses atlas:0 boreas:0, booked by ann"},
        {event(reservation::Idled{held,
                                  ann,
                                  {gpu_a, gpu_c},
                                  {},
                                  {atlas, boreas},
                                  reservation::IdleKind::no_show,
                                  {},
                                  {},
                                  {}}),
         {},
         everyone,
         about,
         "Nothing of ann has run on atlas:0 boreas:0 since the booking began"},
        {one<reservation::IdleTold>(),
         {},
         concerned,
         about,
         "ann was told that the booking of atlas:0 boreas:0 idles"},
        {event(reservation::IdleTold{held,
                                     ann,
                                     {gpu_a, gpu_c},
                                     {atlas, boreas},
                                     {},
                                     {},
                                     reservation::ToldBy::mail,
                                     reservation::ToldOutcome::failed,
                                     "no route"}),
         {},
         concerned,
         about,
         "ann could not be told that the booking of atlas:0 boreas:0 idles: no route"},
        {event(reservation::IdleTold{held,
                                     ann,
                                     {gpu_a, gpu_c},
                                     {atlas, boreas},
                                     {},
                                     {},
                                     reservation::ToldBy::message,
                                     reservation::ToldOutcome::no_target,
                                     ""}),
         {},
         concerned,
         about,
         "ann was not told that the booking of atlas:0 boreas:0 idles: there is no address or "
         "terminal"},
    };
}

inline Rows of_kept_bookings() {
    const std::vector<Ref> about{held, ann, gpu_a, gpu_c, atlas, boreas};
    return {
        {one<reservation::Kept>(), root, everyone, about,
         "root kept the booking of atlas:0 boreas:0 by ann, idle or not: Debugging"},
        {event(reservation::Kept{held, ann, {gpu_a, gpu_c}, {atlas, boreas}, {}, {}}), ann,
         everyone, about, "ann kept the booking of atlas:0 boreas:0 by ann, idle or not"},
        {one<reservation::IdleEnded>(),
         {},
         everyone,
         about,
         "The booking of atlas:0 boreas:0 by ann idled on after its owner was told: the rest of it "
         "is free"},
        {event(reservation::IdleEnded{held,
                                      ann,
                                      {gpu_a, gpu_c},
                                      {},
                                      {atlas, boreas},
                                      reservation::IdleKind::idle,
                                      reservation::IdleEnd::in_use,
                                      {},
                                      {}}),
         {},
         everyone,
         about,
         "The booking of atlas:0 boreas:0 by ann is used again"},
    };
}

}  // namespace dibs::test
