// Questions about the history.
#include "domain/codec/event_json.hpp"
#include "projections/history/history.hpp"
#include "projections/history/history_walk.hpp"
#include "projections/people/names.hpp"
#include "projections/questions/snapshot.hpp"
#include "projections/store/page_scan.hpp"

namespace dibs {
namespace {

using projections::HistoryRow;
using projections::HistoryWalk;

Key position_key(Position position) {
    return Key().number(static_cast<std::uint64_t>(position));
}

std::optional<HistoryRow> find_row(const Txn& txn, Position position) {
    const auto found = txn.get(Table::history, position_key(position));
    if (!found) return std::nullopt;
    return unpack<HistoryRow>(*found);
}

views::Event view_of(const Txn& txn, JsonParser& parser, Position position, HistoryRow row) {
    views::Event view;
    const auto& s = row.subjects;
    // What was projected was readable; blanked secrets are still texts.
    if (const auto event = parse_event(parser, row.type, row.data)) {
        view.summary = projections::summary_of(txn, *event, row.actor, s);
    }
    view.position = position;
    view.type = std::move(row.type);
    view.time = row.at;
    view.actor = row.actor;
    if (row.actor) view.actor_name = projections::person_name(txn, *row.actor);
    if (!row.source.empty()) view.source = std::move(row.source);
    if (!row.request_id.empty()) view.request_id = std::move(row.request_id);
    view.reservation = s.reservation;
    view.violation = s.violation;
    view.board = s.board;
    view.personal = s.personal;
    if (!s.people.empty()) view.person = s.people.front();
    if (s.hosts.size() == 1) view.host = s.hosts.front();
    if (!s.gpus.empty()) view.gpus = s.gpus;
    view.data.text = std::move(row.data);
    return view;
}

// The index that leads to fewest rows comes first; the rest is looked at row by row.
std::vector<std::string> prefixes_of(const Txn& txn, const views::EventFilter& filter) {
    using namespace projections;
    const auto one = [](char kind, const auto& id) {
        return std::vector{std::string(Key().byte(kind).id(id).view())};
    };
    if (filter.reservation) return one(by_reservation, *filter.reservation);
    if (filter.violation) return one(by_violation, *filter.violation);
    if (filter.board) return one(by_board, *filter.board);
    if (filter.gpu) return one(by_gpu, *filter.gpu);
    if (filter.host) return one(by_host, *filter.host);
    if (filter.person) return one(by_person, *filter.person);
    return type_prefixes(txn, filter.types);
}

bool matches(const views::EventFilter& filter, const HistoryRow& row) {
    const auto& s = row.subjects;
    if (filter.reservation && s.reservation != filter.reservation) return false;
    if (filter.violation && s.violation != filter.violation) return false;
    if (filter.board && s.board != filter.board) return false;
    if (filter.gpu && !contains(s.gpus, *filter.gpu)) return false;
    if (filter.host && !contains(s.hosts, *filter.host)) return false;
    if (filter.person && row.actor != filter.person && !contains(s.people, *filter.person)) {
        return false;
    }
    return filter.types.empty() || projections::type_matches(row.type, filter.types);
}

struct Range {
    Position from;
    Position until;
};
Range range_of(const Txn& txn, const views::EventFilter& filter, const PageFrom& page,
               Position last) {
    Range range{std::max<Position>(filter.above, 0) + 1, last + 1};
    if (filter.since) {
        range.from = std::max(range.from, projections::find_first_at(txn, *filter.since, last));
    }
    if (filter.until) {
        range.until = std::min(range.until, projections::find_first_at(txn, *filter.until, last));
    }
    if (page.after) {
        const auto seen = static_cast<Position>(KeyReader(*page.after).number());
        if (filter.oldest_first) {
            range.from = std::max(range.from, seen + 1);
        } else {
            range.until = std::min(range.until, seen);
        }
    }
    return range;
}

std::string page_key(Position position) {
    return std::string(position_key(position).view());
}

}  // namespace

Slice<views::Event> Snapshot::events(const views::EventFilter& filter, const PageFrom& page) const {
    Slice<views::Event> slice;
    const auto prefixes = prefixes_of(txn_, filter);
    if (!filter.types.empty() && prefixes.empty()) return slice;  // no such type was ever recorded
    const auto range = range_of(txn_, filter, page, position());
    HistoryWalk walk(txn_, prefixes, range.from, range.until, filter.oldest_first);
    JsonParser parser;
    std::size_t passed_over = 0;
    while (const auto at = walk.next()) {
        auto row = find_row(txn_, *at);
        if (!row || !matches(filter, *row)) {
            if (++passed_over < most_looked_at) continue;
            slice.next = page_key(*at);
            break;
        }
        if (slice.items.size() == page.limit) {
            slice.next = page_key(slice.items.back().position);
            break;
        }
        slice.items.push_back(view_of(txn_, parser, *at, std::move(*row)));
    }
    return slice;
}

std::vector<views::Event> Snapshot::events_after(Position position, std::size_t max) const {
    return events({.above = position, .oldest_first = true}, {.limit = max}).items;
}

std::optional<views::Event> Snapshot::event(Position position) const {
    auto row = find_row(txn_, position);
    if (!row) return std::nullopt;
    JsonParser parser;
    return view_of(txn_, parser, position, std::move(*row));
}

views::Event Snapshot::event_view(const Recorded& recorded) const {
    if (auto stored = event(recorded.position)) return std::move(*stored);
    JsonParser parser;
    return view_of(txn_, parser, recorded.position, projections::history_row(txn_, recorded));
}

}  // namespace dibs
