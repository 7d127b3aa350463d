// Remembers offsets that were read once and are missing now. After a change of the leader, its end
// may briefly be below offsets that were read. Only an offset that stays missing in every request
// is lost. Used under the lock of the log.
#pragma once

#include "domain/log/event_log.hpp"

#include <chrono>
#include <map>

namespace dibs::kafka {

class MissingOffsets {
  public:
    using Time = std::chrono::steady_clock::time_point;

    explicit MissingOffsets(std::chrono::milliseconds doubt) : doubt_(doubt) {}

    // Call it when the offset is missing. Returns true once it was missing in each request for long
    // enough.
    bool for_good(Offset offset, Time now) {
        auto& asked = asked_.try_emplace(offset, Asked{now, now}).first->second;
        if (now - asked.last > forgotten_after) asked.first = now;
        asked.last = now;
        return now - asked.first >= doubt_;
    }
    // Call it when a record is at the offset.
    void found(Offset offset) { asked_.erase(asked_.begin(), asked_.upper_bound(offset)); }

  private:
    // Two requests this far apart say nothing about the time between them.
    static constexpr std::chrono::seconds forgotten_after{10};

    struct Asked {
        Time first, last;
    };
    const std::chrono::milliseconds doubt_;
    std::map<Offset, Asked> asked_;
};

}  // namespace dibs::kafka
