// Rows of event_table_test.cpp about idle bookings.
#pragma once

#include "tests/projections/history/event_rows.hpp"
#include "tests/support/one_of_each.hpp"

namespace dibs::test {

inline Rows of_idle_bookings() {
    using reservation::ToldBy;
    using reservation::ToldOutcome;
    const std::vector<Ref> about{held, ann, gpu_a, gpu_c, atlas, boreas};
    const auto told = [&](ToldBy by, ToldOutcome outcome, std::string sentence) {
        const std::string words = outcome == ToldOutcome::failed ? "no route" : "";
        return Row{event(reservation::IdleTold{
                       held, ann, {gpu_a, gpu_c}, {atlas, boreas}, {}, {}, by, outcome, words}),
                   {},
                   concerned,
                   about,
                   std::move(sentence)};
    };
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
         "A mail told ann that the booking of atlas:0 boreas:0 idles"},
        told(ToldBy::mail, ToldOutcome::failed,
             "No mail could tell ann that the booking of atlas:0 boreas:0 idles: no route"),
        told(ToldBy::mail, ToldOutcome::no_target,
             "No mail could tell ann that the booking of atlas:0 boreas:0 idles: there is no "
             "address"),
        told(ToldBy::message, ToldOutcome::done,
             "A message on terminals told ann that the booking of atlas:0 boreas:0 idles"),
        told(ToldBy::message, ToldOutcome::failed,
             "No message could tell ann that the booking of atlas:0 boreas:0 idles: no route"),
        told(ToldBy::message, ToldOutcome::no_target,
             "No message could tell ann that the booking of atlas:0 boreas:0 idles: there is no "
             "terminal that takes one"),
    };
}

inline Rows of_kept_bookings() {
    const std::vector<Ref> about{held, ann, gpu_a, gpu_c, atlas, boreas};
    return {
        {one<reservation::Kept>(), root, everyone, about,
         "root kept the booking of atlas:0 boreas:0 by ann, idle or not: Debugging"},
        {event(reservation::Kept{held, ann, {gpu_a, gpu_c}, {atlas, boreas}, {}, {}}), ann,
         everyone, about, "ann kept the booking of atlas:0 boreas:0, idle or not"},
        {event(reservation::Kept{held, ann, {gpu_a, gpu_c}, {atlas, boreas}, {}, {}}), root,
         everyone, about, "root kept the booking of atlas:0 boreas:0 by ann, idle or not"},
        {one<reservation::Kept>(), ann, everyone, about,
         "ann kept the booking of atlas:0 boreas:0, idle or not: Debugging"},
        {one<reservation::IdleEnded>(),
         {},
         everyone,
         about,
         "The booking of atlas:0 boreas:0 by ann stayed idle after its owner was notified: the "
         "rest of it "
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
