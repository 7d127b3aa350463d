// The stored format of reminders: part of that of reservations (reservation_fields.hpp).
#pragma once

#include "domain/reservation/idle_fields.hpp"
#include "domain/reservation/reminder.hpp"

namespace dibs {

template <>
struct Names<reservation::Boundary> {
    using E = reservation::Boundary;
    static constexpr std::array list = {named(E::start, "start"), named(E::end, "end")};
};
template <>
struct Fields<reservation::Reminded> {
    using T = reservation::Reminded;
    static constexpr auto list =
        field_list(field("id", &T::id), field("owner_id", &T::owner), field("gpus", &T::gpus),
                   field("when", &T::when), field("hosts", &T::hosts), field("of", &T::of),
                   field("at", &T::at));
};
template <>
struct Fields<reservation::Unreminded> {
    using T = reservation::Unreminded;
    static constexpr auto list =
        field_list(field("start_since", &T::start_since), field("end_since", &T::end_since));
};

}  // namespace dibs
