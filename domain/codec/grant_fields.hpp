// The stored format of grant: the name of every field of its events and commands. What stands here
// is on disks for ever; a change is a new event type and a step in upcast.cpp.
#pragma once

#include "domain/codec/fields.hpp"
#include "domain/grant.hpp"

namespace dibs {

template <>
struct Names<grant::Grantee> {
    static constexpr std::array list = {named(grant::Grantee::everyone, "everyone")};
};
template <>
struct Names<grant::Target> {
    static constexpr std::array list = {named(grant::Target::everything, "everything")};
};
template <>
struct Fields<grant::Give> {
    using T = grant::Give;
    static constexpr auto list =
        std::tuple(field("id", &T::id), field("to", &T::to), field("what", &T::what));
};
template <>
struct Fields<grant::Given> {
    using T = grant::Given;
    static constexpr auto list =
        std::tuple(field("id", &T::id), field("to", &T::to), field("what", &T::what));
};

}  // namespace dibs
