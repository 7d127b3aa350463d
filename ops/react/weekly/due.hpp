// Which week's report is due on somebody's clock. Pure.
#pragma once

#include "domain/kernel/iso_week.hpp"

#include <optional>
#include <string>

namespace dibs::weekly {

// The week that ended last, from Monday 07:00 on; before, the one before it, which was due a week
// ago. None: it was due before they chose to get it (`since`), or they were told (`told`).
[[nodiscard]] std::optional<IsoWeek> due_week(const WallClock& clock, Instant now, Instant since,
                                              const std::optional<std::string>& told);

}  // namespace dibs::weekly
