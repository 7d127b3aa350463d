// What bookings that ran gave back of their time, for reports of use: let go of by their owners,
// and freed by the rule about bookings that idle. It counts when it would have been, so that
// reserved and given back together are what was booked.
#pragma once

#include "projections/questions/usage/usage_scope.hpp"

namespace dibs::reports {

void add_given_back(const Snapshot& tables, const Interval& window, Scope& scope);

}  // namespace dibs::reports
