// That a week is over, for people who want its report by mail. When that is on their clock was
// found at the edge, where zones are; that each week is told once is decided here. Called by
// people.cpp.
#pragma once

#include "domain/people/people.hpp"

#include <vector>

namespace dibs::people {

[[nodiscard]] Result<std::vector<Event>> decide_week_over(const State& state,
                                                          const ReportWeekOver& c,
                                                          const Context& context);

}  // namespace dibs::people
