// The end of a week, for people with the weekly report by mail. The edge determines when it is,
// because it has the time zones. This decides that each week is reported once. Called by
// people.cpp.
#pragma once

#include "domain/people/people.hpp"

#include <vector>

namespace dibs::people {

[[nodiscard]] Result<std::vector<Event>> decide_week_over(const State& state,
                                                          const ReportWeekOver& c,
                                                          const Context& context);

}  // namespace dibs::people
