// Merges one list of positions per index prefix. Each step takes the nearest position of all lists
// and moves every cursor that is on it.
#include "projections/history/history_walk.hpp"

#include "projections/history/history.hpp"

#include <algorithm>
#include <ranges>

namespace dibs::projections {

HistoryWalk::HistoryWalk(const Txn& txn, const std::vector<std::string>& index_prefixes,
                         Position from, Position until, bool oldest_first)
    : whole_(index_prefixes.empty()), from_(from), until_(until), oldest_first_(oldest_first) {
    for (const auto& prefix : index_prefixes) {
        Stream stream{{txn.cursor(Table::history_index), prefix}};
        stream.valid = oldest_first ? stream.cursor.seek(static_cast<std::uint64_t>(from))
                                    : stream.cursor.seek_before(static_cast<std::uint64_t>(until));
        streams_.push_back(std::move(stream));
    }
}

std::optional<Position> HistoryWalk::next() {
    const auto position = nearest();
    if (!position || *position < from_ || *position >= until_) return std::nullopt;
    pass(*position);
    return position;
}

std::optional<Position> HistoryWalk::nearest() const {
    if (whole_) return oldest_first_ ? from_ : until_ - 1;
    std::optional<Position> best;
    for (const auto& stream : streams_) {
        if (!stream.valid) continue;
        const Position at = stream.at();
        if (!best || (oldest_first_ ? at < *best : at > *best)) best = at;
    }
    return best;
}

void HistoryWalk::pass(Position position) {
    if (oldest_first_) {
        from_ = position + 1;
    } else {
        until_ = position;
    }
    for (auto& stream : streams_) {
        if (!stream.valid || stream.at() != position) continue;
        stream.valid = oldest_first_ ? stream.cursor.next() : stream.cursor.prev();
    }
}

bool type_matches(std::string_view type, const std::vector<std::string>& wanted) {
    return std::any_of(wanted.begin(), wanted.end(), [&](const std::string& w) {
        return type == w || (type.starts_with(w) && type.substr(w.size()).starts_with('.'));
    });
}

std::vector<std::string> type_prefixes(const Txn& txn, const std::vector<std::string>& wanted) {
    std::vector<std::string> prefixes;
    const auto all = Key().text(by_type);
    auto cursor = txn.cursor(Table::history_index);
    bool more = cursor.seek(all);
    while (more && cursor.key().starts_with(all.view())) {
        const std::string type(KeyReader(cursor.key().substr(all.view().size())).text());
        if (type_matches(type, wanted)) {
            prefixes.emplace_back(Key().text(by_type).text(type).view());
        }
        // the first key after this type's
        more = cursor.seek(Key().text(by_type).bytes(type).byte('\1'));
    }
    return prefixes;
}

Position find_first_at(const Txn& txn, Instant at, Position last) {
    const auto time_of = [&](Position position) {
        const auto row =
            txn.get(Table::history, Key().number(static_cast<std::uint64_t>(position)));
        Instant time{};
        if (!row) return time;
        packed::Reader in(*row);  // the row's first field
        packed::read(in, time);
        return time;
    };
    const auto before = [&](Position position) { return time_of(position) < at; };
    return *std::ranges::partition_point(std::views::iota(Position{1}, last + 1), before);
}

}  // namespace dibs::projections
