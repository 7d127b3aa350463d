// The JSON form of the use of a GPU, in the hours on Kafka and in the API.
#pragma once

#include "domain/kernel/fields.hpp"
#include "domain/usage/use.hpp"

namespace dibs {

template <>
struct Names<UseBy> {
    static constexpr std::array list = {
        named(UseBy::holder, "holder"), named(UseBy::other, "other"),
        named(UseBy::nobody, "nobody"), named(UseBy::unknown, "unknown"),
        named(UseBy::shared, "shared")};
};
template <>
struct Fields<Energy> {
    using T = Energy;
    static constexpr auto list =
        field_list(field("known_cs", &T::known_cs), field("decijoules", &T::decijoules));
};
template <>
struct Fields<SecondsIn> {
    using T = SecondsIn;
    static constexpr auto list = field_list(field("bin", &T::bin), field("seconds", &T::seconds));
};
template <>
struct Fields<Spread> {
    using T = Spread;
    static constexpr auto list =
        field_list(field("reservation_id", &T::reservation), field("utilization", &T::utilization),
                   field("memory", &T::memory));
};
template <>
struct Fields<Use> {
    using T = Use;
    static constexpr auto list =
        field_list(field("by", &T::by), field("unix_name", &T::account),
                   field("reservation_id", &T::reservation), field("seconds", &T::seconds),
                   field("measured_s", &T::measured_s), field("percent_s", &T::percent_s),
                   field("energy", &T::energy));
};
template <>
struct Fields<HeldTime> {
    using T = HeldTime;
    static constexpr auto list =
        field_list(field("reservation_id", &T::reservation), field("measured_s", &T::measured_s),
                   field("idle_with_percent_s", &T::idle_with_percent_s),
                   field("idle_without_percent_s", &T::idle_without_percent_s));
};

}  // namespace dibs
