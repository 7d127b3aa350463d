// Writes a fact and its index entries. The actor is indexed like a subject.
#include "projections/history/history.hpp"

#include "domain/codec/event_json.hpp"

namespace dibs::projections {
namespace {

void index(WriteTxn& txn, const Key& prefix, Position position) {
    txn.post_later(Table::history_index, prefix, static_cast<std::uint64_t>(position));
}

void index_all(WriteTxn& txn, const HistoryRow& row, Position position) {
    if (row.actor && !row.subjects.has(*row.actor)) index(txn, index_key(*row.actor), position);
    for (const auto& ref : row.subjects.refs) index(txn, index_key(ref), position);
    index(txn, Key().text(by_type).text(row.type), position);
}

}  // namespace

Key index_key(const Ref& ref) {
    return Key().text(ref.prefix()).id(PersonId{ref.uuid()});  // the kind of id does not matter
}

HistoryRow history_row(const Recorded& recorded) {
    return {recorded.at,
            std::string(recorded.event.type()),
            recorded.origin.actor,
            recorded.origin.source,
            recorded.origin.request_id,
            audience_of(recorded.event),
            subjects_of(recorded.event),
            event_json(recorded.event)};
}

void History::project(WriteTxn& txn, const Recorded& recorded) {
    const auto row = history_row(recorded);
    txn.put(Table::history, Key().number(static_cast<std::uint64_t>(recorded.position)), pack(row));
    index_all(txn, row, recorded.position);
}

}  // namespace dibs::projections
