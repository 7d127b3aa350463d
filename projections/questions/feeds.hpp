// Questions about feeds and their bookings, answered from one snapshot (snapshot.hpp). Any thread.
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
// The open feed whose address contains this secret.
[[nodiscard]] std::optional<views::Feed> feed_of_secret(const Snapshot& tables,
                                                        const people::Digest& secret);
[[nodiscard]] Slice<views::Feed> list_feeds(const Snapshot& tables, PersonId owner,
                                            const PageFrom& page);

// Whether this person may read the feed now. The person must be active, the subject must exist, and
// for a group the person must be a member or an admin.
[[nodiscard]] bool may_read(const Snapshot& tables, const feed::What& what, PersonId person);
[[nodiscard]] std::string name_of(const Snapshot& tables, const feed::What& what, PersonId owner);
[[nodiscard]] feed::What what_of(const views::Feed& feed);

struct FeedLimits {
    std::size_t most = 5'000;  // bookings; the newest are kept
    std::size_t most_looked_at = 200'000;
    Duration back = std::chrono::days{30};
};
// Bookings that end later than `back` before the snapshot. Cancelled ones are included only if they
// were cancelled within `back`, so that calendars remove them.
[[nodiscard]] views::FeedBookings feed_bookings(const Snapshot& tables, const feed::What& what,
                                                PersonId owner, const FeedLimits& limits = {});
// One booking at any time, with the mail address of its owner.
[[nodiscard]] std::optional<views::FeedBooking> feed_booking(const Snapshot& tables,
                                                             ReservationId id);

// Id of the log that the tables are made from; empty before its first record.
[[nodiscard]] std::string log_id_of(const Snapshot& tables);

}  // namespace dibs
