// The steps against violations that last: whose time has come. A group (what an account runs into
// one booking) goes up together, one step after the other; between two steps lies at least the time
// that the rules put between them, so that nobody is stopped a moment after they were told, also
// where Dibs was away. A stop comes only after a step that tells its people came through, and is
// held where none did: nobody loses what they were not told of. What nobody sees now goes no
// further.
#pragma once

#include "domain/violation/violation.hpp"

#include <optional>
#include <vector>

namespace dibs::violation {

// How far the steps go for a booking that asks for this (none: for nothing, or there is none).
[[nodiscard]] enforcement::Protection protection_by(const rules::Rules& rules,
                                                    std::optional<enforcement::Protection> asked);

// `state`: as it is with all that opened and closed now.
[[nodiscard]] std::vector<Event> steps_due(const World& world, const State& state, Instant now);
[[nodiscard]] std::optional<Instant> next_step(const World& world, Instant now);

// Steps of a group that is told already, for one more that joins it: all but a stop, which is for
// each process anew.
[[nodiscard]] std::vector<Taken> inherited(const std::vector<Taken>& taken);

}  // namespace dibs::violation
