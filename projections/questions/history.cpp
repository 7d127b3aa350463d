// Questions about the history.
#include "projections/questions/history.hpp"

#include "domain/codec/event_json.hpp"
#include "domain/world/consequences.hpp"
#include "projections/history/history.hpp"
#include "projections/history/history_walk.hpp"
#include "projections/people/names.hpp"
#include "projections/store/page_scan.hpp"

#include <algorithm>
#include <set>

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
    const auto event = parse_shown_event(parser, row.type, row.data);
    if (event) {
        view.sentence = projections::sentence_of(txn, *event, row.actor);
    } else {
        view.sentence.key = row.type;  // of another version: shown without a sentence
    }
    view.position = position;
    if (may_follow(row.type)) view.may_follow = true;
    view.type = std::move(row.type);
    view.time = row.at;
    view.actor = row.actor;
    if (row.actor) view.actor_name = projections::person_name(txn, *row.actor);
    if (!row.source.empty()) view.source = std::move(row.source);
    if (!row.request_id.empty()) view.request_id = std::move(row.request_id);
    view.audience = row.audience;
    view.subjects = std::move(row.subjects);
    view.data.text = std::move(row.data);
    return view;
}

// Ranks kinds of subjects by their expected number of events, fewest first.
int rank_by_events(const Ref& ref) {
    if (ref.is<PersonId>()) return 3;
    if (ref.is<HostId>()) return 2;
    return ref.is<GpuId>() ? 1 : 0;
}

// Index lists of the subject with the fewest events. Conditions on the other subjects are checked
// row by row.
std::vector<std::string> prefixes_of(const Txn& txn, const views::EventFilter& filter) {
    if (filter.about.empty()) return projections::type_prefixes(txn, filter.types);
    const auto& fewest = *std::ranges::min_element(filter.about, {}, rank_by_events);
    return {std::string(projections::index_key(fewest).view())};
}

bool matches(const views::EventFilter& filter, const HistoryRow& row) {
    for (const auto& ref : filter.about) {
        const bool actor = row.actor && ref == Ref{*row.actor};
        if (!actor && !row.subjects.has(ref)) return false;
    }
    return filter.types.empty() || projections::type_matches(row.type, filter.types);
}

struct Range {
    Position from;
    Position until;
};
Range range_of(const Txn& txn, const views::EventFilter& filter, const PageFrom& page,
               Position last) {
    Range range{std::max<Position>(filter.after, 0) + 1, last + 1};
    if (filter.from) {
        range.from = std::max(range.from, projections::find_first_at(txn, *filter.from, last));
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

Slice<views::Event> list_events(const Snapshot& tables, const views::EventFilter& filter,
                                const PageFrom& page) {
    Slice<views::Event> slice;
    const auto prefixes = prefixes_of(tables.txn(), filter);
    if (!filter.types.empty() && prefixes.empty()) return slice;  // no such type was ever recorded
    const auto range = range_of(tables.txn(), filter, page, tables.position());
    HistoryWalk walk(tables.txn(), prefixes, range.from, range.until, filter.oldest_first);
    JsonParser parser;
    std::size_t passed_over = 0;
    while (const auto at = walk.next()) {
        auto row = find_row(tables.txn(), *at);
        if (!row || !matches(filter, *row)) {
            if (++passed_over < most_looked_at) continue;
            slice.next = page_key(*at);
            break;
        }
        if (slice.items.size() == page.limit) {
            slice.next = page_key(slice.items.back().position);
            break;
        }
        slice.items.push_back(view_of(tables.txn(), parser, *at, std::move(*row)));
    }
    return slice;
}

std::vector<views::Event> events_after(const Snapshot& tables, Position position, std::size_t max) {
    return list_events(tables, {.after = position, .oldest_first = true}, {.limit = max}).items;
}

std::optional<views::Event> find_event(const Snapshot& tables, Position position) {
    auto row = find_row(tables.txn(), position);
    if (!row) return std::nullopt;
    JsonParser parser;
    return view_of(tables.txn(), parser, position, std::move(*row));
}

std::vector<Recorded> facts_about(const Snapshot& tables, const Ref& ref, Position until) {
    std::vector<Recorded> facts;
    const std::string prefix(projections::index_key(ref).view());
    HistoryWalk walk(tables.txn(), {prefix}, 1, until + 1, true);
    JsonParser parser;
    while (const auto at = walk.next()) {
        auto row = find_row(tables.txn(), *at);
        if (!row || !row->subjects.has(ref)) continue;  // this person only caused it
        auto event = parse_shown_event(parser, row->type, row->data);
        if (!event) continue;  // of a newer version
        facts.push_back({*at, row->at, {row->actor}, std::move(*event), true});
    }
    return facts;
}

std::optional<std::vector<Ref>> subjects_after(const Snapshot& tables, Position position,
                                               std::size_t most) {
    const auto count = tables.position() - position;
    if (count < 0 || static_cast<std::size_t>(count) > most) return std::nullopt;
    std::set<Ref> about;
    while (++position <= tables.position()) {
        const auto row = find_row(tables.txn(), position);
        if (!row) return std::nullopt;
        about.insert(row->subjects.refs.begin(), row->subjects.refs.end());
    }
    return std::vector<Ref>(about.begin(), about.end());
}

views::Event view_of_event(const Snapshot& tables, const Recorded& recorded) {
    if (auto stored = find_event(tables, recorded.position)) return std::move(*stored);
    JsonParser parser;
    return view_of(tables.txn(), parser, recorded.position, projections::history_row(recorded));
}

}  // namespace dibs
