// Rows of event_table_test.cpp about reminders of bookings.
#pragma once

#include "tests/projections/history/event_rows.hpp"

namespace dibs::test {

inline Rows of_reminders() {
    const std::vector<Ref> about{held, ann, gpu_a, gpu_c, atlas, boreas};
    return {
        {one<reservation::Reminded>(),
         {},
         concerned,
         about,
         "The booking of atlas:0 boreas:0 by ann ends soon"},
        {event(reservation::Reminded{
             held, ann, {gpu_a, gpu_c}, {}, {atlas, boreas}, reservation::Boundary::start, {}}),
         {},
         concerned,
         about,
         "The booking of atlas:0 boreas:0 by ann begins soon"},
    };
}

}  // namespace dibs::test
