// What the API shows of feeds, and the bookings that one gives to calendars. Of the secret only the
// digest is in the tables, and that has no place here.
#pragma once

#include "domain/codec/aggregate_fields.hpp"
#include "projections/calendar/reservation_views.hpp"

#include <optional>
#include <string>
#include <vector>

namespace dibs::views {

enum class FeedKind { person, group, gpu, host };

struct Feed {
    FeedId id;
    PersonId owner;
    FeedKind kind{};
    std::optional<GroupId> group{};
    std::optional<GpuId> gpu{};
    std::optional<HostId> host{};
    std::string name;      // of the person, the group, the GPU or the host
    bool readable = true;  // else its address answers 404: its owner may not see this any more
    Instant created_at;
};

// A booking as a calendar shows it: names instead of ids, without any clock's "now". In calendars
// of GPUs and hosts one that swapped a GPU while it ran is there in parts: each with the GPUs that
// it had from `from` to `until`.
struct FeedBooking {
    ReservationId id;
    std::string part{};  // its name within the booking, for its UID; "": as the whole is called
    PersonId owner;
    Personal<std::string> owner_name;
    std::optional<Personal<std::string>> owner_mail{};  // for themselves and admins
    Personal<std::string> title;
    std::string gpus_short;         // "gpu03:0-3 gpu04:1"
    std::vector<std::string> gpus;  // "gpu03:0", …
    std::vector<std::string> hosts;
    Instant from;
    Instant until;
    ReservationState state{};
    reservation::Version version = 1;
    Instant created_at;
    Instant changed_at;  // created_at, if never
};

struct FeedBookings {
    std::vector<FeedBooking> items{};  // ascending by start
    bool cut = false;                  // there are older ones, which are left out
};

}  // namespace dibs::views

namespace dibs {

template <>
struct Names<views::FeedKind> {
    using E = views::FeedKind;
    static constexpr std::array list = {named(E::person, "person"), named(E::group, "group"),
                                        named(E::gpu, "gpu"), named(E::host, "host")};
};
template <>
struct Fields<views::Feed> {
    using T = views::Feed;
    static constexpr auto list =
        field_list(field("id", &T::id), field("owner_id", &T::owner), field("kind", &T::kind),
                   field("group_id", &T::group), field("gpu_id", &T::gpu),
                   field("host_id", &T::host), field("name", &T::name),
                   field("readable", &T::readable), field("created_at", &T::created_at));
};

}  // namespace dibs
