// Whether the hosts of a step are in sight: a step waits for its host if no probe has seen its
// processes for half a minute. Pure, but for the port.
#pragma once

#include "ingest/sightings.hpp"
#include "ops/react/steps/about.hpp"

#include <functional>
#include <optional>

namespace dibs::steps {

using FindSighting = std::function<std::optional<Sighting>(HostId, std::int64_t pid)>;

inline constexpr Duration oldest_sighting = std::chrono::seconds{30};
inline constexpr Duration longest_out_of_sight = std::chrono::hours{1};  // for one step

// None: no probe sees it now.
[[nodiscard]] std::optional<Sighting> fresh_sighting(const FindSighting& find,
                                                     const ProcessAbout& process, Instant now);

// The time of the next check if no process is seen. None: one is seen, there are no processes, or
// the wait is over.
[[nodiscard]] std::optional<Instant> waits_for_sight(const FindSighting& find, const About& about,
                                                     Instant since, Instant now);

}  // namespace dibs::steps
