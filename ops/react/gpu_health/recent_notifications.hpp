// Whom a letter about a GPU or a driver that comes and goes was written to lately, so that nobody
// gets one each time. Of this process alone: after a restart somebody may be told once more.
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

    // Whether that booking is told of that GPU or host because of this fact; it then was, and
    // another fact tells it only when the time is over. The same fact may tell it again.
    bool take(ReservationId booking, const std::string& of, Position fact, Instant now) {
        std::erase_if(told_, [&](const auto& one) { return one.second.at + again_after_ <= now; });
        const auto [at, fresh] = told_.try_emplace({booking, of}, One{fact, now});
        return fresh || at->second.fact == fact;
    }
    // It told nobody after all.
    void forget(Position fact) {
        std::erase_if(told_, [&](const auto& one) { return one.second.fact == fact; });
    }

  private:
    struct One {
        Position fact = 0;
        Instant at;
    };
    const Duration again_after_;
    std::map<std::pair<ReservationId, std::string>, One> told_;
};

}  // namespace dibs::gpu_health
