// What the kernel and the GPU hosts say of this machine's clock, put together for the writer. Pure.
#pragma once

#include "ingest/clock.hpp"
#include "ingest/probe/monitor.hpp"

#include <optional>
#include <vector>

namespace dibs {

// `hosts_known`: the probes are told of all hosts that there are.
[[nodiscard]] ClockEvidence clock_evidence(std::optional<bool> synchronised,
                                           const std::vector<probe::HostStats>& hosts,
                                           bool hosts_known);

}  // namespace dibs
