// The stored format of effects' events. The names are on disks permanently. A change needs a new
// event type and a step in upcast.cpp.
#pragma once

#include "domain/effect/effect.hpp"
#include "domain/kernel/fields.hpp"

namespace dibs {

template <>
struct Names<effect::Outcome> {
    static constexpr std::array list = {named(effect::Outcome::done, "done"),
                                        named(effect::Outcome::failed, "failed"),
                                        named(effect::Outcome::gave_up, "gave_up")};
};
template <>
struct Fields<effect::Watch> {
    using T = effect::Watch;
    static constexpr auto list = field_list(field("reactor", &T::reactor));
};
template <>
struct Fields<effect::Report> {
    using T = effect::Report;
    static constexpr auto list =
        field_list(field("reactor", &T::reactor), field("position", &T::position),
                   field("attempt", &T::attempt), field("epoch", &T::epoch),
                   field("outcome", &T::outcome), field("detail", &T::detail));
};

template <>
struct Fields<effect::Watched> {
    using T = effect::Watched;
    static constexpr auto list = field_list(field("reactor", &T::reactor));
};
template <>
struct Fields<effect::Done> {
    using T = effect::Done;
    static constexpr auto list =
        field_list(field("reactor", &T::reactor), field("position", &T::position),
                   field("attempt", &T::attempt), field("epoch", &T::epoch));
};
template <>
struct Fields<effect::Failed> {
    using T = effect::Failed;
    static constexpr auto list =
        field_list(field("reactor", &T::reactor), field("position", &T::position),
                   field("attempt", &T::attempt), field("epoch", &T::epoch),
                   field("detail", &T::detail), field("gave_up", &T::gave_up));
};

}  // namespace dibs
