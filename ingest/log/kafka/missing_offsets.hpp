// Offsets that were read once and do not show now. After another broker began to lead, its end may
// lie below what was read for a moment: only what stays missing however often it is asked for is
// gone. Used under the lock of the log.
#pragma once

#include "domain/log/event_log.hpp"

#include <chrono>
#include <map>

namespace dibs::kafka {

class MissingOffsets {
  public:
    using Time = std::chrono::steady_clock::time_point;

    explicit MissingOffsets(std::chrono::milliseconds doubt) : doubt_(doubt) {}

    // It is missing now. True once it was so each time it was asked for, long enough.
    bool for_good(Offset offset, Time now) {
        auto& asked = asked_.try_emplace(offset, Asked{now, now}).first->second;
        if (now - asked.last > forgotten_after) asked.first = now;
        asked.last = now;
        return now - asked.first >= doubt_;
    }
    // A record stands there.
    void found(Offset offset) { asked_.erase(asked_.begin(), asked_.upper_bound(offset)); }

  private:
    // Two moments so far apart say nothing about the time between them.
    static constexpr std::chrono::seconds forgotten_after{10};

    struct Asked {
        Time first, last;
    };
    const std::chrono::milliseconds doubt_;
    std::map<Offset, Asked> asked_;
};

}  // namespace dibs::kafka
