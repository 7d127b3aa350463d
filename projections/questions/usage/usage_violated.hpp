// Seconds of bookings with an open violation, for usage reports.
#pragma once

#include "projections/questions/usage/usage_scope.hpp"

namespace dibs::reports {

// Adds them to the rows of those bookings. Excused violations do not count. A second with several
// counts once.
void add_violated(const Snapshot& tables, const Interval& window, Scope& scope);

}  // namespace dibs::reports
