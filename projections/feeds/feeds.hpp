// Open feeds by id, by owner, and by the digest of the secret in their address. A request finds its
// feed with two lookups. Closed feeds are deleted; the history keeps them.
#pragma once

#include "domain/codec/aggregate_fields.hpp"
#include "domain/world/world.hpp"
#include "projections/store/keys.hpp"
#include "projections/store/packed.hpp"
#include "projections/store/store.hpp"

#include <optional>

namespace dibs::projections {

struct FeedRow {
    feed::Feed feed;
    people::Digest secret;
    Instant opened_at;
};

struct Feeds {
    static constexpr std::string_view name = "feeds";
    static constexpr int version = 1;
    static constexpr TableSet tables{Table::feeds, Table::feeds_by_owner, Table::feed_secrets};
    static void project(WriteTxn& txn, const Recorded& recorded);
};

[[nodiscard]] std::optional<FeedRow> find_feed(const Txn& txn, FeedId id);
[[nodiscard]] std::optional<FeedId> find_feed_secret(const Txn& txn, const people::Digest& secret);

}  // namespace dibs::projections

namespace dibs {

template <>
struct Fields<projections::FeedRow> {
    using T = projections::FeedRow;
    static constexpr auto list = field_list(field("feed", &T::feed), field("secret", &T::secret),
                                            field("opened_at", &T::opened_at));
};

}  // namespace dibs
