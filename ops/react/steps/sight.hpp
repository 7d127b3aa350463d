// Whether the hosts of a step are in sight: whose processes nobody has seen for half a minute is
// not acted upon, and waits for its host. Pure, but for the port.
#pragma once

#include "ingest/sightings.hpp"
#include "ops/react/steps/about.hpp"

#include <functional>
#include <optional>

namespace dibs::steps {

using FindSighting = std::function<std::optional<Sighting>(HostId, std::int64_t pid)>;

inline constexpr Duration oldest_sighting = std::chrono::seconds{30};
inline constexpr Duration longest_out_of_sight = std::chrono::hours{1};  // that a step waits

// None: nobody sees it now.
[[nodiscard]] std::optional<Sighting> fresh_sighting(const FindSighting& find,
                                                     const ProcessAbout& process, Instant now);

// When to look again, where nobody sees any of the processes. None: somebody does, or there are
// none, or it has waited for long enough.
[[nodiscard]] std::optional<Instant> waits_for_sight(const FindSighting& find, const About& about,
                                                     Instant since, Instant now);

}  // namespace dibs::steps
