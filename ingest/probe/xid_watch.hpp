// Remembers the XID errors of each GPU of a host since its boot, and when each number came last, by
// our clock. Kept over streams, because a full log loses old lines. A new boot starts again. Pure;
// one per host, on one thread.
#pragma once

#include "domain/gpu/health.hpp"
#include "ingest/probe/parser/frame.hpp"

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace dibs::probe {

// The most GPUs remembered of one host; it may report further ones without end.
inline constexpr std::size_t max_cards_per_host = 512;

class XidWatch {
  public:
    void observe(const ProbeFrame& frame, Instant now);

    // Returns the errors of a GPU by its UUID, even if the driver lost it since. Empty if this
    // frame's log could not be read, or if the GPU's bus address is unknown.
    [[nodiscard]] std::vector<health::Reading> readings_of(const std::string& uuid) const;
    // Lists GPUs with any error, if this frame's log could be read.
    [[nodiscard]] std::vector<std::string> cards_with_any() const;

  private:
    struct Occurrence {
        std::int64_t at_ms = 0;  // since the boot of the host, by its kernel's count
        Instant at;
    };
    struct Card {
        std::string address;
        std::map<std::int64_t, Occurrence> last;  // by number
    };

    void take(Card& card, const XidReading& xid, const ProbeFrame& frame, Instant now);

    std::string boot_id_;
    std::map<std::string, Card> cards_;  // by UUID
    bool readable_ = false;
    bool whole_ = false;
};

}  // namespace dibs::probe
