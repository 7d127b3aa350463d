// Which XID errors each card of a host had since the host was started, and when each number came
// last, by our clock. Kept over streams: a log that is full forgets what it said. Another boot
// begins anew. Pure; one per host, on one thread.
#pragma once

#include "domain/gpu/health.hpp"
#include "ingest/probe/parser/frame.hpp"

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace dibs::probe {

// Cards remembered of one host; it may report further ones without end.
inline constexpr std::size_t max_cards_per_host = 512;

class XidWatch {
  public:
    void observe(const ProbeFrame& frame, Instant now);

    // Of a card, by its UUID; also of one that the driver lost since. Nothing where the log of this
    // frame could not be read, or where the card stands on the bus is not known.
    [[nodiscard]] std::vector<health::Reading> readings_of(const std::string& uuid) const;
    // Those that had any, as far as the log of this frame could be read.
    [[nodiscard]] std::vector<std::string> cards_with_any() const;

  private:
    struct Occurrence {
        std::int64_t at_ms = 0;  // since the host was started, as its kernel counts
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
