// Evidence of the kernel and the GPU hosts about this machine's clock, for the writer. Pure.
#pragma once

#include "ingest/clock.hpp"
#include "ingest/probe/monitor.hpp"

#include <optional>
#include <vector>

namespace dibs {

// `hosts_known`: the probes have the list of all hosts.
[[nodiscard]] ClockEvidence clock_evidence(std::optional<bool> synchronised,
                                           const std::vector<probe::HostStats>& hosts,
                                           bool hosts_known);

}  // namespace dibs
