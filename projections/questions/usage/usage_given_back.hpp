// Reserved time given back by bookings that ran, for usage reports: released by their owners, and
// freed by the idle rule. It counts in the hours it was booked for, so reserved plus given back
// is the booked time.
#pragma once

#include "projections/questions/usage/usage_scope.hpp"

namespace dibs::reports {

void add_given_back(const Snapshot& tables, const Interval& window, Scope& scope);

}  // namespace dibs::reports
