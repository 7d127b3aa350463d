// Views of feeds and of their bookings. The tables hold only the digest of a feed's secret, and no
// view contains it.
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
    std::string name;  // of the person, the group, the GPU or the host
    // false: its address answers 404, because the owner may no longer see the subject
    bool readable = true;
    Instant created_at;
};

// A booking in a calendar: names instead of ids, independent of the clock. Calendars of GPUs and
// hosts show a booking that swapped a GPU in parts. Each part has the GPUs of the time from `from`
// to `until`.
struct FeedBooking {
    ReservationId id;
    std::string part{};  // name of the part, appended to the UID; "": the booking's own UID
    PersonId owner;
    Personal<std::string> owner_name;
    std::optional<Personal<std::string>> owner_mail{};  // only shown to the owner and to admins
    Personal<std::string> title;
    std::string gpus_short;         // "gpu03:0-3 gpu04:1"
    std::vector<std::string> gpus;  // "gpu03:0", …
    std::vector<std::string> hosts;
    Instant from;
    Instant until;
    ReservationState state{};
    reservation::Version version = 1;
    Instant created_at;
    Instant changed_at;  // created_at if it never changed
};

struct FeedBookings {
    std::vector<FeedBooking> items{};  // ascending by start
    bool cut = false;                  // older bookings are left out
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
