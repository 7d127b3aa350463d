// A week of use, asked of one moment (snapshot.hpp): for the weekly page and the letter that is
// made of it. Made of reports, so what it says is what they say. Takes a while: not for the loop.
#pragma once

#include "domain/kernel/result.hpp"
#include "domain/kernel/zone.hpp"
#include "projections/questions/snapshot.hpp"
#include "projections/usage/week_views.hpp"

#include <optional>
#include <string>

namespace dibs {

// Refused where it has not begun. An hour belongs to the week in which it begins.
[[nodiscard]] Result<views::WeekQuestion> week_question(const IsoWeek& week, const WallClock& clock,
                                                        std::string zone, Instant now);

[[nodiscard]] Result<views::UsageWeek> usage_week(const Snapshot& tables,
                                                  const views::WeekQuestion& question);

}  // namespace dibs
