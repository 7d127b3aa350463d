// The week whose report is due on a person's clock. Pure.
#pragma once

#include "domain/kernel/iso_week.hpp"

#include <optional>
#include <string>

namespace dibs::weekly {

// From Monday 07:00 on the week that ended last; before that the one before it, which was due a
// week ago. None: it was due before the person subscribed (`since`), or it is among the reported
// ones.
[[nodiscard]] std::optional<IsoWeek> due_week(const WallClock& clock, Instant now, Instant since,
                                              const std::optional<std::string>& told);

}  // namespace dibs::weekly
