// Questions about violations, asked of one moment (snapshot.hpp). Any thread.
#pragma once

#include "projections/history/history_views.hpp"
#include "projections/questions/snapshot.hpp"
#include "projections/store/page.hpp"
#include "projections/violations/violations.hpp"

namespace dibs {

// As an answer shows it, with the names of today.
[[nodiscard]] views::Violation view_of(const Snapshot& tables,
                                       const projections::ViolationRow& row);
[[nodiscard]] std::optional<views::Violation> find_violation(const Snapshot& tables,
                                                             ViolationId id);
[[nodiscard]] Slice<views::Violation> list_violations(const Snapshot& tables,
                                                      const views::ViolationFilter& filter,
                                                      const PageFrom& page);
// Of the hosts and groups that have one of their own.
[[nodiscard]] std::vector<views::ViolationLevel> violation_levels(const Snapshot& tables);
// All that are open, oldest first.
[[nodiscard]] std::vector<violation::Violation> open_violations(const Snapshot& tables);

}  // namespace dibs
