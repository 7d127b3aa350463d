// Questions about feeds, and the bookings that calendars get, asked of one moment (snapshot.hpp).
// Any thread.
#pragma once

#include "projections/feeds/feed_views.hpp"
#include "projections/questions/snapshot.hpp"
#include "projections/store/page.hpp"

#include <optional>
#include <string>

namespace dibs {

[[nodiscard]] views::Feed view_of(const Snapshot& tables, const feed::Feed& feed,
                                  Instant opened_at);
[[nodiscard]] std::optional<views::Feed> find_feed(const Snapshot& tables, FeedId id);
// The open feed whose address has this secret.
[[nodiscard]] std::optional<views::Feed> feed_of_secret(const Snapshot& tables,
                                                        const people::Digest& secret);
[[nodiscard]] Slice<views::Feed> list_feeds(const Snapshot& tables, PersonId owner,
                                            const PageFrom& page);

// Whether this person may see that together, by the tables as they are: they have an account that
// may do something, are in the group (or an admin), and the thing is there.
[[nodiscard]] bool may_read(const Snapshot& tables, const feed::What& what, PersonId person);
[[nodiscard]] std::string name_of(const Snapshot& tables, const feed::What& what, PersonId owner);
[[nodiscard]] feed::What what_of(const views::Feed& feed);

struct FeedLimits {
    std::size_t most = 5'000;  // bookings; the newest are kept
    std::size_t most_looked_at = 200'000;
    Duration back = std::chrono::days{30};
};
// Those that end after `back` before the snapshot's moment; what was called off only if that is not
// longer ago, so that calendars take it out.
[[nodiscard]] views::FeedBookings feed_bookings(const Snapshot& tables, const feed::What& what,
                                                PersonId owner, const FeedLimits& limits = {});
// One of them, whenever it is, with the mail of its owner.
[[nodiscard]] std::optional<views::FeedBooking> feed_booking(const Snapshot& tables,
                                                             ReservationId id);

// The log that the tables are made from; empty before there is any.
[[nodiscard]] std::string log_id_of(const Snapshot& tables);

}  // namespace dibs
