// When each process on a GPU was in a frame of its host last. Frames come in on the probes' thread,
// whoever is about to act on a process asks on another.
#pragma once

#include "domain/kernel/ids.hpp"
#include "domain/kernel/time.hpp"
#include "ingest/probe/parser/frame.hpp"

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>

namespace dibs {

struct Sighting {
    Instant at;
    std::string boot_id;  // of the host, as the frame has it
};

// What a host shows of a process later on.
enum class Shown {
    still,
    no_more,  // in no newer frame than those that have it
    unknown,  // no frame has come since
};

class Sightings {
  public:
    void take(HostId host, Instant at, const probe::ProbeFrame& frame);
    // None: it was in no frame, or in none of the last minute.
    [[nodiscard]] std::optional<Sighting> find(HostId host, std::int64_t pid) const;
    // By the newest frame, if that came after `since`.
    [[nodiscard]] Shown shown_after(HostId host, std::int64_t pid, Instant since) const;

  private:
    struct OnHost {
        std::string boot_id;
        Instant newest{};                           // frame that knows its processes
        std::map<std::int64_t, Instant> last_seen;  // by pid; of the last minute
    };
    mutable std::mutex mutex_;
    std::map<HostId, OnHost> hosts_;
};

}  // namespace dibs
