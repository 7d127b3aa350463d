// The step "stop": each process by itself, as the rules have it: tried only, signed in as its
// owner, or through the helper of root. What nobody saw within half a minute is not touched, and
// what the host says it has ended counts as stopped only where its probe does not show it any more:
// who signs in as its owner is told by that account's own shell.
#pragma once

#include "ingest/clock.hpp"
#include "ingest/sightings.hpp"
#include "ops/react/steps/sight.hpp"
#include "ops/react/steps/step.hpp"

namespace dibs::steps {

struct StopParts {
    ssh::Remote& remote;
    std::function<Snapshot()> tables;
    FindSighting sighting;
    std::function<Shown(HostId, std::int64_t pid, Instant since)> shown_after;
    Clock clock;
    std::chrono::milliseconds look_for{6000};  // at most, for whether it is gone
};

[[nodiscard]] Handler stop_handler(StopParts parts);

}  // namespace dibs::steps
