// The last values of a subject, as a snapshot shows them.
#pragma once

#include "projections/questions/snapshot.hpp"
#include "projections/usage/usage.hpp"

#include <optional>

namespace dibs {

// The last values; none if a clock that ran ahead stamped them.
[[nodiscard]] inline std::optional<views::Live> live_of(const Snapshot& tables, const SubjectId& of,
                                                        bool in_sight) {
    if (!tables.usage()) return std::nullopt;
    const auto last = tables.usage()->last(of);
    if (!last || is_ahead(last->at, tables.now())) return std::nullopt;
    return views::seen_at(*last, in_sight, tables.now());
}

}  // namespace dibs
