// The seconds of bookings on which a violation was open, for reports of use.
#pragma once

#include "projections/questions/usage/usage_scope.hpp"

namespace dibs::reports {

// Adds them to the rows of those bookings. One that was excused does not count; of several at once
// each second counts once.
void add_violated(const Snapshot& tables, const Interval& window, Scope& scope);

}  // namespace dibs::reports
