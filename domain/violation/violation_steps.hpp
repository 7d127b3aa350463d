// The steps against violations that are due (Aggregate::SecondDue). A group (all processes of an
// account in one booking) takes one step after another. The rules' time between two steps is a
// minimum, so no process is stopped right after the notification, even if Dibs was down. A stop
// requires a successful notification before it, and is held otherwise. Steps for unobservable
// processes pause.
#pragma once

#include "domain/violation/violation.hpp"

#include <optional>

namespace dibs::violation {

// The protection of a booking that requests `asked`. None: no request, or no booking.
[[nodiscard]] enforcement::Protection protection_by(const rules::Rules& rules,
                                                    std::optional<enforcement::Protection> asked);

}  // namespace dibs::violation
