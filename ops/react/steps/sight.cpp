// While a step waits, no host is asked and other steps go on.
#include "ops/react/steps/sight.hpp"

#include <algorithm>

namespace dibs::steps {
namespace {

// After a start of Dibs there are no sightings yet.
constexpr std::chrono::seconds sight_retry_interval{5};

}  // namespace

std::optional<Sighting> fresh_sighting(const FindSighting& find, const ProcessAbout& process,
                                       Instant now) {
    auto seen = find(process.host, process.pid);
    if (seen && (seen->at > now || now - seen->at > oldest_sighting)) seen.reset();
    return seen;
}

std::optional<Instant> waits_for_sight(const FindSighting& find, const About& about, Instant since,
                                       Instant now) {
    const auto is_seen = [&](const ProcessAbout& process) {
        return fresh_sighting(find, process, now).has_value();
    };
    if (about.processes.empty() || now - since >= longest_out_of_sight) return std::nullopt;
    if (std::any_of(about.processes.begin(), about.processes.end(), is_seen)) return std::nullopt;
    return now + sight_retry_interval;
}

}  // namespace dibs::steps
