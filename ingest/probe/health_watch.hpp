// What frames say of the health of cards, settled: a reading counts once it was so for as long as
// two looks of the driver take, so that one odd answer is none; and it is known since when it was
// never more than it is, so that whoever decides can wait for calm. A second without an answer says
// nothing. Pure; one per host, on one thread.
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
    // Longer than the half minute that lies between two looks.
    static constexpr Duration hold = std::chrono::seconds{45};
    // Longer than an answer is repeated: what happened in between nobody saw.
    static constexpr Duration blind = std::chrono::minutes{2};

    void observe(const ProbeFrame& frame, Instant now);

    // Of the cards in the last frame, as far as their driver and the kernel's log tell; and what
    // that log has of cards that the driver lost.
    [[nodiscard]] const std::vector<fleet::SeenHealth>& settled() const { return settled_; }

  private:
    struct Rising {
        Instant since;
        std::int64_t least = 0;  // that it was
    };
    struct Entry {
        std::int64_t value = 0;
        Instant calm_since;  // since then never more than `value`
        Instant seen;
        std::optional<Rising> rising{};
    };

    void take(Entry& entry, std::int64_t value, Instant now);

    std::map<std::string, std::map<health::Symptom, Entry>> cards_;
    XidWatch xids_;
    std::vector<fleet::SeenHealth> settled_;
};

}  // namespace dibs::probe
