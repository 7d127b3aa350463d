// Remembers when each process on a GPU was last in a frame of its host. Frames come in on the
// probes' thread. Any thread may ask before it acts on a process.
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
    std::string boot_id;  // of the host, from the frame
};

// The presence of a process in later frames of its host.
enum class Shown {
    still,
    no_more,  // missing from newer frames
    unknown,  // no newer frame came
};

class Sightings {
  public:
    void take(HostId host, Instant at, const probe::ProbeFrame& frame);
    // Returns nothing if the process was in no frame of the last minute.
    [[nodiscard]] std::optional<Sighting> find(HostId host, std::int64_t pid) const;
    // Uses the newest frame, if it came after `since`.
    [[nodiscard]] Shown shown_after(HostId host, std::int64_t pid, Instant since) const;

  private:
    struct OnHost {
        std::string boot_id;
        Instant newest{};                           // newest frame with a process list
        std::map<std::int64_t, Instant> last_seen;  // by pid; frames of the last minute
    };
    mutable std::mutex mutex_;
    std::map<HostId, OnHost> hosts_;
};

}  // namespace dibs
