// Rows of a report as the contract has them: sums as seconds, and what each row is by name.
#pragma once

#include "projections/questions/usage/usage_scope.hpp"

namespace dibs::reports {

[[nodiscard]] views::UsageRow row_of(const UseSums& sums, const RowSpread& spread,
                                     bool with_capacity);
// Most idle first, those of time in order; without those that the question keeps from who asks.
[[nodiscard]] std::vector<views::UsageRow> rows_of(const Snapshot& tables,
                                                   const views::ReportQuestion& question,
                                                   Rows& rows, bool with_capacity);

}  // namespace dibs::reports
