// Rows of changes for readers of topics: each thing once, as it is now, at the position of the last
// fact about it.
#pragma once

#include "api/routes/stream/topics.hpp"
#include "domain/codec/json_writer.hpp"

#include <map>
#include <vector>

namespace dibs::routes {

// Things, each with the position of the last fact about it.
template <class AnyId>
using LastTouched = std::map<AnyId, Position>;

template <class AnyId>
[[nodiscard]] LastTouched<AnyId> named_by(FactsOfTopic facts) {
    LastTouched<AnyId> last;
    for (const auto* fact : facts) {
        for (const AnyId id : fact->subjects.all<AnyId>()) last[id] = fact->position;
    }
    return last;
}

// `show` reads the thing; nothing: no row.
template <class AnyId, class Show>
[[nodiscard]] std::vector<ChangedRow> rows_of(const LastTouched<AnyId>& last, const Show& show) {
    std::vector<ChangedRow> rows;
    for (const auto& [id, position] : last) {
        if (const auto view = show(id)) rows.push_back({position, to_json(*view)});
    }
    return rows;
}

}  // namespace dibs::routes
