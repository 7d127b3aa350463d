// Rows of a report as in the contract: sums as seconds, with names.
#pragma once

#include "projections/questions/usage/usage_scope.hpp"

namespace dibs::reports {

[[nodiscard]] views::UsageRow row_of(const UseSums& sums, const RowSpread& spread,
                                     bool with_capacity);
// Most idle first; periods in order of time. Leaves out rows that the question hides.
[[nodiscard]] std::vector<views::UsageRow> rows_of(const Snapshot& tables,
                                                   const views::ReportQuestion& question,
                                                   Rows& rows, bool with_capacity);

}  // namespace dibs::reports
