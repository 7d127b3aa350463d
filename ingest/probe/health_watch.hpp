// Settles what frames say about the health of GPUs. A higher value counts once it held for two
// driver queries, so that one odd answer does not count. For each value it knows since when it was
// never exceeded, so that a decision can wait for calm. A second without an answer says nothing.
// Pure; one per host, on one thread.
#pragma once

#include "domain/fleet/fleet_commands.hpp"
#include "ingest/probe/parser/frame.hpp"
#include "ingest/probe/xid_watch.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace dibs::probe {

class HealthWatch {
  public:
    // Longer than the half minute between two queries.
    static constexpr Duration hold = std::chrono::seconds{45};
    // Longer than an answer is repeated: values in a longer gap were not seen.
    static constexpr Duration blind = std::chrono::minutes{2};

    void observe(const ProbeFrame& frame, Instant now);

    // The GPUs of the last frame, with the symptoms that their driver and the kernel's log give.
    // Also GPUs that the driver lost, with the symptoms from the kernel's log.
    [[nodiscard]] const std::vector<fleet::SeenHealth>& settled() const { return settled_; }

  private:
    struct Rising {
        Instant since;
        std::int64_t least = 0;  // the lowest value since then
    };
    struct Entry {
        std::int64_t value = 0;
        Instant calm_since;  // never above `value` since then
        Instant seen;
        std::optional<Rising> rising{};
    };

    void take(Entry& entry, std::int64_t value, Instant now);

    std::map<std::string, std::map<health::Symptom, Entry>> cards_;
    XidWatch xids_;
    std::vector<fleet::SeenHealth> settled_;
};

}  // namespace dibs::probe
