// The stored format of feeds: the names of all fields of their events and commands. They are on
// disks permanently. A change needs a new event type and a step in upcast.cpp.
#pragma once

#include "domain/kernel/fields.hpp"
#include "domain/people/feed.hpp"

namespace dibs {

template <>
struct Fields<feed::What> {
    using T = feed::What;
    static constexpr auto list = field_list(field("group_id", &T::group), field("gpu_id", &T::gpu),
                                            field("host_id", &T::host));
};
template <>
struct Fields<feed::Open> {
    using T = feed::Open;
    static constexpr auto list =
        field_list(field("id", &T::id), field("what", &T::what), field("secret", &T::secret));
};
template <>
struct Fields<feed::Close> {
    static constexpr auto list = field_list(field("id", &feed::Close::id));
};
template <>
struct Fields<feed::FeedCreated> {
    using T = feed::FeedCreated;
    static constexpr auto list = field_list(field("id", &T::id), field("owner_id", &T::owner),
                                            field("what", &T::what), field("secret", &T::secret));
};
template <>
struct Fields<feed::Closed> {
    using T = feed::Closed;
    static constexpr auto list =
        field_list(field("id", &T::id), field("owner_id", &T::owner), field("what", &T::what));
};

// --- rows of a snapshot

template <>
struct Fields<feed::Feed> {
    using T = feed::Feed;
    static constexpr auto list =
        field_list(field("id", &T::id), field("owner_id", &T::owner), field("what", &T::what));
};

}  // namespace dibs
