// The step "stop": each process by itself, as the rules have it: tried only, signed in as its
// owner, or through the helper of root. What nobody saw within half a minute is not touched.
#pragma once

#include "ingest/clock.hpp"
#include "ingest/sightings.hpp"
#include "ops/react/steps/about.hpp"
#include "ops/react/steps/step.hpp"

namespace dibs::steps {

struct StopParts {
    ssh::Remote& remote;
    std::function<Snapshot()> tables;
    std::function<std::optional<Sighting>(HostId, std::int64_t pid)> sighting;
    Clock clock;
};

inline constexpr Duration oldest_sighting = std::chrono::seconds{30};

[[nodiscard]] Handler stop_handler(StopParts parts);

}  // namespace dibs::steps
