// Questions about violations, answered from one snapshot (snapshot.hpp). Any thread.
#pragma once

#include "projections/history/history_views.hpp"
#include "projections/questions/snapshot.hpp"
#include "projections/store/page.hpp"
#include "projections/violations/violations.hpp"

namespace dibs {

// With current names.
[[nodiscard]] views::Violation view_of(const Snapshot& tables,
                                       const projections::ViolationRow& row);
[[nodiscard]] std::optional<views::Violation> find_violation(const Snapshot& tables,
                                                             ViolationId id);
[[nodiscard]] Slice<views::Violation> list_violations(const Snapshot& tables,
                                                      const views::ViolationFilter& filter,
                                                      const PageFrom& page);
// Levels of hosts and groups that have their own.
[[nodiscard]] std::vector<views::ViolationLevel> violation_levels(const Snapshot& tables);
// All open violations, oldest first.
[[nodiscard]] std::vector<violation::Violation> open_violations(const Snapshot& tables);

}  // namespace dibs
