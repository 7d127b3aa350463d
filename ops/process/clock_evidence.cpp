// Each host that answered has one vote.
#include "ops/process/clock_evidence.hpp"

namespace dibs {

ClockEvidence clock_evidence(std::optional<bool> synchronised,
                             const std::vector<probe::HostStats>& hosts, bool hosts_known) {
    ClockEvidence all;
    all.synchronised = synchronised.value_or(false);
    all.hosts_known = hosts_known;
    for (const auto& host : hosts) {
        if (!host.clock_offset_s) {
            ++all.unheard;
        } else if (std::chrono::abs(std::chrono::seconds{*host.clock_offset_s}) > clock_leeway) {
            ++all.disagree;
        } else {
            ++all.agree;
        }
    }
    return all;
}

}  // namespace dibs
