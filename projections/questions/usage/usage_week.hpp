// A week of usage, answered from one snapshot (snapshot.hpp), for the weekly page and mail. Built
// from reports, so both show the same numbers. Slow: do not call it on the event loop.
#pragma once

#include "domain/kernel/result.hpp"
#include "domain/kernel/zone.hpp"
#include "projections/questions/snapshot.hpp"
#include "projections/usage/week_views.hpp"

#include <optional>
#include <string>

namespace dibs {

// Refuses a week that has not begun. An hour belongs to the week in which it begins.
[[nodiscard]] Result<views::WeekQuestion> week_question(const IsoWeek& week, const WallClock& clock,
                                                        std::string zone, Instant now);

[[nodiscard]] Result<views::UsageWeek> usage_week(const Snapshot& tables,
                                                  const views::WeekQuestion& question);

}  // namespace dibs
