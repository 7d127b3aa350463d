// Projects the events of feeds into their tables.
#include "projections/feeds/feeds.hpp"

#include "domain/kernel/overloaded.hpp"

namespace dibs::projections {
namespace {

void project_opened(WriteTxn& txn, Instant at, const feed::FeedCreated& e) {
    txn.put(Table::feeds, Key().id(e.id), pack(FeedRow{{e.id, e.owner, e.what}, e.secret, at}));
    txn.put(Table::feeds_by_owner, Key().id(e.owner).id(e.id), {});
    txn.put(Table::feed_secrets, Key().text(e.secret.value), Key().id(e.id));
}

void project_closed(WriteTxn& txn, const feed::Closed& e) {
    const auto row = find_feed(txn, e.id);
    if (!row) return;
    txn.del(Table::feed_secrets, Key().text(row->secret.value));
    txn.del(Table::feeds_by_owner, Key().id(row->feed.owner).id(e.id));
    txn.del(Table::feeds, Key().id(e.id));
}

}  // namespace

void Feeds::project(WriteTxn& txn, const Recorded& recorded) {
    const auto event = as<feed::Event>(recorded.event);
    if (!event) return;
    visit(overloaded{
              [&](const feed::FeedCreated& e) { project_opened(txn, recorded.at, e); },
              [&](const feed::Closed& e) { project_closed(txn, e); },
          },
          *event);
}

std::optional<FeedRow> find_feed(const Txn& txn, FeedId id) {
    const auto found = txn.get(Table::feeds, Key().id(id));
    if (!found) return std::nullopt;
    return unpack<FeedRow>(*found);
}

std::optional<FeedId> find_feed_secret(const Txn& txn, const people::Digest& secret) {
    const auto found = txn.get(Table::feed_secrets, Key().text(secret.value));
    if (!found) return std::nullopt;
    return KeyReader(*found).id<FeedId>();
}

}  // namespace dibs::projections
