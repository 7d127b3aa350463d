// A frame without a process list says nothing about processes.
#include "ingest/sightings.hpp"

namespace dibs {
namespace {

constexpr Duration memory = std::chrono::minutes{1};

}  // namespace

void Sightings::take(HostId host, Instant at, const probe::ProbeFrame& frame) {
    if (!frame.processes_known) return;
    const std::lock_guard lock(mutex_);
    auto& known = hosts_[host];
    if (known.boot_id != frame.host.boot_id) known = {frame.host.boot_id, {}, {}};
    known.newest = at;
    for (const auto& process : frame.processes) known.last_seen[process.pid] = at;
    std::erase_if(known.last_seen,
                  [&](const auto& one) { return one.second > at || at - one.second > memory; });
}

std::optional<Sighting> Sightings::find(HostId host, std::int64_t pid) const {
    const std::lock_guard lock(mutex_);
    const auto known = hosts_.find(host);
    if (known == hosts_.end()) return std::nullopt;
    const auto seen = known->second.last_seen.find(pid);
    if (seen == known->second.last_seen.end()) return std::nullopt;
    return Sighting{seen->second, known->second.boot_id};
}

Shown Sightings::shown_after(HostId host, std::int64_t pid, Instant since) const {
    const std::lock_guard lock(mutex_);
    const auto known = hosts_.find(host);
    if (known == hosts_.end() || known->second.newest <= since) return Shown::unknown;
    const auto seen = known->second.last_seen.find(pid);
    const bool still =
        seen != known->second.last_seen.end() && seen->second == known->second.newest;
    return still ? Shown::still : Shown::no_more;
}

}  // namespace dibs
