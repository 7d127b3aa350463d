// Merges one cursor per index prefix: each step takes the nearest position of all of them and moves
// every cursor that stands on it.
#include "projections/history/history_walk.hpp"

#include "projections/history/history.hpp"

#include <algorithm>

namespace dibs::projections {
namespace {

std::string key_of(const std::string& prefix, Position position) {
    return std::string(Key().bytes(prefix).number(static_cast<std::uint64_t>(position)).view());
}

}  // namespace

HistoryWalk::HistoryWalk(const Txn& txn, const std::vector<std::string>& index_prefixes,
                         Position from, Position until, bool oldest_first)
    : from_(from), until_(until), oldest_first_(oldest_first) {
    const auto add = [&](Table table, const std::string& prefix) {
        Stream stream{txn.cursor(table), prefix};
        if (oldest_first) {
            stream.cursor.seek(key_of(prefix, from));
        } else {
            stream.cursor.seek_before(key_of(prefix, until));
        }
        settle(stream);
        streams_.push_back(std::move(stream));
    };
    if (index_prefixes.empty()) add(Table::history, "");
    for (const auto& prefix : index_prefixes) add(Table::history_index, prefix);
}

void HistoryWalk::settle(Stream& stream) {
    const auto& cursor = stream.cursor;
    stream.at = 0;
    if (!cursor.valid() || !cursor.key().starts_with(stream.prefix)) return;
    const auto at =
        static_cast<Position>(KeyReader(cursor.key().substr(stream.prefix.size())).number());
    if (at >= from_ && at < until_) stream.at = at;
}

std::optional<Position> HistoryWalk::next() {
    std::optional<Position> best;
    for (const auto& stream : streams_) {
        if (stream.at == 0) continue;
        if (!best) best = stream.at;
        best = oldest_first_ ? std::min(*best, stream.at) : std::max(*best, stream.at);
    }
    for (auto& stream : streams_) {
        if (stream.at == 0 || stream.at != best) continue;
        if (oldest_first_) {
            stream.cursor.next();
        } else {
            stream.cursor.prev();
        }
        settle(stream);
    }
    return best;
}

bool type_matches(std::string_view type, const std::vector<std::string>& wanted) {
    return std::any_of(wanted.begin(), wanted.end(), [&](const std::string& w) {
        return type == w || (type.starts_with(w) && type.substr(w.size()).starts_with('.'));
    });
}

std::vector<std::string> type_prefixes(const Txn& txn, const std::vector<std::string>& wanted) {
    std::vector<std::string> prefixes;
    const auto all = Key().byte(by_type);
    auto cursor = txn.cursor(Table::history_index);
    bool more = cursor.seek(all);
    while (more && cursor.key().starts_with(all.view())) {
        const auto type = KeyReader(cursor.key().substr(1)).text();
        const std::string text(type);
        if (type_matches(text, wanted)) {
            prefixes.emplace_back(Key().byte(by_type).text(text).view());
        }
        more = cursor.seek(Key().byte(by_type).bytes(text).byte('\1'));  // behind this type's
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
    Position low = 1;
    Position high = last + 1;
    while (low < high) {
        const Position middle = low + (high - low) / 2;
        if (time_of(middle) < at) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

}  // namespace dibs::projections
