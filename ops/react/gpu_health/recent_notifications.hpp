// Recent letters about GPUs and drivers that come and go, to limit repetition. Only in memory:
// after a restart a letter may be repeated once.
#pragma once

#include "domain/kernel/ids.hpp"
#include "domain/kernel/time.hpp"

#include <map>
#include <string>
#include <utility>

namespace dibs::gpu_health {

class RecentNotifications {
  public:
    explicit RecentNotifications(Duration again_after) : again_after_(again_after) {}

    // True if this fact may notify this booking about this GPU or host; records it then. Other
    // facts may only after `again_after`; the same fact may again.
    bool take(ReservationId booking, const std::string& of, Position fact, Instant now) {
        std::erase_if(sent_, [&](const auto& one) { return one.second.at + again_after_ <= now; });
        const auto [at, fresh] = sent_.try_emplace({booking, of}, One{fact, now});
        return fresh || at->second.fact == fact;
    }
    // The fact sent no letter.
    void forget(Position fact) {
        std::erase_if(sent_, [&](const auto& one) { return one.second.fact == fact; });
    }

  private:
    struct One {
        Position fact = 0;
        Instant at;
    };
    const Duration again_after_;
    std::map<std::pair<ReservationId, std::string>, One> sent_;
};

}  // namespace dibs::gpu_health
