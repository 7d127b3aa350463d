// The stored format of seals. The names are on disks permanently. A change needs a new event type
// and a step in upcast.cpp.
#pragma once

#include "domain/kernel/fields.hpp"
#include "domain/world/audit.hpp"

namespace dibs {

template <>
struct Fields<audit::Seal> {
    using T = audit::Seal;
    static constexpr auto list =
        field_list(field("until_position", &T::until), field("digest", &T::digest),
                   field("public_key", &T::public_key), field("signature", &T::signature));
};
template <>
struct Fields<audit::SealLog> {
    static constexpr auto list = field_list(field("seal", &audit::SealLog::seal));
};
template <>
struct Fields<audit::Sealed> {
    static constexpr auto list = field_list(field("seal", &audit::Sealed::seal));
};

// --- rows of a snapshot

template <>
struct Fields<audit::Row> {
    static constexpr auto list = field_list(field("until_position", &audit::Row::until));
};

}  // namespace dibs
