// The step "stop": each process by itself, by the mode of the rules: dry run, signed in as its
// owner, or through the root-owned helper. Skips processes that no probe has seen within half a
// minute. A process counts as stopped only when the probe no longer shows it: signed in as its
// owner, the answer comes from that account's own shell.
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
    std::chrono::milliseconds look_for{6000};  // timeout of the wait for its end
};

[[nodiscard]] Handler stop_handler(StopParts parts);

}  // namespace dibs::steps
